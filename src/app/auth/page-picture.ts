// A picture of the page that was open when the session ended: elements and words for this tab, without data or scripts.
import type { QueryClient } from '@tanstack/react-query';
import { lastUserId } from './me.ts';

const KEY = 'backwatch.page';
/** A longer one is not stored, characters of JSON. */
const MAX_CHARACTERS = 500_000;
const SVG = 'http://www.w3.org/2000/svg';

/** An element without its attributes that act, such as addresses; or a text. */
export type Drawn = string | { tag: string; svg: boolean; attributes: [string, string][]; top: number; inner: Drawn[] };

export interface PagePicture {
  userId: string;
  /** The time of the oldest data on the page, epoch ms. */
  at: number;
  inner: Drawn[];
}

// Dialogs may show a secret, and a client key that is shown is marked as one.
// The live dot would say that the page is live.
const LEFT_OUT = 'dialog, script, style, link, iframe, object, embed, template, [data-secret], [data-live]';
const LOOKS =
  /^(class|style|dir|lang|hidden|type|placeholder|rows|aria-(current|checked|selected|pressed|expanded|disabled)|data-.+|viewBox|d|x|y|x[12]|y[12]|c[xy]|r[xy]?|width|height|points|transform|fill.*|stroke.*|opacity)$/;

/** Draws what is inside an element. Fields are drawn empty, because their values may be secret. */
export function draw(element: Element): Drawn[] {
  return [...element.childNodes].flatMap((node): Drawn[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element) || node.matches(LEFT_OUT)) return [];
    const attributes = [...node.attributes].flatMap(({ name, value }): [string, string][] =>
      LOOKS.test(name) ? [[name, value]] : [],
    );
    const svg = node.namespaceURI === SVG;
    const inner = node.matches('textarea') ? [] : draw(node);
    return [{ tag: node.localName, svg, attributes, top: node.scrollTop, inner }];
  });
}

/** Puts a drawing into an element of the page, scrolled as it was. Parses no HTML. */
export function paint(drawn: readonly Drawn[], into: Element): void {
  const scrolled: [Element, number][] = [];
  const add = (one: Drawn, parent: Element) => {
    if (typeof one === 'string') return parent.append(one);
    const made = one.svg ? document.createElementNS(SVG, one.tag) : document.createElement(one.tag);
    for (const [name, value] of one.attributes) made.setAttribute(name, value);
    if (one.top > 0) scrolled.push([made, one.top]);
    for (const child of one.inner) add(child, made);
    parent.append(made);
  };
  into.replaceChildren();
  for (const one of drawn) add(one, into);
  for (const [element, top] of scrolled) element.scrollTop = top;
}

/** The time of the oldest data that the page shows, epoch ms. The session's own answer is no data of the page. */
export function oldestOnPage(client: QueryClient, now: number): number {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const answered = shown.filter(({ queryKey, state }) => queryKey[0] !== 'auth' && state.dataUpdatedAt > 0);
  return Math.min(now, ...answered.map(({ state }) => state.dataUpdatedAt));
}

/** Stores the picture of a page for its person, who is not signed in any more. Nothing where nobody is known here. */
export function takePicture(page: Element, at: number): void {
  const userId = lastUserId();
  if (userId === '') return;
  const text = JSON.stringify({ userId, at, inner: draw(page) } satisfies PagePicture);
  try {
    if (text.length <= MAX_CHARACTERS) sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be forbidden or full: the login stands behind the sheet then.
  }
}

/** The picture of this tab; null without one, and for the page of another person. */
export function heldPicture(): PagePicture | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PagePicture | null;
    return held !== null && held.userId !== '' && held.userId === lastUserId() ? held : null;
  } catch {
    return null;
  }
}

/** Removes the picture of this tab. */
export function dropPicture(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then none was stored.
  }
}
