// Names of files, the comment on the first line of each file, and the completeness of the entity registry.
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { filesBelow, isGenerated, textOf } from './checkout.ts';

/** Addresses that the specification fixes; the name of a route file is its address. */
const fixedByTheAddress = ['manual_scans', 'oauthCallback'];
const emptyWords = ['util', 'utils', 'misc', 'helper', 'helpers', 'common', 'manager', 'stuff'];

const files = filesBelow('src', 'sw', 'tests', 'public');
const segments = [...new Set(files.flatMap((file) => file.split('/')))];
const pieces = (segment: string) => segment.split('.');

// Removes the marks of the router: `_pathless`, `__root`, `$parameter`, `-private`, `(group)`, `parent_`.
const bare = (piece: string) => piece.replace(/^(?:-|_{1,2}|\$|\()/, '').replace(/[_)]$/, '');

describe('names', () => {
  test('every file and folder is kebab-case', () => {
    const isKebab = (piece: string) => /^[a-z0-9]*(?:-[a-z0-9]+)*$/.test(piece) || fixedByTheAddress.includes(piece);
    const isPascalParameter = (piece: string) => /^\$[a-z][A-Za-z0-9]*$/.test(piece);
    const wrong = segments.filter((name) => !pieces(name).every((one) => isKebab(bare(one)) || isPascalParameter(one)));
    expect(wrong).toEqual([]);
  });

  test('no name is an empty word such as utils', () => {
    const isEmpty = (name: string) => name.split(/[-_.$]/).some((word) => emptyWords.includes(word.toLowerCase()));
    expect(segments.filter(isEmpty)).toEqual([]);
  });

  test('every file begins with a comment that describes its content', () => {
    const written = files.filter((file) => /\.(?:ts|tsx|mjs|css)$/.test(file) && !isGenerated(file));
    const first = (file: string) =>
      textOf(file)
        .replace(/^#!.*\n/, '')
        .split('\n', 1)[0] ?? '';
    const isDescription = (line: string) => /^(?:\/\/|\/\*\*?) *[^\s@*/].{8,}/.test(line);
    expect(written.filter((file) => !isDescription(first(file)))).toEqual([]);
  });

  test('every entity that a contract file declares is registered', () => {
    const declared = files
      .filter((file) => /^src\/contract\/[a-z-]+\.ts$/.test(file))
      .flatMap((file) => {
        const matches = textOf(file).matchAll(/^export const (\w+) = entity\(\s*'(\w+)'/gm);
        return [...matches].map(([, name = '', noun = '']) => ({ file: file, name, noun }));
      });
    const registered: Record<string, unknown> = contract;
    expect(declared.length).toBeGreaterThan(0);
    expect(declared.filter(({ noun }) => !(noun in registered))).toEqual([]);
    expect(declared.filter(({ name, noun }) => name !== noun)).toEqual([]);
  });
});
