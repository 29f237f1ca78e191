// The facts about the server on its screen: what waits, and the copies of its data.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Copies, Queues } from '#app/features/server/server-facts.tsx';
import { AT, soundServer } from './server-sample.ts';

const NOW = Date.parse(AT);
const none = { ...soundServer, copies: null };
const actions = { busy: null, test: () => undefined, copy: () => undefined };
afterEach(cleanup);

test('without copies PostgreSQL is named only where it has the data', () => {
  const { rerender } = render(<Copies facts={none} now={NOW} actions={actions} />);
  screen.getByText('This server makes no copies of its database.');
  expect(screen.queryByText(/PostgreSQL/)).toBeNull();
  const database = { ...none.database, engine: 'postgres' as const };
  rerender(<Copies facts={{ ...none, database }} now={NOW} actions={actions} />);
  screen.getByText(/^Its data is in PostgreSQL/);
});

test('the deadlines name the system that is next', () => {
  const deadlines = { count: 2, nextAt: AT, system: { id: AT, name: 'ledger-01' } };
  render(<Queues facts={{ ...none, queues: { ...none.queues, deadlines } }} now={NOW} />);
  expect(screen.getByText(/^next /).textContent).toMatch(/^next 3:00\sAM, .?ledger-01.?$/);
});
