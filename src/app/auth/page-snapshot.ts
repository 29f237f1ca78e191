// A snapshot of the page that was open when the session ended: its elements and text, without field values and scripts.
import type { QueryClient } from '@tanstack/react-query';
import * as m from '#text/messages.js';
import { lastUserId } from './me.ts';

const KEY = 'backwatch.page';
/** A longer one is not stored, characters of JSON. */
const MAX_CHARACTERS = 500_000;
const SVG = 'http://www.w3.org/2000/svg';

/** A text, or an element without the attributes that load or link something. */
export type SnapshotNode =
  | string
  | { tag: string; svg: boolean; attributes: [string, string][]; top: number; inner: SnapshotNode[] };

export interface PageSnapshot {
  userId: string;
  /** The time of the oldest data on the page, epoch ms. */
  at: number;
  inner: SnapshotNode[];
}

// Dialogs may show a secret, and a client key that is shown is marked as one.
const LEFT_OUT = 'dialog, script, style, link, iframe, object, embed, template, [data-secret]';
// The live dot, which would say that the page is live.
const LIVE = '[data-live]';
const LOOKS =
  /^(class|style|dir|lang|hidden|type|placeholder|rows|aria-(current|checked|selected|pressed|expanded|disabled)|data-.+|viewBox|d|x|y|x[12]|y[12]|c[xy]|r[xy]?|width|height|points|transform|fill.*|stroke.*|opacity)$/;

/** The content of an element. Fields are empty, because their values may be secret. */
function contentOf(element: Element): SnapshotNode[] {
  return [...element.childNodes].flatMap((node): SnapshotNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element) || node.matches(LEFT_OUT)) return [];
    if (node.matches(LIVE)) return [signedOut(node)];
    const attributes = [...node.attributes].flatMap(({ name, value }): [string, string][] =>
      LOOKS.test(name) ? [[name, value]] : [],
    );
    const svg = node.namespaceURI === SVG;
    const inner = node.matches('textarea') ? [] : contentOf(node);
    return [{ tag: node.localName, svg, attributes, top: node.scrollTop, inner }];
  });
}

/** Stands in the place of the live dot. */
const signedOut = ({ className }: Element): SnapshotNode => ({
  tag: 'span',
  svg: false,
  attributes: [['class', className]],
  top: 0,
  inner: [m.auth_signed_out()],
});

/** Renders the nodes of a snapshot in an element, scrolled as they were. Parses no HTML. */
export function renderSnapshot(nodes: readonly SnapshotNode[], into: Element): void {
  const scrolled: [Element, number][] = [];
  const add = (one: SnapshotNode, parent: Element) => {
    if (typeof one === 'string') return parent.append(one);
    const made = one.svg ? document.createElementNS(SVG, one.tag) : document.createElement(one.tag);
    for (const [name, value] of one.attributes) made.setAttribute(name, value);
    if (one.top > 0) scrolled.push([made, one.top]);
    for (const child of one.inner) add(child, made);
    parent.append(made);
  };
  into.replaceChildren();
  for (const one of nodes) add(one, into);
  for (const [element, top] of scrolled) element.scrollTop = top;
}

/** The time of the oldest data that the page shows, epoch ms. The session's own answer is no data of the page. */
export function oldestOnPage(client: QueryClient, now: number): number {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const answered = shown.filter(({ queryKey, state }) => queryKey[0] !== 'auth' && state.dataUpdatedAt > 0);
  return Math.min(now, ...answered.map(({ state }) => state.dataUpdatedAt));
}

/** Stores the snapshot of a page for the person who was signed in last; nothing where nobody was. */
export function storeSnapshot(page: Element, at: number): void {
  const userId = lastUserId();
  if (userId === '') return;
  const text = JSON.stringify({ userId, at, inner: contentOf(page) } satisfies PageSnapshot);
  try {
    if (text.length <= MAX_CHARACTERS) sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be forbidden or full: the login stands behind the sheet then.
  }
}

/** The snapshot of this tab; null without one, and for the page of another person. */
export function storedSnapshot(): PageSnapshot | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PageSnapshot | null;
    return held !== null && held.userId !== '' && held.userId === lastUserId() ? held : null;
  } catch {
    return null;
  }
}

/** Removes the snapshot of this tab. */
export function removeSnapshot(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then none was stored.
  }
}
