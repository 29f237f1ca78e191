// The documents are current: their tables list every setting and call, and the files and commands that the README names exist.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { settings } from '#server/env.ts';
import { documents, withTable } from '#tools/tables.ts';

const at = (path: string) => resolve(import.meta.dirname, '../..', path);
const readme = readFileSync(at('README.md'), 'utf8');

test.each(Object.keys(documents))('the table of %s is current: `npm run generate` would change nothing', (path) => {
  const text = readFileSync(at(path), 'utf8');
  expect(text).toBe(withTable(path, text));
});

test('every setting and every call has its row', () => {
  const calls = Object.values(contract).flatMap((entity) => Object.values(entity.calls));
  for (const name of Object.keys(settings)) expect(readme).toContain(`| \`${name}\` |`);
  const api = readFileSync(at('docs/api.md'), 'utf8');
  for (const { method, path } of calls) expect(api).toContain(`| ${method} | \`/api${path}\``);
  expect(api.split('\n').filter((line) => /^\| (?:GET|POST|PUT|PATCH|DELETE) \|/.test(line))).toHaveLength(
    calls.length,
  );
});

test('every file and every command that it names exists', () => {
  const links = [...readme.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map(([, path = '']) => path);
  const commands = [...readme.matchAll(/npm run ([a-z]+)/g)].map(([, name = '']) => name);
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(links.filter((path) => !existsSync(at(path)))).toEqual([]);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  expect(links.length).toBeGreaterThan(3);
});

test('every decision is linked', () => {
  const decisions = readdirSync(at('docs/decisions'));
  expect(decisions.filter((name) => !readme.includes(`](docs/decisions/${name})`))).toEqual([]);
});
