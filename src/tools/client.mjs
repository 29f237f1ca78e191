// `npm run client -- ...`: builds the backup client when it is out of date, and runs it with the remaining words.
import { buildApart, ensurePackages, root, staleParts } from './build.mjs';

process.chdir(root);
ensurePackages();
buildApart(staleParts(['agent']));
await import('../../dist/agent/main.js');
