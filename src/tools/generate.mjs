// `npm run generate`: writes what is derived from the contract and the settings, after all set-up.
import { spawnSync } from 'node:child_process';
import { ensurePackages, root } from './build.mjs';

process.chdir(root);
ensurePackages();
const args = ['node_modules/tsx/dist/cli.mjs', 'src/tools/generate.ts'];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
