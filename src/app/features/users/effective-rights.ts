// The permissions of a user over all groups, each with the groups that grant it. Pure.
import { type PermissionId, idOf, withImplied } from '#app/features/groups/permission-set.ts';

interface GrantingGroup {
  readonly name: string;
  readonly permissions: readonly { readonly model: string; readonly action: string }[];
}

/** The names of the groups that grant each permission; one that nothing grants is left out. */
export function effectiveRights(groups: readonly GrantingGroup[]): ReadonlyMap<PermissionId, readonly string[]> {
  const rights = new Map<PermissionId, string[]>();
  for (const { name, permissions } of groups)
    for (const id of withImplied(permissions.map(idOf))) rights.set(id, [...(rights.get(id) ?? []), name]);
  return rights;
}

/** Permissions that the same groups grant, in the order of the first of them. */
export interface RightsLine {
  readonly ids: readonly PermissionId[];
  /** Empty: no group of the user. */
  readonly groups: readonly string[];
}

/** One line for each set of groups; permissions that nothing grants are the last line. */
export function rightsLines(
  ids: readonly PermissionId[],
  rights: ReadonlyMap<PermissionId, readonly string[]>,
): RightsLine[] {
  const lines = new Map<string, { ids: PermissionId[]; groups: readonly string[] }>();
  for (const id of ids) {
    const groups = rights.get(id) ?? [];
    const line = lines.get(groups.join('\n')) ?? { ids: [], groups };
    line.ids.push(id);
    lines.set(groups.join('\n'), line);
  }
  return [...lines.values()].toSorted((a, b) => Number(a.groups.length === 0) - Number(b.groups.length === 0));
}
