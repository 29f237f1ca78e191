// Declarations that nothing asks for by type: each is registered.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { filesBelow, textOf } from './checkout.ts';

const namesIn = (folder: string): string[] => readdirSync(resolve(import.meta.dirname, '../..', folder));

test('every noun that a file of the contract declares is in the contract', () => {
  const declared = filesBelow('src/contract').flatMap((file) =>
    [...textOf(file).matchAll(/^export const \w+ = entity\('(\w+)'/gm)].map(([, noun]) => noun),
  );
  expect(declared.toSorted()).toEqual(Object.keys(contract).toSorted());
});

test('every noun that a file of the server defines is in its registry', () => {
  const defined = filesBelow('src/server/entities').flatMap((file) =>
    [...textOf(file).matchAll(/defineEntity\(contract\.(\w+)/g)].map(([, noun]) => noun),
  );
  const registry = textOf('src/server/registry.ts');
  expect(defined.filter((noun) => !registry.includes(`  ${String(noun)}: ${String(noun)}Entity,`))).toEqual([]);
  expect(defined.length).toBeGreaterThan(15);
});

test('every migration is in the list, in its order', () => {
  const files = namesIn('src/server/db/migrations').map((file) => file.replace(/\.ts$/, ''));
  const listed = [...textOf('src/server/db/migrate.ts').matchAll(/\{ name: '([^']+)'/g)].map(([, name]) => name);
  expect(listed).toEqual(files.toSorted());
});

test('every feature is imported from outside of its folder', () => {
  const imports = filesBelow('src/app', 'sw').map((file) => [file, textOf(file)] as const);
  const unused = namesIn('src/app/features').filter(
    (feature) =>
      !imports.some(([file, text]) => !file.includes(`/features/${feature}/`) && text.includes(`features/${feature}/`)),
  );
  expect(unused).toEqual([]);
});
