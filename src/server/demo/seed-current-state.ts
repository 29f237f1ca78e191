// The present of the demonstration: each system's deadlines and alarms, raised by the server's own rules at their moment.
import type { Cause } from '#contract/cause.ts';
import { deadlines } from '#contract/time/deadlines.ts';
import { healthAt, type Health } from '#contract/health.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { deleteAlarmDeliveries } from '#server/entities/alarm/delivery-repository.ts';
import { raise } from '#server/entities/alarm/lifecycle.ts';
import { contextOf, evaluate, healthInputs } from '#server/entities/system/health.ts';
import { notePurge } from '#server/entities/schedule/retention-removal.ts';
import { toJson } from '#server/query/columns.ts';
import type { SeedContext } from './seed.ts';
import { before } from './history.ts';
import type { Scenario } from './plan.ts';
import type { RowOf } from '#server/db/engine.ts';

const HOUR = 60;
const NOTE = 'The billing server is being replaced this week. Back on Thursday.';
interface Beside {
  kind: AlarmKind;
  minutesAgo: number;
  cause?: (seedContext: SeedContext, id: string) => Promise<Cause>;
}

/** The figures of a backup that is much smaller than the one before. */
async function sizeCause({ unit }: SeedContext, id: string): Promise<Cause> {
  const sizes = unit.select('backup').select('size').where('system', '=', id).orderBy('date', 'desc');
  const [newest, usual] = await sizes.limit(2).execute();
  return { code: 'shrank', bytes: newest?.size ?? 0, usual: usual?.size ?? 0 };
}

/** Alarms without a deadline: raised beside the health of the system, this many minutes ago. */
const BESIDE: Partial<Record<Scenario, Beside>> = {
  offline: { kind: 'clientOffline', minutesAgo: 25 * HOUR },
  shrunk: { kind: 'sizeAnomaly', minutesAgo: 5 * HOUR, cause: sizeCause },
};

/** Brings every system of the demonstration to the present. Afterwards the jobs find nothing left to do. */
export async function settlePresent(seedContext: SeedContext): Promise<void> {
  for (const { id, scenario } of seedContext.systems) {
    await evaluateNow(seedContext, id);
    await notePurge(seedContext.unit, await seedContext.unit.need('system', id));
    const beside = BESIDE[scenario];
    if (beside) await raiseBeside(seedContext, id, beside);
    if (scenario === 'overdue-long') await acknowledge(seedContext, id);
    if (scenario === 'never-weekly') await snooze(seedContext, id);
  }
  await catchUpReminders(seedContext);
  // Mails of alarms that are hours old were read hours ago.
  await deleteAlarmDeliveries(seedContext.unit);
}

async function evaluateNow({ unit, asOf, jobContext }: SeedContext, id: string): Promise<void> {
  const system = await unit.need('system', id);
  const scheduled = await contextOf(unit, system);
  const { dueAt, alarmAt } = deadlines(scheduled);
  const health = healthAt(healthInputs({ ...system, dueAt, alarmAt }, scheduled), unit.now);
  const moments: Partial<Record<Health, string | null>> = {
    failed: system.failedAt,
    notBackedup: dueAt,
    overdue: alarmAt,
  };
  const since = moments[health];
  // One millisecond after a deadline health is another.
  const at = since ? new Date(Date.parse(since) + 1).toISOString() : unit.now;
  await evaluate(asOf(at), jobContext.services, system);
}

async function raiseBeside(seedContext: SeedContext, id: string, { kind, minutesAgo, cause }: Beside): Promise<void> {
  const { unit, asOf, jobContext } = seedContext;
  const at = before(unit.now, minutesAgo);
  const then = asOf(at);
  const system = await then.need('system', id);
  await raise(then, jobContext.services, system, kind, {
    since: at,
    cause: cause ? await cause(seedContext, id) : null,
  });
  await then.updateRow('system', system, { alarms: [...system.alarms, kind], alarmed: true });
}

const openOf = async ({ unit }: SeedContext, id: string): Promise<Pick<RowOf<'alarm'>, 'id' | 'since'>> =>
  unit
    .select('alarm')
    .select(['id', 'since'])
    .where('system', '=', id)
    .where('openKey', 'is not', null)
    .executeTakeFirstOrThrow();

async function acknowledge(seedContext: SeedContext, id: string): Promise<void> {
  const alarm = await openOf(seedContext, id);
  const acknowledgedAt = before(alarm.since, -9);
  const set = { acknowledgedAt, acknowledgedBy: seedContext.onCall[0]?.id ?? null, note: NOTE, nextAt: null };
  await seedContext.asOf(acknowledgedAt).update('alarm', alarm.id, set);
}

async function snooze(seedContext: SeedContext, id: string): Promise<void> {
  const alarm = await openOf(seedContext, id);
  const until = before(seedContext.unit.now, -5 * HOUR);
  await seedContext
    .asOf(before(seedContext.unit.now, HOUR))
    .update('alarm', alarm.id, { snoozedUntil: until, nextAt: until });
}

/** Old alarms were repeated and escalated since then: the first start does not send them once more. */
async function catchUpReminders({ unit, jobContext }: SeedContext): Promise<void> {
  const { remindAfterMinutes, escalateAfterMinutes } = jobContext.services;
  const open = await unit
    .select('alarm')
    .select(['id', 'createdAt'])
    .where('openKey', 'is not', null)
    .where('acknowledgedAt', 'is', null)
    .where('snoozedUntil', 'is', null)
    .execute();
  for (const { id, createdAt } of open) {
    const reminded = before(createdAt, -remindAfterMinutes);
    const escalated = before(createdAt, -escalateAfterMinutes);
    const values =
      escalated <= unit.now
        ? { stage: 2, nextAt: null }
        : reminded <= unit.now
          ? { stage: 1, nextAt: escalated }
          : { stage: 0, nextAt: reminded };
    await unit.withoutEvents.updateTable('alarm').set(values).where('id', '=', id).execute();
  }
  await unit.withoutEvents
    .updateTable('alarm')
    .set({ sent: 2, shown: 2, unreached: 0, notRung: toJson([]) })
    .where('openKey', 'is not', null)
    .execute();
}
