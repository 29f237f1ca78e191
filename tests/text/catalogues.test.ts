// Every language says everything: the same messages, with the same values in them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tools/build.mjs';

interface Variants {
  declarations: string[];
  match: Record<string, string>;
}
type Catalogue = Record<string, string | [Variants]>;

const folder = join(root, 'src/text');
const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name));
const areas = readdirSync(join(folder, 'en')).toSorted();
const read = (language: string, area: string) =>
  JSON.parse(readFileSync(join(folder, language, area), 'utf8')) as Catalogue;

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const textsOf = (message: string | [Variants]): string[] =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);

/** The values that a message takes, in order of the alphabet. */
const inputsOf = (message: string | [Variants] = ''): string[] =>
  typeof message === 'string'
    ? [...new Set(namesIn(message))].toSorted()
    : message[0].declarations.flatMap((one) => /^input (\w+)/.exec(one)?.[1] ?? []).toSorted();

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  test('the areas are those of English', () => {
    expect(readdirSync(join(folder, language)).toSorted()).toEqual(areas);
  });

  test.each(areas)('%s has every message, with the values of the English one', (area) => {
    const [english, translated] = [read('en', area), read(language, area)];
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(english).toSorted());
    const inputs = (catalogue: Catalogue) => Object.keys(english).map((key) => [key, inputsOf(catalogue[key])]);
    expect(inputs(translated)).toEqual(inputs(english));
  });

  test.each(areas)('%s shows each value of a message in at least one of its variants, as English does', (area) => {
    const [english, translated] = [read('en', area), read(language, area)];
    const shown = (catalogue: Catalogue) =>
      Object.keys(english).map((key) => [key, [...new Set(textsOf(catalogue[key] ?? '').flatMap(namesIn))].toSorted()]);
    expect(shown(translated)).toEqual(shown(english));
  });

  test('no message is empty where the English one is not', () => {
    const empty = areas.flatMap((area) => {
      const translated = read(language, area);
      return Object.entries(read('en', area)).flatMap(([key, message]) =>
        textsOf(message).every(Boolean) && !textsOf(translated[key] ?? '').every(Boolean) ? [key] : [],
      );
    });
    expect(empty).toEqual([]);
  });
});
