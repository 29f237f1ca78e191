// Sets of permissions: what a press on the matrix makes of one, its preset, and what differs from another. Pure.
import { type GroupPreset, groupPresets, isInPreset } from '#contract/group-presets.ts';
import { presets } from './preset-table.gen.ts';

/** `model.action`, such as `system.read`. */
export type PermissionId = string;

interface Grant {
  readonly model: string;
  readonly action: string;
}

/** The id of a permission as groups have it. */
export const idOf = ({ model, action }: Grant): PermissionId => `${model}.${action}`;
/** The noun of a permission. */
export const modelOf = (id: PermissionId): string => id.slice(0, id.indexOf('.'));
/** The action of a permission. */
export const actionOf = (id: PermissionId): string => id.slice(id.indexOf('.') + 1);
/** The permission as the calls take it. */
export const grantOf = (id: PermissionId): { model: string; action: string } => ({
  model: modelOf(id),
  action: actionOf(id),
});

/** The columns of the matrix. */
export const mainActions = ['read', 'readAll', 'create', 'update', 'destroy'] as const;
/** Actions of their own, below the row of their noun. */
export const moreActions = ['download', 'readKey'] as const;

/** All that a set lets a person do: to see the records of every organization is to see those of the own ones. */
export const withImplied = (held: Iterable<PermissionId>): Set<PermissionId> => {
  const all = new Set(held);
  for (const id of all) if (actionOf(id) === 'readAll') all.add(`${modelOf(id)}.read`);
  return all;
};

/** The set as it is compared and sent. */
export const sorted = (ids: Iterable<PermissionId>): PermissionId[] => [...new Set(ids)].toSorted();

/** Adds permissions, or takes them away. See all needs See, and goes with it. */
export function setAll(held: readonly PermissionId[], ids: readonly PermissionId[], on: boolean): PermissionId[] {
  if (on) return sorted(withImplied([...held, ...ids]));
  const gone = new Set(ids);
  return sorted(held.filter((id) => !gone.has(id) && !(actionOf(id) === 'readAll' && gone.has(`${modelOf(id)}.read`))));
}

/** Sets all of them where one is missing, else takes them away; those that may not be given stay. */
export function toggleAll(
  held: readonly PermissionId[],
  ids: readonly PermissionId[],
  isLocked: (id: PermissionId) => boolean,
): PermissionId[] {
  const free = ids.filter((id) => !isLocked(id));
  return setAll(held, free, !free.every((id) => held.includes(id)));
}

/** The permissions of a preset, of those that there are. */
export const presetSet = (preset: GroupPreset, offered: readonly PermissionId[]): PermissionId[] =>
  sorted(offered.filter((id) => isInPreset(presets, preset, grantOf(id))));

/** The preset that the set is; null for one of its own. */
export function presetOf(held: readonly PermissionId[], offered: readonly PermissionId[]): GroupPreset | null {
  const own = sorted(held).join();
  return groupPresets.find((preset) => presetSet(preset, offered).join() === own) ?? null;
}

/** The permissions that one set has and the other lacks. */
export function difference(before: readonly PermissionId[], after: readonly PermissionId[]) {
  return {
    given: after.filter((id) => !before.includes(id)),
    taken: before.filter((id) => !after.includes(id)),
  };
}
