// The effect of a changed schedule or retention on the systems that use it, before it is saved.
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import { healthAt, type Health } from '#contract/health.ts';
import type { Contract } from '#contract/index.ts';
import type { RetentionRule } from '#contract/retention.ts';
import { deadlines } from '#contract/time/deadlines.ts';
import { may } from '#contract/permissions.ts';
import { decode } from '#server/query/row-codec.ts';
import type { Context, Handler } from '#server/pipeline/dispatch.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { purgeBy, type Purge } from './retention-removal.ts';
import { loadOwners, healthInputs, scheduledOf } from '#server/entities/system/health.ts';
import type { RowOf } from '#server/db/engine.ts';

type Followed = 'schedule' | 'retention';
type Preview<N extends Followed> = Contract[N]['calls']['preview'];

/** Most systems that are looked at. */
const MOST_SYSTEMS = 5000;
const MOST_ALARMED = 100;
const MOST_PURGED = 1000;
/** Most backups that are read. */
const MOST_BACKUPS = 50_000;
/** Systems of one read: others come in between. */
const SLICE = 20;

/**
 * The systems that use a record, as far as the actor may read them; one more than are examined, to know whether there
 * are more.
 */
async function followersOf(unit: Unit, noun: Followed, id: string): Promise<RowOf<'system'>[]> {
  const { actor } = unit;
  if (actor.kind === 'person' && !may(actor.rights, 'system.read')) return [];
  const rows = await unit
    .select('system')
    .selectAll()
    .where(noun, '=', id)
    .orderBy('id')
    .limit(MOST_SYSTEMS + 1)
    .execute();
  const table = unit.table('system');
  return rows.map((row) => decode(table, row));
}

/** The health that raises an alarm of its kind. `failed` does not depend on a schedule. */
const alarming: readonly (AlarmKind | Health)[] = ['overdue', 'notBackedup'];

async function previewSchedule(
  unit: Unit,
  { id, ...input }: ParsedOf<Preview<'schedule'>>,
): Promise<ResultOf<Preview<'schedule'>>> {
  const saved = await unit.need('schedule', id);
  const schedule = {
    intervalUnit: input.intervalUnit ?? saved.intervalUnit,
    intervalValue: input.intervalValue ?? saved.intervalValue,
    alarmAfter: input.alarmAfter ?? saved.alarmAfter,
  };
  const all = await followersOf(unit, 'schedule', id);
  const rows = all.slice(0, MOST_SYSTEMS);
  const of = await loadOwners(unit, rows);
  const alarmed: ResultOf<Preview<'schedule'>>['alarmed'] = [];
  let resolved = 0;
  for (const row of rows) {
    const { organization } = of(row);
    const scheduled = scheduledOf(row, organization, schedule);
    const { dueAt, alarmAt } = deadlines(scheduled);
    const health = healthAt(healthInputs({ ...row, dueAt, alarmAt }, scheduled), unit.now);
    const open = row.alarms.find((kind) => alarming.includes(kind));
    if (open !== undefined && open !== health) resolved += 1;
    if (!alarming.includes(health) || open === health) continue;
    const { id: system, name } = row;
    const since = String(health === 'overdue' ? alarmAt : dueAt);
    alarmed.push({ id: system, name, organizationName: organization?.name ?? '', health, since });
  }
  alarmed.sort((a, b) => (a.since < b.since ? -1 : 1));
  return {
    systems: rows.length,
    organizations: new Set(rows.map(({ organization }) => organization)).size,
    isPart: all.length > rows.length,
    alarms: alarmed.length,
    alarmed: alarmed.slice(0, MOST_ALARMED),
    resolved,
  };
}

type PurgedSystem = ResultOf<Preview<'retention'>>['purged'][number];

/** Compares what the rule to come would remove with what the saved one removes. */
function purgedSystem(system: RowOf<'system'>, organizationName: string, next: Purge, saved: Purge): PurgedSystem {
  const before = new Set(saved.purgeList.map(({ id }) => id));
  const { purgeList, purgeSize, keepSize, keepCount } = next;
  const added = purgeList.filter(({ id }) => !before.has(id));
  const { id, name } = system;
  return {
    id,
    name,
    organizationName,
    keepCount,
    keepSize,
    purgeCount: purgeList.length,
    purgeSize,
    added: added.length,
    addedSize: added.reduce((sum, { size }) => sum + size, 0),
  };
}

type Count = 'keepCount' | 'keepSize' | 'purgeCount' | 'purgeSize' | 'added' | 'addedSize';

async function previewRetention(
  context: Context,
  { id, ...input }: ParsedOf<Preview<'retention'>>,
): Promise<ResultOf<Preview<'retention'>>> {
  const { saved, followers } = await context.read(async (unit) => ({
    saved: await unit.need('retention', id),
    followers: await followersOf(unit, 'retention', id),
  }));
  const rule: RetentionRule = {
    days: input.days ?? saved.days,
    weeks: input.weeks ?? saved.weeks,
    months: input.months ?? saved.months,
    years: input.years ?? saved.years,
  };
  const looked: PurgedSystem[] = [];
  let backups = 0;
  const rows = followers.slice(0, MOST_SYSTEMS);
  while (looked.length < rows.length && backups < MOST_BACKUPS) {
    const slice = rows.slice(looked.length, looked.length + SLICE);
    const found = await context.read(async (unit) => {
      const of = await loadOwners(unit, slice);
      const purged: PurgedSystem[] = [];
      for (const row of slice) {
        const purge = await purgeBy(unit, row);
        purged.push(purgedSystem(row, of(row).organization?.name ?? '', purge(rule), purge(saved)));
      }
      return purged;
    });
    for (const { keepCount, purgeCount } of found) backups += keepCount + purgeCount;
    looked.push(...found);
  }
  const sum = (key: Count): number => looked.reduce((total, one) => total + one[key], 0);
  const purged = looked.filter(({ purgeCount }) => purgeCount > 0).toSorted((a, b) => b.purgeSize - a.purgeSize);
  return {
    systems: looked.length,
    isPart: looked.length < followers.length,
    keepCount: sum('keepCount'),
    keepSize: sum('keepSize'),
    purgeCount: sum('purgeCount'),
    purgeSize: sum('purgeSize'),
    added: sum('added'),
    addedSize: sum('addedSize'),
    purged: purged.slice(0, MOST_PURGED),
    purgedSystems: purged.length,
    addedSystems: looked.filter(({ added }) => added > 0).length,
  };
}

export const schedulePreview: Handler<Preview<'schedule'>> = (context, input) =>
  context.read((unit) => previewSchedule(unit, input));
export const retentionPreview: Handler<Preview<'retention'>> = (context, input) => previewRetention(context, input);
