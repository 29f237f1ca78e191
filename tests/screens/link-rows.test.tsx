// The organizations of a user: the keys lead from any place to the search, and from the search to the rows.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { LinkRows } from '#app/features/users/link-rows.tsx';
import { signInAs } from './queries.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

test('/ leads to the search, arrow down from there to the first organization', () => {
  signInAs({});
  const links = ['Acme', 'Norra'].map((name) => ({ id: name, name, active: true, userorg: name, alarmEmails: true }));
  render(
    <QueryClientProvider client={queryClient}>
      <input id="find" aria-label="find" />
      <LinkRows user={{ id: 'bob', alarmEmails: true } as never} links={links} searchId="find" />
    </QueryClientProvider>,
  );
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement?.id).toBe('find');
  fireEvent.keyDown(screen.getByLabelText('find'), { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Acme');
});
