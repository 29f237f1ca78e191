// The built scripts of the app: what each imports before it can run.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, Visitor, parseSync } from 'vite';
import { expect, test } from 'vitest';
import { root } from '#tools/build.mjs';
import { circlesIn } from '../circles.ts';

const folder = join(root, 'dist/app/assets');
const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));

const codeOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The static imports of a script, by file name. */
function importsOf(file: string): string[] {
  const found: string[] = [];
  const add = (source: ESTree.StringLiteral | null) => source && found.push(source.value.replace('./', ''));
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
  }).visit(parseSync(file, codeOf(file)).program);
  return found;
}

const graph = new Map(scripts.map((file) => [file, importsOf(file)]));

// One that runs before what it imports sees its functions as undefined: "x is not a function".
test('no script imports itself through others', () => {
  expect([...graph.values()].flat().length).toBeGreaterThan(5);
  expect(circlesIn(graph)).toEqual([]);
});

test('the first script imports none, so that the repair link works when the others are gone', () => {
  const page = readFileSync(join(folder, '../index.html'), 'utf8');
  const [, first = ''] = /<script[^>]+src="\/assets\/([^"]+)"/.exec(page) ?? [];
  expect(graph.get(first)).toEqual([]);
});

/** The exports of a script, and all that it takes from others, on demand too: "lists.js aJ". */
function namesOf(file: string): { given: string[]; taken: string[] } {
  const [given, taken]: [string[], string[]] = [[], []];
  const nameIn = (node: ESTree.ModuleExportName) => (node.type === 'Literal' ? node.value : node.name);
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier') taken.push(`${source.value.replace('./', '')} ${nameIn(one.imported)}`);
    },
    ExportSpecifier: ({ exported }) => void given.push(`${file} ${nameIn(exported)}`),
  }).visit(parseSync(file, codeOf(file)).program);
  for (const [, from, , name] of codeOf(file).matchAll(/import\("\.\/([^"]+)"\)\.then\((\w+)=>\2\.([\w$]+)\)/g))
    taken.push(`${from} ${name}`);
  return { given, taken };
}

test('each name that a script takes from another one is one of its exports', () => {
  const names = scripts.map(namesOf);
  const given = new Set(names.flatMap((one) => one.given));
  const taken = names.flatMap((one) => one.taken);
  expect(taken.length).toBeGreaterThan(1000);
  expect(taken.filter((one) => !given.has(one))).toEqual([]);
});
