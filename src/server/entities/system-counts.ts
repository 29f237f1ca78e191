// The glance: how many systems are fine, which are not, and the last 28 nights of all of them together.
import { addDays, localDay } from '#contract/time/calendar.ts';
import type { Scheduled } from '#contract/time/deadlines.ts';
import { healthAt } from '#contract/health.ts';
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

export async function countSystems(unit: Unit): Promise<Row> {
  const query = unit.db.selectFrom('system').select([...COLUMNS]);
  const rows: Row[] = await narrowed(query, 'organization', unit.scope('system', 'read')).execute();
  const of = await belongings(unit, rows);
  const tally = newTally(unit.now);
  for (const row of rows) add(tally, unit.now, row, scheduledOf(row, of(row).organization, of(row).schedule));
  const { troubled, seen, ...counts } = tally;
  return { ...counts, organizations: seen.size, organizationsOk: [...seen].filter((id) => !troubled.has(id)).length };
}

interface Tally {
  total: number;
  ok: number;
  waiting: number;
  watched: number;
  overdue: string[];
  notBackedup: string[];
  failed: number;
  late: number;
  nights: { day: string; ok: number; missed: number; late: number }[];
  manual: { ok: number; count: number; overdue: number };
  automatic: { ok: number; count: number; overdue: number };
  seen: Set<string>;
  troubled: Set<string>;
}

function newTally(now: string): Tally {
  const today = localDay(now, 'UTC');
  const nights = Array.from({ length: NIGHTS }, (_, index) => ({
    day: addDays(today, index - NIGHTS + 1),
    ok: 0,
    missed: 0,
    late: 0,
  }));
  const block = () => ({ ok: 0, count: 0, overdue: 0 });
  return {
    total: 0,
    ok: 0,
    waiting: 0,
    watched: 0,
    overdue: [],
    notBackedup: [],
    failed: 0,
    late: 0,
    nights,
    manual: block(),
    automatic: block(),
    seen: new Set(),
    troubled: new Set(),
  };
}

function add(tally: Tally, now: string, row: Row, scheduled: Scheduled): void {
  const health = healthAt(momentsOf(row, scheduled), now);
  const block = row['backupMethod'] === 'manual' ? tally.manual : tally.automatic;
  tally.total += 1;
  block.count += 1;
  if (health === 'unwatched') return;
  tally.watched += 1;
  tally.seen.add(String(row['organization']));
  if (health === 'ok') {
    tally.ok += 1;
    block.ok += 1;
    if (row['lastBackup'] === null) tally.waiting += 1;
  } else tally.troubled.add(String(row['organization']));
  if (health === 'overdue') {
    tally.overdue.push(String(row['id']));
    block.overdue += 1;
  }
  if (health === 'failed' || health === 'late') tally[health] += 1;
  if (health === 'notBackedup') tally.notBackedup.push(String(row['id']));
  const strip = stripAt(heartbeatOf(row), scheduled, now, NIGHTS);
  tally.nights.forEach((night, index) => {
    const counted = COUNTED[strip.charAt(index)];
    if (counted) night[counted] += 1;
  });
}
