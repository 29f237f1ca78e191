// `npm run pictures`: takes or compares pictures of every screen, see tests/pictures/main.ts; does all set-up first.
import { spawnSync } from 'node:child_process';
import { buildApart, ensurePackages, root, staleParts } from './build.mjs';
import { needChromium } from './chromium.mjs';

process.chdir(root);
ensurePackages();
buildApart(staleParts(['app']));
process.env.CHROMIUM_PATH = await needChromium();
const args = ['node_modules/tsx/dist/cli.mjs', 'tests/pictures/main.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
