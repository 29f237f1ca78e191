// The facts about a server without trouble: embedded database, nothing that waits.
import type { Facts } from '#app/features/server/server-text.ts';

export const AT = '2026-11-21T03:00:00.000Z';
const idle = { count: 0, nextAt: null };

export const soundServer = {
  stamp: '2026 1121 0300',
  version: '0.1.0',
  nodeVersion: '20.19.0',
  startedAt: AT,
  troubles: [],
  servers: 1,
  connected: 3,
  database: { engine: 'sqlite', bytes: 1, check: null },
  copies: { running: false, count: 1, last: { at: AT, bytes: 1 }, oldestAt: AT, nextAt: AT, failure: null },
  disk: { folder: '/data', free: 50, size: 100 },
  queues: { deadlines: { ...idle, system: null }, pushes: idle, mails: idle },
  tests: { mail: null, push: null, store: null },
  settings: [],
} satisfies Facts;
