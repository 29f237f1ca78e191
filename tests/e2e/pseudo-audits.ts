// Audits of a page in the pseudo-locale: text of no catalogue, words that are cut off, and the places of its elements.
import type { Page } from 'playwright-core';
import { MARKS, foreignTo, isCatalogue } from './pseudo-text.ts';

/** Names and keys that are the same in every language, and the version of a server under test. */
const NAMES = /\b(?:Backwatch|Windows|Linux|macOS|test|Ctrl\+(?:[A-Z]|Enter)|Esc|Enter|[a-z])\b/g;
/** An identifier is a word of the interface, not a text that somebody wrote: "missed", "runningSince". */
const isIdentifier = (text: string): boolean => /^[a-z]+(?:[A-Z][a-z]+)*$/.test(text);

/** A text of the data as screens shorten it: without its last full stop, the city of a time zone, a first name. */
function formsOf(text: string): string[] {
  if (/^[A-Z]\w+(?:\/\w+)+$/.test(text)) return [text, ...text.split('/').map((part) => part.replaceAll('_', ' '))];
  const [first = '', ...more] = text.split(' ');
  const isName = more.length === 1 && /^[A-Z]\S+ [A-Z]/.test(text);
  return [text, text.replace(/[.\s]+$/, ''), ...(isName ? [first] : [])];
}

/** The texts of the page that come neither from the catalogue nor from Intl nor from the data. */
export async function foreignTexts(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(visibleTexts);
  const parts = [...new Set(texts.flatMap(foreignTo))];
  const known = [...data].flatMap(formsOf).filter((text) => text.length > 1 && !isIdentifier(text));
  return parts.filter((part) => {
    const held = known.filter((text) => part.includes(text)).toSorted((a, b) => b.length - a.length);
    const rest = held.reduce((left, text) => left.replaceAll(text, ' '), part);
    return /[a-z]/.test(rest.replaceAll(NAMES, ' '));
  });
}

/** In the page. The text of each element, and the attributes that are read out or shown. */
function visibleTexts(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    // Keys, commands and patterns are the same in every language.
    if (
      !parent?.checkVisibility() ||
      parent.closest('script, style, kbd, pre, .font-mono, [class*="name-tester"], [dir="ltr"]')
    )
      continue;
    texts.push(walker.currentNode.textContent ?? '');
  }
  for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'title', 'alt'])
    for (const el of document.body.querySelectorAll(`[${name}]`)) texts.push(el.getAttribute(name) ?? '');
  return texts;
}

interface Cut {
  text: string;
  fault: string;
}

/** Words of the catalogue that are cut off, and whatever leaves the window. */
export async function misfits(page: Page): Promise<string[]> {
  const found = await page.evaluate(cutsOfDocument, MARKS.start);
  return found.filter(({ text }) => text === '' || isCatalogue(text)).map(({ text, fault }) => `${fault}: ${text}`);
}

/** In the page. */
function cutsOfDocument(mark: string): Cut[] {
  const cuts: Cut[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) cuts.push({ text: '', fault: `the page is ${root.scrollWidth} px wide` });
  // Columns of a table can be made wider; the line below a name ends where the row does; a title has the whole text.
  const mayEnd = '[role="cell"], [role="columnheader"], td, th, [title], [class*="list-row_meta"]';
  const isHidden = (el: Element | null): boolean =>
    el !== null && (getComputedStyle(el).clipPath !== 'none' || isHidden(el.parentElement));
  const isClipped = (el: Element | null): boolean =>
    el !== null && (getComputedStyle(el).overflowX !== 'visible' || isClipped(el.parentElement));
  for (const el of document.body.querySelectorAll<HTMLElement>('*')) {
    const text = el.textContent ?? '';
    const hasText = [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isControl = el.matches('button, a, label, summary, [role="tab"], [role="radio"]');
    if (!text.includes(mark) || !(hasText || isControl)) continue;
    const style = getComputedStyle(el);
    if (style.display === 'inline' || !el.checkVisibility() || el.closest(mayEnd) || isHidden(el)) continue;
    // Text that runs over a box without cutting has the room to the next one.
    if (style.overflowX === 'visible') {
      const isInline = (node: Node) => !(node instanceof Element) || getComputedStyle(node).display === 'inline';
      const [first, ...more] = [...el.childNodes].filter(isInline);
      if (!first) continue;
      const words = document.createRange();
      words.setStartBefore(first);
      words.setEndAfter(more.at(-1) ?? first);
      if (words.getBoundingClientRect().width > el.offsetWidth + 16) cuts.push({ text, fault: 'wider than its box' });
    } else if (el.scrollWidth > el.clientWidth + 1) cuts.push({ text, fault: 'cut off at its end' });
    if (style.overflowY === 'hidden' && el.scrollHeight > el.clientHeight + 4)
      cuts.push({ text, fault: 'cut off below' });
    const { left, right } = el.getBoundingClientRect();
    if ((left < -1 || right > innerWidth + 1) && !isClipped(el.parentElement))
      cuts.push({ text, fault: 'out of the window' });
  }
  return cuts;
}

/** The places of the elements from where lines begin, by their path in the document. */
export const placesIn = (page: Page): Promise<Record<string, [start: number, end: number]>> =>
  page.evaluate(placesOfDocument);

/** In the page. */
function placesOfDocument(): Record<string, [number, number]> {
  const isRtl = document.dir === 'rtl';
  const places: Record<string, [number, number]> = {};
  const pathOf = (el: Element): string => {
    const parent = el.parentElement;
    const at = parent ? [...parent.children].indexOf(el) : 0;
    return parent && parent !== document.body ? `${pathOf(parent)} ${el.tagName}${at}` : `${el.tagName}${at}`;
  };
  for (const el of document.body.querySelectorAll('nav, h1, h2, button, a, input, svg, [role="tab"], [role="radio"]')) {
    const { left, right, width } = el.getBoundingClientRect();
    if (width > 0 && el.checkVisibility())
      places[pathOf(el)] = isRtl ? [innerWidth - right, innerWidth - left] : [left, right];
  }
  return places;
}
