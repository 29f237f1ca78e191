// Audits of a page: axe, console, requests, the browser's issues, and the frame of its document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page, Response } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Axe = { axe: { run(options: object): Promise<AxeResults> } };

/** In the page. Resolves once nothing fades or moves but for what never ends. */
async function atRest(): Promise<void> {
  // A part that the page adds at this moment begins to fade in with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const ends = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    .map(({ finished }) => finished);
  await Promise.allSettled(ends);
}

/** The violations that axe finds, in all rules or those of `options`: in a page that fades in, no text has its contrast yet. */
export async function axeFaults(page: Page, options: object = {}): Promise<string[]> {
  await page.evaluate(atRest);
  // A page that is audited twice has the script already; it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // Without `resultTypes`, axe describes each element that passed as well: 870 ms for a table of systems instead of 220.
  const own = { resultTypes: ['violations'], ...options };
  const { violations } = await page.evaluate((chosen) => (globalThis as unknown as Axe).axe.run(chosen), own);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Collects every message of console, network and browser from now on. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  const browser = await page.context().newCDPSession(page);
  browser.on('Audits.issueAdded', ({ issue: { code, details } }) => {
    // The anti-forgery token is read from its cookie: the asynchronous store of cookies is not in every browser yet.
    if (details.performanceIssueDetails?.performanceIssueType === 'DocumentCookie') return;
    complaints.push(`${code}: ${JSON.stringify(details)}`);
  });
  browser.on('Log.entryAdded', ({ entry }) => {
    if (entry.source === 'deprecation' || entry.level === 'error') complaints.push(`${entry.source}: ${entry.text}`);
  });
  await browser.send('Audits.enable');
  await browser.send('Log.enable');
  return complaints;
}

const headers: Record<string, RegExp> = {
  'content-type': /^text\/html; charset=utf-8$/i,
  'content-security-policy': /default-src 'self'|default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /./,
};

/** The good practices that a page violates. */
export async function malpractice(page: Page, document: Response | null): Promise<string[]> {
  const sent = document?.headers() ?? {};
  const missing = Object.entries(headers).filter(([name, words]) => !words.test(sent[name] ?? ''));
  return [...missing.map(([name]) => `header ${name}: ${sent[name]}`), ...(await page.evaluate(faultsOfDocument))];
}

/** In the page. */
function faultsOfDocument(): string[] {
  const faults: string[] = [];
  const hold = (so: boolean, words: string) => void (so || faults.push(words));
  const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  hold(document.compatMode === 'CSS1Compat' && document.doctype?.name === 'html', 'no doctype');
  hold(document.characterSet === 'UTF-8', 'not UTF-8');
  hold(document.documentElement.lang !== '', 'no language');
  hold(document.title !== '', 'no title');
  hold(content('description') !== '', 'no description');
  hold(content('viewport').includes('width=device-width'), 'no viewport');
  hold(!/user-scalable=(?:no|0)|maximum-scale/.test(content('viewport')), 'cannot be enlarged');
  for (const image of document.images) {
    hold(image.naturalWidth > 0, `broken image ${image.src}`);
    hold(image.hasAttribute('width') && image.hasAttribute('height'), `image without a size ${image.src}`);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]'))
    hold(/noopener|noreferrer/.test(link.rel), `opener given to ${link.href}`);
  hold(document.querySelector('input[onpaste]') === null, 'pasting is prevented');
  return faults;
}
