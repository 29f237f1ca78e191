// Runs one of the scripts of this folder, after all set-up: `npm run generate`, `npm run new -- tag`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, root } from './build.mjs';

process.chdir(root);
ensurePackages();
const [script, ...rest] = process.argv.slice(2);
const args = ['node_modules/tsx/dist/cli.mjs', join('src/tools', `${script}.ts`), ...rest];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
