// The built scripts of the app: what each imports before it can run.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, Visitor, parseSync } from 'vite';
import { expect, test } from 'vitest';
import { root } from '#tools/build.mjs';
import { circlesIn } from '../circles.ts';

const folder = join(root, 'dist/app/assets');
const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));

/** The static imports of a script, by file name. */
function importsOf(file: string): string[] {
  const found: string[] = [];
  const add = (source: ESTree.StringLiteral | null) => source && found.push(source.value.replace('./', ''));
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
  }).visit(parseSync(file, readFileSync(join(folder, file), 'utf8')).program);
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
