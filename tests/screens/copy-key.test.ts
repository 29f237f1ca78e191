// Copying a client key: the clipboard is asked within the press, before the key is there.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissFlash, pastFlashes } from '#app/device/flash.ts';
import { copyKey } from '#app/features/client/client-key.ts';

const owner = { noun: 'system', id: 'ledger', name: 'ledger-01', organizationId: 'acme' } as const;
let answer: (response: Response) => void;
const written: Record<string, Promise<unknown>>[] = [];
/** Takes promises of blobs alone, as Safari and Chrome before 133. */
const write = vi.fn(async ([item]: Record<string, Promise<unknown>>[]) => {
  if (!item) return;
  written.push(item);
  if (!((await item['text/plain']) instanceof Blob)) throw new TypeError('not a blob');
});

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  vi.stubGlobal('ClipboardItem', function ClipboardItem(parts: object) {
    return parts;
  });
  Object.assign(navigator, { clipboard: { write } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(navigator, { clipboard: undefined });
  written.length = 0;
  dismissFlash();
});

test('the text that is made of the key arrives as a blob, and the clipboard was asked before', async () => {
  const done = copyKey(owner, (key) => `KEY=${key}`);
  expect(written).toHaveLength(1);
  answer(Response.json({ key: 'bw_1' }));
  expect(await done).toBe(true);
  const blob = await written[0]?.['text/plain'];
  expect(blob instanceof Blob && (await blob.text())).toBe('KEY=bw_1');
});

test('a key that the server refuses is not copied, and its failure is said', async () => {
  const done = copyKey(owner);
  answer(Response.json({ code: 'E_FORBIDDEN', message: '' }, { status: 403 }));
  expect(await done).toBe(false);
  expect(pastFlashes()[0]?.text).not.toMatch(/copy/i);
});

test('a browser without a clipboard says that it could not copy', async () => {
  Object.assign(navigator, { clipboard: undefined });
  const done = copyKey(owner);
  answer(Response.json({ key: 'bw_1' }));
  expect(await done).toBe(false);
  expect(pastFlashes()[0]?.text).toMatch(/copy/i);
});
