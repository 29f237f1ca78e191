// The invitation of a person: the question before its page is left, and the focus where an organization is removed.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { rememberUser } from '#app/auth/me.ts';
import { Invitation } from '#app/features/users/invitation.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', async () => Response.json([{ id: 'night', name: 'Night', permissions: [], users: [] }]));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const named = (name: string) => ({ id: name, name });
function show() {
  const permissions = { user: ['read', 'create'], usergroup: ['create'], group: ['read'] };
  signInAs(permissions, { id: 'alice' });
  rememberUser({ id: 'alice', email: 'alice@example.com' });
  return renderPage(() => <Invitation />);
}

test('the question before leaving names the chosen groups, although they came after the form', async () => {
  const router = show();
  fireEvent.click(await screen.findByText('Night'));
  void router.navigate({ to: '/elsewhere' as never });
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toContain('Night');
});

test('after an organization is removed the focus is on the next one, after the last one on the row that adds', async () => {
  const names = ['Acme', 'Norra'];
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('available') ? names.map(named) : []));
  show();
  for (const name of names) {
    fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
    fireEvent.click(await screen.findByText(name));
    await screen.findByRole('checkbox', { name });
  }
  const remove = (name: string) => {
    const box = screen.getByRole('checkbox', { name });
    box.focus();
    fireEvent.click(box);
  };
  remove('Acme');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Norra' }));
  remove('Norra');
  expect(document.activeElement?.textContent).toMatch(/^Add/);
});
