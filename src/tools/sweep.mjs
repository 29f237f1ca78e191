// `npm run sweep`: contact sheets of every route in every state, see tests/pictures/sweep.ts; does all set-up first.
import { spawnSync } from 'node:child_process';
import { buildApart, ensurePackages, root, staleParts } from './build.mjs';
import { needChromium } from './chromium.mjs';

process.chdir(root);
ensurePackages();
buildApart(staleParts(['app']));
process.env.CHROMIUM_PATH = await needChromium();
const args = ['node_modules/tsx/dist/cli.mjs', 'tests/pictures/sweep.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
