// The groups of the first start.
import type { NounPresets } from '#contract/define.ts';
import { type GroupPreset, isInPreset } from '#contract/group-presets.ts';
import { contract } from '#contract/index.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { permissions } from './permission.ts';

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
