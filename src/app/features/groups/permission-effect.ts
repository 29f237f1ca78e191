// The people who lose or gain permissions by a change of groups, after all groups of each are counted. Pure.
import { type PermissionId, idOf, withImplied } from './permission-set.ts';

/** The parts of a group that decide what its people may do. */
export interface GroupRights {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly { readonly model: string; readonly action: string }[];
  readonly users: readonly GroupMember[];
}

/** A person as groups name them. */
export interface GroupMember {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** A permission that somebody loses. */
export interface Loss {
  readonly permission: PermissionId;
  readonly losing: readonly GroupMember[];
  /** People who lose it here and have it through other groups. */
  readonly keeping: readonly Keeper[];
}

/** A person, and the names of the groups through which the permission stays. */
export interface Keeper {
  readonly member: GroupMember;
  readonly groups: readonly string[];
}

/** The effect of a change on people. */
export interface Effect {
  readonly losses: readonly Loss[];
  /** Everybody who loses something. */
  readonly losers: readonly GroupMember[];
  readonly gains: readonly PermissionId[];
  /** Everybody who gains something. */
  readonly gainers: readonly GroupMember[];
}

type Rights = ReadonlyMap<PermissionId, readonly string[]>;

const NONE: Rights = new Map();

/** The permissions of each person, each with the names of the groups that grant it. */
function rightsByUser(groups: readonly GroupRights[]): Map<string, Rights> {
  const all = new Map<string, Map<PermissionId, string[]>>();
  for (const { name, permissions, users } of groups) {
    const held = [...withImplied(permissions.map(idOf))];
    for (const { id } of users) {
      const rights = all.get(id) ?? new Map<PermissionId, string[]>();
      for (const permission of held) rights.set(permission, [...(rights.get(permission) ?? []), name]);
      all.set(id, rights);
    }
  }
  return all;
}

/** The effect of turning the groups `before` into `after`; groups that are missing from one of them come or go. */
export function effectOf(before: readonly GroupRights[], after: readonly GroupRights[]): Effect {
  const [was, is] = [rightsByUser(before), rightsByUser(after)];
  const members = new Map([...before, ...after].flatMap(({ users }) => users.map((user) => [user.id, user] as const)));
  const losses = new Map<PermissionId, { losing: GroupMember[]; keeping: Keeper[] }>();
  const gains = new Set<PermissionId>();
  const [losers, gainers] = [new Set<GroupMember>(), new Set<GroupMember>()];
  for (const [id, member] of members) {
    const [had, has] = [was.get(id) ?? NONE, is.get(id) ?? NONE];
    for (const [permission, groups] of had) {
      const left = has.get(permission) ?? [];
      if (left.length >= groups.length) continue;
      const loss = losses.get(permission) ?? { losing: [], keeping: [] };
      losses.set(permission, loss);
      if (left.length > 0) loss.keeping.push({ member, groups: left });
      else {
        loss.losing.push(member);
        losers.add(member);
      }
    }
    for (const permission of has.keys()) {
      if (had.has(permission)) continue;
      gains.add(permission);
      gainers.add(member);
    }
  }
  return {
    losses: [...losses]
      .filter(([, { losing }]) => losing.length > 0)
      .map(([permission, loss]) => ({ permission, ...loss }))
      .toSorted((a, b) => a.permission.localeCompare(b.permission)),
    losers: [...losers],
    gains: [...gains].toSorted(),
    gainers: [...gainers],
  };
}

/** People who keep all that others lose, with the groups through which they do. */
export function untouched({ losses, losers }: Effect): readonly Keeper[] {
  const lost = new Set(losers.map(({ id }) => id));
  const keepers = new Map<string, Keeper>();
  for (const { keeping } of losses)
    for (const keeper of keeping)
      if (!lost.has(keeper.member.id)) keepers.set(keeper.member.id, merge(keepers.get(keeper.member.id), keeper));
  return [...keepers.values()];
}

const merge = (known: Keeper | undefined, { member, groups }: Keeper): Keeper => ({
  member,
  groups: [...new Set([...(known?.groups ?? []), ...groups])],
});

/** The groups with one of them changed; `null` takes it out. */
export const withGroup = (
  groups: readonly GroupRights[],
  id: string,
  change: Partial<Pick<GroupRights, 'permissions' | 'users'>> | null,
): GroupRights[] =>
  groups.flatMap((group) => {
    if (group.id !== id) return [group];
    return change === null ? [] : [{ ...group, ...change }];
  });
