// The facts about the server on its screen: what waits, and the copies of its data.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Copies, Queues } from '#app/features/server/server-facts.tsx';
import type { Facts } from '#app/features/server/server-text.ts';

const AT = '2026-11-21T03:00:00.000Z';
const NOW = Date.parse(AT);
const idle = { count: 0, nextAt: null };
const none: Facts = {
  stamp: '2026 1121 0300',
  version: '0.1.0',
  nodeVersion: '20.19.0',
  startedAt: AT,
  troubles: [],
  servers: 1,
  connected: 3,
  database: { engine: 'sqlite', bytes: 1, check: null },
  copies: null,
  disk: null,
  queues: { deadlines: { ...idle, system: null }, pushes: idle, mails: idle },
  tests: { mail: null, push: null, store: null },
  settings: [],
};
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
