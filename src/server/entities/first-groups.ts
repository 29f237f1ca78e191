// The groups of the first start.
import { type GroupPreset, groupPresets } from '#contract/group-presets.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { permissions } from './people.ts';

/** Makes those that are missing; answers the ids by name. */
export async function firstGroups(unit: Unit): Promise<Record<string, string>> {
  const grants = (preset: GroupPreset) =>
    permissions.filter(groupPresets[preset]).map(({ model, action }) => ({ model, action }));
  const wanted = {
    Administrators: grants('everything'),
    'Organization administrators': grants('organizationAdministrator'),
    'On-call': grants('onCall'),
    Viewers: grants('viewer'),
  };
  const ids: Record<string, string> = {};
  for (const [name, list] of Object.entries(wanted)) {
    const known = await unit.findBy('group', { name });
    ids[name] = String((known ?? (await unit.insert('group', { name, permissions: list })))['id']);
  }
  return ids;
}
