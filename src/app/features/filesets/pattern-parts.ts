// A pattern taken apart: its elements with their places, capture groups and repeats. Pure, and never runs the pattern.

/** One element of a pattern: a character, a class, an escape or a group, with its repeat. */
export interface PatternPart {
  /** Offsets in the pattern; `end` includes the repeat. */
  readonly start: number;
  readonly end: number;
  /** The number of a capture group; null for everything else. */
  readonly group: number | null;
  /** A group that looks ahead or behind. */
  readonly looks: boolean;
  /** The number or the name that a backreference refers to; null for everything else. */
  readonly refersTo: string | null;
  /** The elements inside a group. */
  readonly inside: readonly PatternPart[];
  /** The text of the repeat: "+", "{2,8}", or empty. */
  readonly repeat: string;
  /** Least and most repeats. */
  readonly least: number;
  readonly most: number;
}

const escape = /^\\(?:x\{[^}]*\}|x[0-9a-f]{2}|[pP]\{[^}]*\}|k[<{'][^>}']*[>}']|[^])/i;
const charClass = /^\[\^?\]?(?:\\[^]|[^\]\\])*\]/;
const repeatText = /^(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/;

function repeatOf(text: string): Pick<PatternPart, 'repeat' | 'least' | 'most'> {
  const [repeat = ''] = repeatText.exec(text) ?? [];
  const [, least, comma, most] = /^\{(\d+)(,)?(\d*)/.exec(repeat) ?? [];
  if (least !== undefined)
    return { repeat, least: Number(least), most: comma ? (most ? Number(most) : Infinity) : Number(least) };
  const sign = repeat.charAt(0);
  return { repeat, least: sign === '*' || sign === '?' ? 0 : 1, most: sign === '*' || sign === '+' ? Infinity : 1 };
}

/** The elements of a pattern from the outside in; null where its parentheses or brackets do not match. */
export function partsOf(source: string): PatternPart[] | null {
  let at = 0;
  let groups = 0;
  let broken = false;

  const finish = (start: number, part: Partial<PatternPart>): PatternPart => {
    const repeat = repeatOf(source.slice(at));
    at += repeat.repeat.length;
    return { group: null, looks: false, refersTo: null, inside: [], ...part, ...repeat, start, end: at };
  };

  function group(start: number): PatternPart {
    const [head = '('] = /^\((?:\?(?:P?<[a-z_]\w*>|<?[=!]|[a-z-]*:))?/i.exec(source.slice(at)) ?? [];
    const looks = /[=!]$/.test(head);
    const captures = head === '(' || head.endsWith('>');
    const number = captures ? (groups += 1) : null;
    at += head.length;
    const inside = sequence();
    if (source[at] !== ')') broken = true;
    at += 1;
    return finish(start, { group: number, looks, inside });
  }

  function sequence(): PatternPart[] {
    const found: PatternPart[] = [];
    while (at < source.length && source[at] !== ')') {
      const start = at;
      const rest = source.slice(at);
      if (rest.startsWith('(')) {
        found.push(group(start));
        continue;
      }
      if (rest.startsWith('[') && !charClass.test(rest)) broken = true;
      const [text = rest.charAt(0)] = escape.exec(rest) ?? charClass.exec(rest) ?? [];
      at += text.length;
      const [, digit, name] = /^\\(?:([1-9])|k[<{']([^>}']*)[>}'])$/.exec(text) ?? [];
      found.push(finish(start, { refersTo: digit ?? name ?? null }));
    }
    return found;
  }

  const all = sequence();
  return broken || at < source.length ? null : all;
}

/** Every element, inner ones after the ones around them. */
export const flatParts = (parts: readonly PatternPart[]): PatternPart[] =>
  parts.flatMap((part) => [part, ...flatParts(part.inside)]);

/** The capture groups in the order of their numbers. */
export const captureGroups = (source: string): PatternPart[] =>
  flatParts(partsOf(source) ?? []).filter(({ group }) => group !== null);
