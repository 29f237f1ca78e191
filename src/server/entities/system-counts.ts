// The glance: how many systems are fine, which are not, and the last 28 nights of all of them together.
import { addDays, localDay } from '#contract/time/calendar.ts';
import { countFleet, type SystemGroup } from '#contract/fleet.ts';
import { healthAt, type Health } from '#contract/health.ts';
import { stripAt } from '#contract/time/heartbeat.ts';
import { narrowed } from '#server/kernel/term-sql.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { belongings, heartbeatOf, momentsOf, scheduledOf } from './watching.ts';

const NIGHTS = 28;
const COLUMNS = [
  'id',
  'organization',
  'schedule',
  'active',
  'createdAt',
  'lastBackup',
  'failedAt',
  'dueAt',
  'alarmAt',
  'heartbeatCells',
  'heartbeatDay',
  'backupMethod',
] as const;

/** What a letter of the strip counts as. */
const COUNTED: Readonly<Record<string, 'ok' | 'missed' | 'late'>> = { o: 'ok', m: 'missed', l: 'late' };

/** Counts the systems that the actor may read, by the rules of `countFleet`. */
export async function countSystems(unit: Unit): Promise<Row> {
  const scope = unit.scope('system', 'read');
  const query = unit.db.selectFrom('system').select([...COLUMNS]);
  const rows: Row[] = await narrowed(query, 'organization', scope).execute();
  const organizations = await activeById(unit, scope);
  const of = await belongings(unit, rows);
  const [groups, nights] = [[] as SystemGroup[], newNights(unit.now)];
  const [overdue, notBackedup] = [[] as string[], [] as string[]];
  for (const row of rows) {
    const scheduled = scheduledOf(row, of(row).organization, of(row).schedule);
    const group = groupOf(row, healthAt(momentsOf(row, scheduled), unit.now));
    groups.push(group);
    if (group.health === 'unwatched') continue;
    if (group.health === 'overdue') overdue.push(String(row['id']));
    if (group.health === 'notBackedup') notBackedup.push(String(row['id']));
    addNights(nights, stripAt(heartbeatOf(row), scheduled, unit.now, NIGHTS));
  }
  return { ...countFleet(organizations, groups), overdue, notBackedup, nights };
}

const groupOf = (row: Row, health: Health): SystemGroup => ({
  organization: String(row['organization']),
  health,
  active: Boolean(row['active']),
  method: row['backupMethod'] === 'manual' ? 'manual' : 'automatic',
  count: 1,
});

/** Returns which of these organizations are active, by id. */
async function activeById(unit: Unit, scope: 'all' | readonly string[]): Promise<Map<string, boolean>> {
  const rows: Row[] = await narrowed(
    unit.db.selectFrom('organization').select(['id', 'active']),
    'id',
    scope,
  ).execute();
  return new Map(rows.map(({ id, active }) => [String(id), active === 1]));
}

interface Night {
  day: string;
  ok: number;
  missed: number;
  late: number;
}

function newNights(now: string): Night[] {
  const today = localDay(now, 'UTC');
  return Array.from({ length: NIGHTS }, (_, index) => ({
    day: addDays(today, index - NIGHTS + 1),
    ok: 0,
    missed: 0,
    late: 0,
  }));
}

function addNights(nights: Night[], strip: string): void {
  nights.forEach((night, index) => {
    const counted = COUNTED[strip.charAt(index)];
    if (counted) night[counted] += 1;
  });
}
