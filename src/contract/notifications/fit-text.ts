// Fits titles and bodies of notifications into their limits. Pure; counts code points, not UTF-16 units.
const TITLE_LENGTH = 32;
/** Code points that a body may have. */
export const BODY_LENGTH = 90;
/** A name cut to fewer code points cannot be distinguished from its neighbours. */
const NAME_ROOM = 9;
/** Code points reserved for the organization's name, however long the reason. */
const ORGANIZATION_ROOM = 20;

/** Code points of a text. */
export const length = (text: string): number => Array.from(text).length;

/** Returns one line without control characters and without marks that change the reading order of later text. */
export const clean = (text: string): string => text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** Cuts a text to `room` code points; an ellipsis replaces the end. */
export function cutEnd(text: string, room: number): string {
  const points = Array.from(text);
  if (points.length <= room) return text;
  const start = points.slice(0, Math.max(0, room - 1)).join('');
  return `${start.trimEnd()}…`;
}

/** Cuts a text to `room` code points; an ellipsis replaces the middle. */
export function cutMiddle(text: string, room: number): string {
  const points = Array.from(text);
  if (points.length <= room) return text;
  const head = Math.max(0, Math.ceil((room - 1) / 2));
  const tail = Math.max(0, room - 1 - head);
  return `${points.slice(0, head).join('')}…${points.slice(points.length - tail).join('')}`;
}

/**
 * Renders a title of at most 32 code points around a clean `name`; only the name is cut.
 * Takes the first shape that fits the whole name, else the first that leaves nine code points of it, else the last.
 */
export function fitTitle(name: string, shapes: readonly ((name: string) => string)[]): string {
  const sized = shapes.map((shape) => ({ shape, room: TITLE_LENGTH - length(shape('')) }));
  const best =
    sized.find(({ room }) => room >= length(name)) ?? sized.find(({ room }) => room >= NAME_ROOM) ?? sized.at(-1);
  return best ? best.shape(cutMiddle(name, best.room)) : cutMiddle(name, TITLE_LENGTH);
}

/**
 * Joins sentences, the most useful first, and the organization into at most 90 code points.
 * The first sentence is cut to fit; a later one that does not fit is left out.
 */
export function fitBody(sentences: readonly string[], organization: string): string {
  const owner = clean(organization);
  const room = BODY_LENGTH - 1 - Math.min(ORGANIZATION_ROOM, length(owner));
  let body = '';
  for (const sentence of sentences) {
    const next = body === '' ? cutEnd(sentence, room) : `${body} ${sentence}`;
    if (length(next) <= room) body = next;
  }
  return body === ''
    ? cutEnd(owner, BODY_LENGTH)
    : `${body} ${cutEnd(owner, BODY_LENGTH - 1 - length(body))}`.trimEnd();
}
