// `npm run backup -- FILE` and `npm run restore -- FILE`: Backwatch's own database and keys, by the program that runs on them.
import { resolve } from 'node:path';
import { buildApart, ensurePackages, root, staleParts } from './build.mjs';

const [node, script, command, file, ...others] = process.argv;
// npm runs a script in the checkout, wherever it was called.
const from = process.env.INIT_CWD || process.cwd();
process.argv = [node, script, command, ...(file === undefined ? [] : [resolve(from, file)]), ...others];
process.chdir(root);
try {
  ensurePackages();
  buildApart(staleParts(['server']));
  await import('../../dist/server/main.js');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
