// The schedules and the retention of the first start: what a new installation chooses from.
import type { Unit } from '#server/pipeline/unit-of-work.ts';

const schedules = [
  { name: 'Nightly', intervalUnit: 'Days', alarmAfter: 6 },
  { name: 'Weekly', intervalUnit: 'Weeks', alarmAfter: 24 },
  { name: 'Monthly', intervalUnit: 'Months', alarmAfter: 72 },
] as const;

const standard = { name: 'Standard', days: 14, weeks: 8, months: 12, years: 2 };

const isEmpty = async (unit: Unit, noun: 'schedule' | 'retention'): Promise<boolean> =>
  (await unit.db.selectFrom(noun).select('id').limit(1).executeTakeFirst()) === undefined;

/** Makes them, shared by all organizations; leaves an installation that has its own as it is. */
export async function firstRecords(unit: Unit): Promise<void> {
  if (await isEmpty(unit, 'schedule'))
    for (const schedule of schedules)
      await unit.insert('schedule', { ...schedule, intervalValue: 1, organization: null });
  if (await isEmpty(unit, 'retention')) await unit.insert('retention', { ...standard, organization: null });
}
