// A language of no country: English with accents, marked and 40 % longer, as a transform of the compiled messages.
import { type Plugin, Visitor, parseSync } from 'vite';

export type Direction = 'ltr' | 'rtl';

/** The languages under which the server finds the pages: neither has a catalogue. */
export const PAGES = { ltr: 'eo', rtl: 'ar' } as const satisfies Record<Direction, string>;

/** Around every message. Neither data nor the English catalogue has them. */
export const MARKS = { start: '‹', end: '›' } as const;

/** Around what Intl wrote: characters without a width. */
const FORMAT_MARKS = { start: '\u2062', end: '\u2063' } as const;

/** In the page, before its scripts: marks what Intl writes for the reader, whose locale the browser has. */
export const markFormats = `
  const marked = (text) => '${FORMAT_MARKS.start}' + text + '${FORMAT_MARKS.end}';
  const isForReader = (formatter) => formatter.resolvedOptions().locale === navigator.language;
  for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat]) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'format');
    Object.defineProperty(prototype, 'format', {
      get() {
        const format = get.call(this);
        return isForReader(this) ? (value) => marked(format(value)) : format;
      },
    });
  }
  Intl.ListFormat.prototype.format = (list) => [...list].join(marked(', '));
`;

/** Characters that make text run from right to left, whatever its letters are, and end that. */
const OVERRIDE = { start: '\u202E', end: '\u202C' } as const;

const plain = 'abcdefghijklmnopqrstuvwxyzACDEGHIJKLNORSTUWYZ';
const accented = 'åḃçḋéḟĝĥîĵķļṁñöṗɋŕšţûṽŵẋýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ';
/** Marks, and letters that only the pseudo-locale has. */
const ownLetters = new RegExp(`[${MARKS.start}${MARKS.end}${OVERRIDE.start}${OVERRIDE.end}${accented}]`);
const accents = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]));

const LONGER = 0.4;

/** The texts of one message between its placeholders, with accents, and with their marks 40 % longer together. */
export function lengthened(texts: readonly string[]): string[] {
  const all = texts.join('').length;
  const share = Math.max(0, all * LONGER - 2) / all;
  let due = 0.5;
  return texts.map((text) =>
    [...text]
      .map((letter) => {
        const other = accents.get(letter) ?? letter;
        due += share;
        if (!/[a-z]/i.test(letter) || due < 1) return other;
        due -= 1;
        return other + other;
      })
      .join(''),
  );
}

const directed = (text: string, isRtl: boolean): string =>
  isRtl && text.trim() !== '' ? `${OVERRIDE.start}${text}${OVERRIDE.end}` : text;

/** True for words of the catalogue alone, without data and without what Intl writes. */
export const isCatalogue = (text: string): boolean => text.includes(MARKS.start) && !/[a-z0-9\u2062]/.test(text);

/** The parts of a text that are neither in the catalogue nor written by Intl, and have letters of their own. */
export function foreignTo(text: string): string[] {
  return text
    .replaceAll(/\u2062[^\u2063]*\u2063/g, MARKS.start)
    .split(ownLetters)
    .map((part) => part.trim())
    .filter((part) => /[a-z]/.test(part));
}

interface Replacement {
  start: number;
  end: number;
  code: string;
}

/** The module of one message with its texts replaced. Placeholders, and the choice of plurals and variants, stay. */
export function pseudoMessage(file: string, code: string, isRtl: boolean): string {
  const replacements: Replacement[] = [];
  const replace = (start: number, end: number, written: string): void =>
    void replacements.push({ start, end, code: written });
  const escaped = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, '\\$&');
  new Visitor({
    TemplateLiteral: ({ quasis, start, end }) => {
      replace(start, start + 1, `\`${MARKS.start}`);
      const written = lengthened(quasis.map(({ value }) => value.cooked ?? value.raw));
      for (const [index, { start: from, end: to }] of quasis.entries())
        replace(from, to, escaped(directed(written[index] ?? '', isRtl)));
      replace(end - 1, end, `${MARKS.end}\``);
    },
    // A message with marked words is also a list of its parts.
    ArrayExpression: ({ elements, start, end }) => {
      const texts = elements.flatMap((part) => {
        if (part?.type !== 'ObjectExpression') return [];
        const value = part.properties.find(
          (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'value',
        );
        return value?.type === 'Property' && value.value.type === 'Literal' ? [value.value] : [];
      });
      if (texts.length === 0) return;
      const written = lengthened(texts.map(({ value }) => String(value)));
      for (const [index, { start: from, end: to }] of texts.entries())
        replace(from, to, JSON.stringify(directed(written[index] ?? '', isRtl)));
      replace(start, start + 1, `[{ type: "text", value: "${MARKS.start}" }, `);
      replace(end - 1, end, `, { type: "text", value: "${MARKS.end}" }]`);
    },
  }).visit(parseSync(file, code).program);
  return replacements
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, code: written }) => text.slice(0, start) + written + text.slice(end), code);
}

/** Replaces the messages of the catalogue while the pages are built. */
export const pseudoMessages = (isRtl: boolean): Plugin => ({
  name: 'backwatch-pseudo-messages',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/text\/en\/messages\/(?!_index)[^/]+\.js$/.test(id)) return undefined;
    return { code: pseudoMessage(id, code, isRtl), map: null };
  },
});
