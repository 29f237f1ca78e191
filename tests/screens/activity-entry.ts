// An entry of the activity that the tests of its words and its row begin from.
import type { Entry } from '#app/features/activity/activity-text.ts';

export const ID = '019a0000-0000-7000-8000-000000000001';
export const entry: Entry = {
  id: ID,
  createdAt: '2026-11-20T12:00:00.000Z',
  organization: null,
  organizationId: null,
  model: 'schedule',
  object: ID,
  name: 'Nightly',
  action: 'updated',
  actor: { kind: 'user', id: ID, name: 'Mia Lund' },
  carrier: 'http',
  ip: '203.0.113.7',
  changed: [{ field: 'alarmAfter', before: 2, after: 6 }],
};
