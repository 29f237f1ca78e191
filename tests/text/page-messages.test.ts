// The messages of a page, which has one language: shorter than those of the server, and the same in every variant.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/build.mjs';
import * as messages from '#text/messages.js';
import { languages, shortenMessage } from '#tools/text.mjs';
import { filesBelow, textOf } from '../shape/checkout.ts';

interface Message {
  (inputs: object, options?: { locale: string }): string;
  parts?: (inputs: object, options?: { locale: string }) => { type: string; value?: string; name?: string }[];
}
type Messages = Record<string, Message>;
interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}

const cataloguesOf = (language: string): [string, string | [Variants]][] =>
  readdirSync(join(root, 'src/text', language)).flatMap((area) =>
    Object.entries(
      JSON.parse(readFileSync(join(root, 'src/text', language, area), 'utf8')) as Record<string, string | [Variants]>,
    ),
  );

const numbers: Record<string, number> = { one: 1, other: 5 };

/** The inputs by which each variant is chosen: every other input is 2. */
function inputsOf(message: string | [Variants]): Record<string, unknown>[] {
  if (typeof message === 'string') return [new Proxy({}, { get: () => 2 })];
  const [{ declarations, match }] = message;
  const given = declarations.flatMap((one) => /^input (\w+)/.exec(one)?.[1] ?? []);
  const counted = new Map(
    declarations.flatMap((one) => {
      const [, local, input] = /^local (\w+) = (\w+): plural/.exec(one) ?? [];
      return local === undefined || input === undefined ? [] : [[local, input] as const];
    }),
  );
  return Object.keys(match).map((key) => {
    const conditions = key.split(',').map((one) => one.trim().split('=') as [string, string]);
    const chosen = conditions.map(([name, value]) => [counted.get(name) ?? name, numbers[value] ?? value] as const);
    return { ...Object.fromEntries(given.map((name) => [name, 2])), ...Object.fromEntries(chosen) };
  });
}

test('every variant of every message is the same as on the server', async () => {
  const language = 'de';
  const ofPage = (await import(join(root, '.cache/text', language, 'messages/_index.js'))) as Messages;
  const all = messages as unknown as Messages;
  const options = { locale: language };
  let compared = 0;
  for (const [name, message] of cataloguesOf(language))
    for (const inputs of inputsOf(message)) {
      const [full, short] = [all[name]!, ofPage[name]!];
      if (full.parts) {
        const plain = full.parts(inputs, options).map(({ type, value, name: mark }) => ({ type, value, name: mark }));
        expect(short.parts?.(inputs), name).toEqual(plain.map((part) => JSON.parse(JSON.stringify(part)) as object));
      } else expect(short(inputs), name).toBe(full(inputs, options));
      compared += 1;
    }
  expect(compared).toBeGreaterThan(2000);
});

test.each(languages)(
  'every message of a page in %s is shortened: the compiler writes what is looked for',
  (language) => {
    const folder = join(root, '.cache/text', language, 'messages');
    const longer = readdirSync(folder).filter((name) => {
      const code = readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[^]*?\*\/|`[^`]*`|"[^"\n]*"/g, '');
      return /\b(?:getLocale|options|attributes|assign)\b|\?\.|\{\}/.test(code);
    });
    expect(longer).toEqual([]);
  },
);

test.each(languages)('no text in %s holds code that is replaced', (language) => {
  const texts = cataloguesOf(language).flatMap(([, message]) =>
    typeof message === 'string' ? [message] : Object.values(message[0].match),
  );
  expect(texts.filter((text) => /i\?\.|, \{\}|options: |\bimport /.test(text))).toEqual([]);
});

test('a message has marked words in every language or in none', () => {
  const markedIn = (language: string) =>
    cataloguesOf(language).flatMap(([name, message]) => (JSON.stringify(message).includes('{#') ? [name] : []));
  for (const language of languages) expect(markedIn(language)).toEqual(markedIn('en'));
});

test('no page asks a message with marked words for its text, which is left out there', () => {
  const marked = Object.entries(messages as unknown as Messages).flatMap(([name, { parts }]) => (parts ? [name] : []));
  expect(marked.length).toBeGreaterThan(10);
  const files = filesBelow('src/app', 'src/text', 'sw').filter((file) => /\.tsx?$/.test(file));
  const called = files.flatMap((file) => [...textOf(file).matchAll(/\bm\.(\w+)\(/g)].map(([, name]) => `${name}`));
  expect(called.length).toBeGreaterThan(1000);
  expect(called.filter((name) => marked.includes(name))).toEqual([]);
});

test('the last variant stands for every other input, so that no page shows the name of a message', () => {
  const compiled = [
    'const de_found = (i) => {',
    '\tif (i?.kind === "one") return (`einer`);',
    '\tif (i?.kind === "other") return (`mehrere`);',
    '\treturn ("found");',
    '};',
  ].join('\n');
  expect(shortenMessage(compiled)).toBe(
    ['const de_found = (i) => {', '\tif (i.kind === "one") return (`einer`);', '\treturn (`mehrere`);', '};'].join(
      '\n',
    ),
  );
});
