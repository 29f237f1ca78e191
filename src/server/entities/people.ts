// People and rights: user, group, permission, usergroup.
import { contract } from '#contract/index.ts';
import { actions, type Call, type ParsedOf } from '#contract/define.ts';
import { badInput } from '#contract/errors.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { onlyVisibleUsers } from '#server/query/user-visibility.ts';
import { ApiError, forbidden, invalidField } from '#server/pipeline/errors.ts';
import type { Grant } from '#server/auth/permissions.ts';
import type { RecordFor } from '#server/db/engine.ts';
import { lockRows } from '#server/pipeline/row-lock.ts';
import type { Table, Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailConfirm, mailOldAddress, passwordReset } from './account-mail.ts';
import { makeUseToken } from './account-token.ts';
import { forgetIdentities } from './identity.ts';
import { hashed } from './password.ts';
import { endSessions } from './sign-in.ts';
import { getting, listing, standing, updating, type Rules } from './standing.ts';
import { parseJson } from '#server/query/columns.ts';
import { columns } from './tables.ts';
import type { UserRow, UsergroupRow } from './tables.ts';
import {
  assertHolds,
  assertHoldsGroup,
  assertInstallation,
  assertNamed,
  assertNotAll,
  assertReaches,
  assertReachesMember,
  assertSees,
} from './no-more.ts';
import { assertMaySetPassword, isInvitation, readdressed } from './invitation.ts';
import { linkTo, shownPerson } from './linking.ts';
import { references } from './reference.ts';
import { releaseAlarmsOf } from './alarm-held.ts';
import { userPopulates } from './populate.ts';
import { makeEditAccount } from './account.ts';
import { voidTokens } from './token.ts';
import { linksOf } from './user-links.ts';
import { reachabilityOf } from './user-reach.ts';

/** Every model and action there is: what the calls of the contract ask for, and readAll beside each read. */
export const permissions: (Grant & { id: string })[] = (() => {
  const found = new Set<string>();
  for (const { calls } of Object.values(contract)) {
    for (const { may } of Object.values(calls)) {
      if (!may.includes('.')) continue;
      found.add(may);
      if (may.endsWith('.read')) found.add(`${may}All`);
    }
  }
  return [...found].sort().flatMap((id) => {
    const [model = '', name] = id.split('.');
    const action = actions.find((one) => one === name);
    return action ? [{ id, model, action }] : [];
  });
})();

export const userTable: Table<'user'> = {
  noun: 'user',
  columns: columns.user,
  populates: userPopulates,
  populatesUnasked: true,
  organization: null,
  linked: { user: 'id', restrictedFields: ['organizations'] },
  parts: ['usergroup', 'userorg'].map((noun) => ({ noun, by: 'user' })),
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const links = await linksOf(unit, ids);
    const reach = await reachabilityOf(unit, ids);
    return rows.map((row) => ({ ...row, ...links(row.id), ...reach(row.id) }));
  },
};

export const groupTable: Table<'group'> = {
  noun: 'group',
  columns: columns.group,
  organization: null,
  linked: { user: null, restrictedFields: ['users'] },
  parts: [{ noun: 'usergroup', by: 'group' }],
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const all = unit.db
      .selectFrom('usergroup')
      .innerJoin('user', 'user.id', 'usergroup.user')
      .select([
        'usergroup.group as group',
        'user.id as id',
        'user.email as email',
        'user.firstName as first_name',
        'user.lastName as last_name',
      ])
      .where(
        'usergroup.group',
        'in',
        rows.map(({ id }) => id),
      );
    const members = await onlyVisibleUsers(all, 'user.id', unit.viewer('group')).execute();
    return rows.map((row) => ({ ...row, users: members.filter(({ group }) => group === row.id) }));
  },
};

export const usergroupTable: Table<'usergroup'> = {
  noun: 'usergroup',
  columns: columns.usergroup,
  organization: null,
  linked: { user: 'user', restrictedFields: [] },
  async records(unit, rows) {
    const [user, group] = [await references(unit, 'user', rows, shownPerson), await references(unit, 'group', rows)];
    return rows.map((row) => ({ ...row, user: user(row), group: group(row) }));
  },
};

/** Without somebody who may manage people and groups in every organization, nobody could ever give a right again. */
export async function assertAdministrator(unit: Unit): Promise<void> {
  const groups = await unit.db.selectFrom('group').select(['id', 'permissions']).execute();
  const ruling = groups.filter((group) => {
    const grants = parseJson(group.permissions);
    return ['group', 'user'].every((model) =>
      grants.some((grant) => grant.model === model && grant.action === 'update'),
    );
  });
  const ids = ruling.map(({ id }) => id);
  const left =
    ids.length === 0
      ? undefined
      : await unit.db
          .selectFrom('usergroup')
          .innerJoin('user', 'user.id', 'usergroup.user')
          .select('user.id')
          .where('usergroup.group', 'in', ids)
          .where('user.active', '=', 1)
          .where('user.allOrganizations', '=', 1)
          .executeTakeFirst();
  if (!left)
    throw new ApiError(
      'E_LAST_ADMINISTRATOR',
      'The last administrator cannot be removed or lose the permission to manage users.',
    );
  // Two that take away one administrator each write different rows.
  await lockRows(unit, 'group', ids);
}

const isOwn = ({ actor }: Unit, { id }: UserRow): boolean => actor.kind === 'person' && actor.id === id;
const notHere = () =>
  forbidden('Use PATCH /user/edit-account to change your own email and password. It requires the current password.');

