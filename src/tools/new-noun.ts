// `npm run new -- tag`: writes the first version of a noun, from the contract to its two screens, and registers it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { NounNames } from './noun/names.ts';
import { nounFiles, nounLines, withLine } from './noun/noun-files.ts';

const at = (path: string): string => resolve(import.meta.dirname, '../..', path);
const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function namesOf(one: string, many = `${one}s`): NounNames {
  if (![one, many].every((word) => /^[a-z][a-z]+$/.test(word)))
    throw new Error('Give the noun in lower case, such as: npm run new -- tag. An irregular plural follows it.');
  return { one, many, One: capitalized(one), Many: capitalized(many) };
}

/** Runs a program of the checkout. The next one needs what it wrote. */
function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: at('.'), stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${String(status)}`);
}

/** The number of the next migration. */
function nextMigration(): string {
  const numbers = readdirSync(at('src/server/db/migrations')).map((name) => Number.parseInt(name, 10));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

const [noun = '', plural] = process.argv.slice(2);
const names = namesOf(noun, plural);
const migration = nextMigration();
const files = Object.entries(nounFiles(names, migration));
const there = files.map(([path]) => path).filter((path) => existsSync(at(path)));
if (there.length > 0) throw new Error(`These files exist already: ${there.join(', ')}`);
for (const [path, text] of files) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
for (const line of nounLines(names, migration))
  writeFileSync(at(line.path), withLine(readFileSync(at(line.path), 'utf8'), line));
const written = files.map(([path]) => path);
run('node_modules/oxfmt/bin/oxfmt', ...written);
run('src/tools/text.mjs');
run('src/tools/run.mjs', 'generate');
process.stdout.write(
  [
    ...written,
    '',
    'Next:',
    `1. Translate src/text/de/${names.many}.json and src/text/es/${names.many}.json.`,
    '2. Add what the compiler asks for: the entry of the navigation, and a sample of each call for the tests.',
    '3. Give the noun its own attributes, and run `npm run generate` and `npm test`.',
    '',
  ].join('\n'),
);
