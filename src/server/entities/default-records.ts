// The records of the first start: the groups, and the schedules and the retention that a new installation chooses from.
import type { NounPresets } from '#contract/define.ts';
import { type GroupPreset, isInPreset } from '#contract/group-presets.ts';
import { contract } from '#contract/index.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { permissions } from './user/permission.ts';

const schedules = [
  { name: 'Nightly', intervalUnit: 'Days', alarmAfter: 6 },
  { name: 'Weekly', intervalUnit: 'Weeks', alarmAfter: 24 },
  { name: 'Monthly', intervalUnit: 'Months', alarmAfter: 72 },
] as const;

const standard = { name: 'Standard', days: 14, weeks: 8, months: 12, years: 2 };

const isEmpty = async (unit: Unit, noun: 'schedule' | 'retention'): Promise<boolean> =>
  (await unit.asInternal().select(noun).select('id').limit(1).executeTakeFirst()) === undefined;

/** Makes them, shared by all organizations; leaves an installation that has its own as it is. */
export async function firstRecords(unit: Unit): Promise<void> {
  if (await isEmpty(unit, 'schedule'))
    for (const schedule of schedules)
      await unit.insert('schedule', { ...schedule, intervalValue: 1, organization: null });
  if (await isEmpty(unit, 'retention')) await unit.insert('retention', { ...standard, organization: null });
}

type GroupName = 'Administrators' | 'Organization administrators' | 'On-call' | 'Viewers';

const presets: Record<string, NounPresets> = Object.fromEntries(
  Object.values(contract).map(({ noun, presets: declared }) => [noun, declared]),
);

/** Makes those that are missing; answers the ids by name. */
export async function firstGroups(unit: Unit): Promise<Record<GroupName, string>> {
  const grants = (preset: GroupPreset) =>
    permissions.filter((one) => isInPreset(presets, preset, one)).map(({ model, action }) => ({ model, action }));
  const wanted = {
    Administrators: grants('everything'),
    'Organization administrators': grants('organizationAdministrator'),
    'On-call': grants('onCall'),
    Viewers: grants('viewer'),
  };
  const idOf = async (name: GroupName) => {
    const known = await unit.findBy('group', { name });
    return (known ?? (await unit.insert('group', { name, permissions: wanted[name] }))).id;
  };
  return {
    Administrators: await idOf('Administrators'),
    'Organization administrators': await idOf('Organization administrators'),
    'On-call': await idOf('On-call'),
    Viewers: await idOf('Viewers'),
  };
}
