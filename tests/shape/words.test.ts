// The vocabulary and the comments of contract, app and worker, held to docs/glossary.md.
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { filesBelow, isGenerated, textOf } from './checkout.ts';
import {
  retiredEverywhere,
  retiredFiles,
  retiredIdentifiers,
  retiredServerFiles,
  retiredServerIdentifiers,
  retiredServerParts,
} from './retired-words.ts';

const folders = [
  'src/contract',
  'src/app',
  'src/text',
  'sw',
  'tests/contract',
  'tests/e2e',
  'tests/screens',
  'tests/sw',
  'tests/text',
];
const files = filesBelow(...folders).filter((file) => /\.tsx?$/.test(file) && !isGenerated(file));

const parsed = files.map((file) => {
  const { program, comments } = parseSync(file, textOf(file));
  return { file, program, comments };
});
const everywhere = new Set(retiredEverywhere.map((word) => word.toLowerCase()));
const whole = new Set(retiredIdentifiers);
/** `outboxShelf` holds the retired part `Shelf`. */
const partsOf = (name: string): string[] => name.split(/(?=[A-Z])|_|\d+/).map((part) => part.toLowerCase());

function retiredNamesIn(file: string, program: ESTree.Program): string[] {
  const found = new Set<string>();
  const check = (name: string) => {
    if (whole.has(name) || everywhere.has(name.toLowerCase()) || partsOf(name).some((part) => everywhere.has(part)))
      found.add(`${file}: ${name}`);
  };
  new Visitor({ Identifier: (node) => check(node.name) }).visit(program);
  return [...found];
}

/** The text of a comment without its marks. */
const plain = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join(' ')
    .trim();

const comments = parsed.flatMap(({ file, comments: all }) => all.map(({ value }) => ({ file, text: plain(value) })));
/** "What is left of it ...": a subject that is a clause needs a second reading. A question, and "When ..., it ..." do not. */
const relativeSubject =
  /^(?:(?:What|Who|Why|How|Which|Whether)(?:s?e|m|ever)?\b(?![^.]*\?)|(?:When|Where)\b(?![^.]*[?,]))/;

/** The server, the client and their tests; the end-to-end tests call the server's code. */
const serverFiles = filesBelow('src/server', 'src/agent', 'tests').filter(
  (file) => file.endsWith('.ts') && !/^tests\/(?:shape|screens|sw|contract|text)\//.test(file),
);

describe('words', () => {
  test('no identifier is a retired word', () => {
    // The end-to-end tests call the server's code, whose names follow with its own rework.
    const own = parsed.filter(({ file }) => !file.startsWith('tests/e2e/'));
    expect(own.flatMap(({ file, program }) => retiredNamesIn(file, program))).toEqual([]);
  });

  test('no identifier of the server is one of those that were replaced there', () => {
    const retired = new Set(retiredServerIdentifiers);
    const parts = new Set(retiredServerParts);
    const found = new Set<string>();
    for (const file of serverFiles) {
      const check = ({ name }: { name: string }) => {
        if (retired.has(name) || partsOf(name).some((part) => parts.has(part))) found.add(`${file}: ${name}`);
      };
      new Visitor({ Identifier: check, PrivateIdentifier: check }).visit(parseSync(file, textOf(file)).program);
    }
    expect([...found]).toEqual([]);
  });

  test('no comment of the server begins with a clause as its subject, or uses a retired word', () => {
    const clause = /^(?:What|Who|Whose|Whom)(?:ever)?\b(?![^.]*\?)/;
    const retired = new RegExp(`\\b(?:${retiredServerParts.join('|')})\\b(?!\\x60)`, 'i');
    const wrong = serverFiles.flatMap((file) => {
      const texts = parseSync(file, textOf(file)).comments.map(({ value }) => plain(value));
      return texts.filter((text) => clause.test(text) || retired.test(text)).map((text) => `${file}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test('no file has a retired name', () => {
    const nameOf = (file: string) => (file.split('/').at(-1) ?? '').replace(/\..*$/, '');
    const named = files.filter((file) => retiredFiles.includes(nameOf(file)) || nameOf(file).endsWith('-words'));
    const ofServer = filesBelow(
      'src/server',
      'src/agent',
      'tests/entities',
      'tests/server',
      'tests/jobs',
      'tests/agent',
    );
    expect(named.concat(ofServer.filter((file) => retiredServerFiles.includes(nameOf(file))))).toEqual([]);
  });

  test('no comment uses a retired word', () => {
    const wordsOf = (text: string) => text.toLowerCase().split(/[^a-z]+/);
    const wrong = comments.filter(({ text }) => wordsOf(text).some((word) => everywhere.has(word)));
    expect(wrong.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  test('fewer than ten comments begin with a relative clause', () => {
    const wrong = comments.filter(({ text }) => relativeSubject.test(text));
    expect(wrong.map(({ file, text }) => `${file}: ${text}`).slice(9)).toEqual([]);
  });
});

test('nothing is typed as any', () => {
  const found: string[] = [];
  for (const { file, program } of parsed.filter(({ file: name }) => !name.startsWith('tests/')))
    new Visitor({ TSAnyKeyword: () => void found.push(file) }).visit(program);
  expect(found).toEqual([]);
});

const ARTICLES = new Set(['a', 'an', 'the', 'of', 'one', 'this', 'its', 'for', 'to', 'and', 'in', 'is', 'returns']);

/** True if the docstring has a word that the name does not have: "A chip." says nothing about `Chip`. */
const saysMore = (docstring: string, name: string): boolean => {
  const known = partsOf(name).filter((part) => part !== '');
  const words =
    plain(docstring)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.some((word) => !ARTICLES.has(word) && !known.some((part) => word.startsWith(part)));
};

describe('docstrings', () => {
  const documented = ['src/contract/', 'src/app/ui/', 'src/app/api/'];

  test('at least 90 % of the exports of contract, ui and api have one that says more than the name', () => {
    const bare: string[] = [];
    let count = 0;
    for (const { file, program, comments: all } of parsed) {
      if (!documented.some((folder) => file.startsWith(folder))) continue;
      const docstrings = all.filter(({ value }) => value.startsWith('*'));
      const text = textOf(file);
      for (const node of program.body) {
        if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue;
        count += 1;
        const own = docstrings.find(({ end }) => end <= node.start && text.slice(end, node.start).trim() === '');
        const name = /(?:const|function|class|interface|type|enum)\s+(\w+)/.exec(text.slice(node.start))?.[1] ?? '';
        if (own === undefined || !saysMore(own.value, name)) bare.push(`${file}: ${name}`);
      }
    }
    expect(count).toBeGreaterThan(300);
    expect(bare.length / count <= 0.1 ? [] : bare).toEqual([]);
  });
});
