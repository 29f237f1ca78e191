// The calls of sheets that ask for more than a yes: a failure is seen also where the sheet was closed meanwhile.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { CopyRule } from '#app/features/shell/copy-rule.tsx';
import { renderPage } from './render-page.tsx';

let answer: (response: Response) => void = () => undefined;
beforeEach(() => {
  dismissFlash();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const nightly = { id: 'nightly', name: 'Nightly' };
const acme = { id: 'acme', name: 'Acme' };
const copy = <CopyRule noun="schedule" record={nightly as never} to={acme} onCopied={() => undefined} />;
const full = () => Response.json({ code: 'E_STORAGE', message: 'full' }, { status: 507 });

async function press(page: ReactNode, name: string) {
  renderPage(() => page);
  fireEvent.click(await screen.findByRole('button', { name }));
}

test('a copy that failed says why in its place', async () => {
  await press(copy, 'Make a copy for Acme');
  await act(async () => answer(full()));
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved');
  expect(flashNow().visible).toBe(false);
});

test('a copy that failed is flashed where its sheet was closed meanwhile', async () => {
  await press(copy, 'Make a copy for Acme');
  cleanup();
  await act(async () => answer(full()));
  await vi.waitFor(() => expect(flashNow().messages[0]).toBe('Not saved'));
});
