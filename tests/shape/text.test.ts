// The catalogue: named by area, complete in every language, used, and the only place of sentences for people.
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { filesBelow, isGenerated, textOf } from './checkout.ts';

const catalogues = filesBelow('src/text').filter((file) => /^src\/text\/[a-z]{2}\/.+\.json$/.test(file));
const keysOf = (file: string): string[] => Object.keys(JSON.parse(textOf(file)) as Record<string, unknown>);
const areaOf = (file: string): string => /([^/]+)\.json$/.exec(file)?.[1] ?? '';
const languageOf = (file: string): string => file.split('/')[2] ?? '';
const english = catalogues.filter((file) => languageOf(file) === 'en');

const isCode = (file: string) => /\.tsx?$/.test(file) && !isGenerated(file);
/** Folders whose strings people read. */
const code = filesBelow('src/app', 'sw', 'src/server/mails', 'src/server/jobs/notifications', 'src/text').filter(
  isCode,
);

/** Attributes of components whose value is read by people. */
const readAttributes =
  /^(?:label|title|alt|placeholder|note|detail|caption|word|sentence|aria-(?:label|description|roledescription|valuetext))$/;
/** Starts like a sentence and has more than one word. */
const isSentence = (value: string) =>
  /^[A-Z0-9“"][^\n]*[a-z][^\n]* [^\n]*$/.test(value) && !/^[A-Z]\d*[a-z]?[\d., -]+/.test(value);

/** Names of products: the same in every language. */
const properNames = ['Samsung Internet'];

/** Strings for people that stand in the code, as `file: text`. An error or a line of the log for programmers is none. */
function sentencesIn(file: string): string[] {
  const found = new Map<number, string>();
  const skipped = new Set<number>();
  const { program } = parseSync(file, textOf(file));
  const skip = (node: ESTree.Node) => void skipped.add(node.start);
  const ranges: { start: number; end: number }[] = [];
  const skipRange = (node: ESTree.Node) => void ranges.push(node);
  const add = (node: ESTree.Node, value: string) => found.set(node.start, value.trim());
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')) skipRange(node);
    },
    CallExpression: ({ callee, ...node }) => {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      if (callee.object.name === 'console') skipRange(node as ESTree.Node);
    },
    JSXText: (node) => {
      if (/\p{L}/u.test(node.value)) add(node, node.value);
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (name === 'className') skip(node);
      if (node.value?.type !== 'Literal' || typeof node.value.value !== 'string') return;
      if (readAttributes.test(name) && /\p{L}/u.test(node.value.value)) add(node.value, node.value.value);
      else skip(node.value);
    },
    Property: (node) => {
      const name = node.key.type === 'Identifier' ? node.key.name : '';
      if (node.value.type !== 'Literal' || typeof node.value.value !== 'string') return;
      if (readAttributes.test(name) && /\p{Lu}/u.test(node.value.value)) add(node.value, node.value.value);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && isSentence(node.value) && !properNames.includes(node.value))
        add(node, node.value);
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked).join('{}');
      if (/(?:^|\{\}|[a-z,] )[A-Za-z]+ (?:[a-z]+ |\{\})*/.test(text) && /[a-z]{2,} /.test(text) && / /.test(text))
        add(node, text);
    },
  }).visit(program);
  const inRange = (at: number) => ranges.some(({ start, end }) => start <= at && at < end);
  return [...found].filter(([start]) => !skipped.has(start) && !inRange(start)).map(([, text]) => `${file}: ${text}`);
}

describe('the catalogue', () => {
  test('the name of each message begins with its area', () => {
    const strays = english.flatMap((file) => keysOf(file).filter((key) => !key.startsWith(`${areaOf(file)}_`)));
    expect(strays).toEqual([]);
  });

  test('every language has every message', () => {
    const missing = catalogues.flatMap((file) => {
      const own = new Set(keysOf(file));
      const source = english.find((one) => areaOf(one) === areaOf(file));
      return (source ? keysOf(source) : []).filter((key) => !own.has(key)).map((key) => `${languageOf(file)}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  test('components of ui use no message of a feature', () => {
    const allowed = /^(?:actions|forms|lists|ui)_/;
    const used = filesBelow('src/app/ui')
      .filter(isCode)
      .flatMap((file) => [...textOf(file).matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => ({ file, key })));
    expect(used.filter(({ key }) => !allowed.test(key))).toEqual([]);
  });

  test('every message is used', () => {
    const all = filesBelow('src', 'sw').filter(isCode).map(textOf).join('\n');
    const used = new Set([...all.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key));
    expect(english.flatMap(keysOf).filter((key) => !used.has(key))).toEqual([]);
  });
});

test('no sentence for people stands outside the catalogue', () => {
  expect(code.flatMap(sentencesIn)).toEqual([]);
});
