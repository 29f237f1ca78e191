// `npm run bench`: runs the measurements in tests/bench with the remaining words, after all set-up.
import { spawnSync } from 'node:child_process';
import { buildApart, ensurePackages, root, staleParts } from './build.mjs';
import { needChromium } from './chromium.mjs';

process.chdir(root);
ensurePackages();
buildApart(staleParts());
process.env.CHROMIUM_PATH = await needChromium();
const args = ['node_modules/tsx/dist/cli.mjs', 'tests/bench/main.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
