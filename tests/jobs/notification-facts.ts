// The night of the design's pictures, Friday 03:12 in Berlin, for tests of notifications.
import type { AlarmFacts } from '#contract/notifications/notification.ts';

/** An instant from a local wall clock of November 2025 in Berlin (UTC+1). */
export const berlin = (day: number, clock: string): string =>
  new Date(`2025-11-${String(day).padStart(2, '0')}T${clock}:00.000+01:00`).toISOString();

/** ledger-01 failed at 03:10; the parts given replace its own. */
export const facts = (more: Partial<AlarmFacts> = {}): AlarmFacts => ({
  alarmId: '01939d1a-6c2e-7000-8000-0000000000a1',
  kind: 'failed',
  systemId: '01939d1a-6c2e-7000-8000-000000000001',
  systemName: 'ledger-01',
  organizationId: '01939d1a-6c2e-7000-8000-000000000011',
  organizationName: 'Ahlers Marine',
  timeZone: 'Europe/Berlin',
  since: berlin(21, '03:10'),
  reason: 'Disk full',
  lastBackup: berlin(20, '02:30'),
  dueAt: berlin(21, '02:30'),
  addedAt: berlin(1, '09:00'),
  now: berlin(21, '03:12'),
  ...more,
});
