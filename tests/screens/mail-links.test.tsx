// Choosing a password by the link of a mail.
// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { ChoosePasswordForm } from '#app/features/auth/choose-password-form.tsx';
import { renderPage } from './render-page.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a password that was set leads on, although the next call fails', async () => {
  vi.stubGlobal('scrollTo', vi.fn());
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://backwatch.example');
    asked.push(pathname);
    if (pathname === '/api/user/token')
      return Response.json({ mode: 'reset', email: 'mia@example.com', signedIn: true });
    return Response.json({ code: 'E_INTERNAL', message: 'broken' }, { status: 500 });
  });
  const open = { id: 'token', mode: 'reset' as const, email: 'mia@example.com', expiresAt: '', asksPassword: true };
  const page = () => <ChoosePasswordForm token="secret" open={open} onStale={() => undefined} />;
  const { history } = renderPage(page, '/auth/recover-password');
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'correct horse battery' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await vi.waitFor(() => expect(history.location.pathname).toBe('/'));
  expect(asked).toEqual(['/api/user/token', '/api/auth/check-user']);
  expect(screen.queryByRole('alert')).toBeNull();
});
