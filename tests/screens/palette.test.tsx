// The keys of the search across everything.
// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import Palette from '#app/features/search/palette.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], skipped: [] }));
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  signInAs({});
});
afterEach(async () => {
  cleanup();
  // The entry of the dialog leaves the history later, which would close the dialog of the next test.
  await vi.waitUntil(() => window.history.state === null);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('Enter that ends the input of a character opens nothing', async () => {
  const close = vi.fn();
  renderPage(() => <Palette onClose={close} onAcknowledge={vi.fn()} />);
  const field = await screen.findByRole('combobox', { hidden: true });
  fireEvent.change(field, { target: { value: '/account' } });
  expect(screen.getAllByRole('option', { hidden: true }).length).toBeGreaterThan(0);
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
});

test('Enter runs an action only once the answer is there', async () => {
  let answer = (): void => undefined;
  const asked = vi.fn(
    () => new Promise((resolve) => (answer = () => resolve(Response.json({ hits: [], skipped: [] })))),
  );
  vi.stubGlobal('fetch', asked);
  const close = vi.fn();
  renderPage(() => <Palette onClose={close} onAcknowledge={vi.fn()} />);
  const field = await screen.findByRole('combobox', { hidden: true });
  const typed = { target: { value: 'sign out' } };
  fireEvent.change(field, typed);
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'Enter' });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  fireEvent.keyDown(field, { key: 'Enter' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(close).not.toHaveBeenCalled();
  answer();
  await screen.findByText('1 result');
  fireEvent.keyDown(field, { key: 'Enter' });
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
});