/** What follows when an administrator changed a person: who is disabled is out, a new address is to be confirmed. */
export async function userChanged(unit: Unit, services: Services, row: UserRow, before: UserRow): Promise<void> {
  const { id } = row;
  if (!row.active) {
    await endSessions(unit, services, id, { reason: 'deactivated', except: null });
    await releaseAlarmsOf(unit, services, id);
  }
  if (row.passwordHash !== before.passwordHash && !row.invitation) await passwordReset(unit, services, row);
  if (row.email === before.email) return;
  await voidTokens(unit, id);
  await forgetIdentities(unit, id);
  await mailConfirm(unit, services, row);
  await mailOldAddress(unit, services, before, row.email, true);
}

/** Makes a person, with the links to the organizations that were named. */
async function newUser(
  unit: Unit,
  services: Services,
  { organizations, groups, password: _password, ...values }: ParsedOf<typeof contract.user.calls.create>,
  passwordHash: string | undefined,
): Promise<RecordFor<'user'>> {
  assertNotAll(unit, values);
  assertNamed(unit, organizations);
  assertMaySetPassword(unit, null, { passwordHash });
  const invitation = await isInvitation(unit, values.email);
  const set = { passwordHash: passwordHash ?? null, emailConfirmedAt: null, invitation };
  const row = await unit.insert('user', { ...values, ...set });
  await linkTo(unit, row.id, organizations);
  for (const group of new Set(groups)) {
    await assertHoldsGroup(unit, group);
    await unit.insert('usergroup', { user: row.id, group });
  }
  await mailConfirm(unit, services, row);
  return unit.record('user', await unit.need('user', row.id, 'create'));
}

/** @param passwordHash of the password that an update sets: a unit cannot wait for the hashing */
const userRules = (
  services: Services,
  passwordHash: string | undefined,
): Pick<Rules<'user'>, 'updating' | 'updated'> => ({
  async updating(unit, row, { password: _password, ...input }) {
    await assertReaches(unit, row);
    assertNotAll(unit, input);
    const values = { ...input, ...(passwordHash !== undefined && { passwordHash }) };
    const { email, ...others } = values;
    const same = email === undefined || email === row.email;
    if (isOwn(unit, row) && (!same || passwordHash !== undefined)) throw notHere();
    assertMaySetPassword(unit, row, { passwordHash });
    return same ? values : { ...others, ...(await readdressed(unit, services, row, email)) };
  },
  async updated(unit, row, before) {
    await userChanged(unit, services, row, before);
    await assertAdministrator(unit);
  },
});

const hashOf = async (password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashed(password);

export const userHandlers = (
  services: Services,
): Omit<Handlers['user'], 'unreachable' | 'deactivate' | 'successors'> => ({
  list: listing('user'),
  get: getting('user'),
  create: async (context, input) => {
    const passwordHash = await hashOf(input.password);
    return context.write((unit) => newUser(unit, services, input, passwordHash));
  },
  update: async (context, input) => updating('user', userRules(services, await hashOf(input.password)))(context, input),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      await assertReaches(unit, await unit.need('user', id, 'destroy'));
      await releaseAlarmsOf(unit, services, id);
      const record = await unit.remove('user', id);
      await assertAdministrator(unit);
      return record;
    }),
  editAccount: makeEditAccount(services),
  token: makeUseToken(services),
});

/** @param call whose input they are: it says by which word they are refused */
export function assertGrants(
  call: Call,
  { permissions: grants }: { permissions: readonly { model: string; action: string }[] },
): void {
  const unknown = grants.find((grant) => !permissions.some(({ id }) => id === `${grant.model}.${grant.action}`));
  if (unknown)
    throw invalidField(
      badInput(call),
      'permissions',
      `unknown permission ${unknown.model.slice(0, 40)}.${unknown.action}`,
    );
}

function assertGivable<T extends { permissions?: Grant[] | undefined }>(call: Call, unit: Unit, values: T): T {
  assertInstallation(unit);
  const { permissions: grants } = values;
  if (!grants) return values;
  assertGrants(call, { permissions: grants });
  assertHolds(unit, grants);
  return { ...values, permissions: [...new Map(grants.map((one) => [`${one.model}.${one.action}`, one])).values()] };
}

export const groupHandlers: Omit<Handlers['group'], 'grant' | 'revoke'> = {
  ...standing('group', {
    creating: (unit, values) => assertGivable(contract.group.calls.create, unit, values),
    updating(unit, row, values) {
      assertHolds(unit, row.permissions);
      return assertGivable(contract.group.calls.update, unit, values);
    },
    updated: (unit) => assertAdministrator(unit),
  }),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      assertInstallation(unit);
      await assertHoldsGroup(unit, id);
      const record = await unit.remove('group', id);
      await assertAdministrator(unit);
      return record;
    }),
};

export const permissionHandlers: Handlers['permission'] = {
  list: () => Promise.resolve(permissions),
};

/** Takes somebody out of a group; answers the link that was. */
export async function leaveGroup(unit: Unit, link: UsergroupRow): Promise<RecordFor<'usergroup'>> {
  await assertReachesMember(unit, link);
  const record = await unit.remove('usergroup', link.id);
  await assertAdministrator(unit);
  return record;
}

export const usergroupHandlers: Omit<Handlers['usergroup'], 'destroyPair'> = {
  list: listing('usergroup'),
  get: (context, { id }) => context.read(async (unit) => unit.record('usergroup', await unit.need('usergroup', id))),
  create: (context, values) =>
    context.write(async (unit) => {
      await assertSees(unit, values.user);
      await assertHoldsGroup(unit, values.group);
      await assertReachesMember(unit, values);
      const { id } = await unit.insert('usergroup', values);
      return unit.record('usergroup', await unit.need('usergroup', id, 'create'));
    }),
  destroy: (context, { id }) =>
    context.write(async (unit) => leaveGroup(unit, await unit.need('usergroup', id, 'destroy'))),
};
export { hashed };
