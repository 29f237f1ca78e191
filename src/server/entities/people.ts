// People and rights: user, group, permission, usergroup.
import { contract } from '#contract/index.ts';
import type { Call } from '#contract/define.ts';
import { badInput } from '#contract/errors.ts';
import type { Handlers } from '#server/kernel/dispatch.ts';
import { narrowed } from '#server/kernel/term-sql.ts';
import { ofPeople } from '#server/kernel/linked.ts';
import { Refusal, forbidden, invalidField } from '#server/kernel/refusal.ts';
import type { Grant } from '#server/kernel/rights.ts';
import type { Row } from '#server/kernel/store.ts';
import { takeTurns } from '#server/kernel/turns.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { mailConfirm, mailOldAddress, passwordReset } from './account-mail.ts';
import { makeUseToken } from './account-token.ts';
import { forgetIdentities } from './identity.ts';
import { hashed } from './password.ts';
import { endSessions } from './sign-in.ts';
import { standing } from './standing.ts';
import { columns } from './tables.ts';
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
import { reachOf } from './user-reach.ts';

/** Every model and action there is: what the calls of the contract ask for, and readAll beside each read. */
export const permissions: { id: string; model: string; action: string }[] = (() => {
  const found = new Set<string>();
  for (const { calls } of Object.values(contract)) {
    for (const { may } of Object.values(calls)) {
      if (!may.includes('.')) continue;
      found.add(may);
      if (may.endsWith('.read')) found.add(`${may}All`);
    }
  }
  return [...found].sort().map((id) => ({ id, model: id.split('.')[0] ?? '', action: id.split('.')[1] ?? '' }));
})();

export const userTable: Table = {
  noun: 'user',
  columns: columns.user,
  populates: userPopulates,
  populatesUnasked: true,
  organization: null,
  linked: { user: 'id', unsaid: ['organizations'] },
  parts: ['usergroup', 'userorg'].map((noun) => ({ noun, by: 'user' })),
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => String(row['id']));
    const links = (join: string, other: string) =>
      unit.db
        .selectFrom(join)
        .innerJoin(other, `${other}.id`, `${join}.${other}`)
        .select([`${join}.user as user`, `${other}.id as id`, `${other}.name as name`])
        .where(`${join}.user`, 'in', ids)
        .orderBy(`${other}.name`);
    const groups = await links('usergroup', 'group').execute();
    // A user may be seen by more readers than the organizations of that user.
    const scope = unit.scope('organization', 'read');
    const organizations = await narrowed(links('userorg', 'organization'), 'organization.id', scope).execute();
    const reach = await reachOf(unit, ids);
    const of = (list: Row[], id: unknown) =>
      list.filter((link) => link['user'] === id).map((link) => ({ id: link['id'], name: link['name'] }));
    return rows.map((row) => ({
      ...row,
      emailConfirmedAt: row['emailConfirmedAt'] ?? null,
      groups: of(groups, row['id']),
      organizations: of(organizations, row['id']),
      ...reach(String(row['id'])),
    }));
  },
};

export const groupTable: Table = {
  noun: 'group',
  columns: columns.group,
  organization: null,
  linked: { user: null, unsaid: ['users'] },
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
        rows.map((row) => row['id']),
      );
    const members = await ofPeople(all, 'user.id', unit.sight('group')).execute();
    return rows.map((row) => ({ ...row, users: members.filter((member) => member['group'] === row['id']) }));
  },
};

export const usergroupTable: Table = {
  noun: 'usergroup',
  columns: columns.usergroup,
  organization: null,
  linked: { user: 'user', unsaid: [] },
  async records(unit, rows) {
    const [user, group] = [await references(unit, 'user', rows, shownPerson), await references(unit, 'group', rows)];
    return rows.map((row) => ({ ...row, user: user(row), group: group(row) }));
  },
};

/** Without somebody who may manage people and groups in every organization, nobody could ever give a right again. */
export async function assertAdministrator(unit: Unit): Promise<void> {
  const groups = await unit.db.selectFrom('group').select(['id', 'permissions']).execute();
  const ruling = groups.filter((group) => {
    const grants = JSON.parse(String(group['permissions'])) as Grant[];
    return ['group', 'user'].every((model) =>
      grants.some((grant) => grant.model === model && grant.action === 'update'),
    );
  });
  const ids = ruling.map((group) => group['id']);
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
    throw new Refusal(
      'E_LAST_ADMINISTRATOR',
      'The last administrator cannot be removed or lose the permission to manage users.',
    );
  // Two that take away one administrator each write different rows.
  await takeTurns(unit, 'group', ids);
}

const isOwn = ({ actor }: Unit, { id }: Row): boolean => actor.kind === 'person' && actor.id === id;
const notHere = () =>
  forbidden('Use PATCH /user/edit-account to change your own email and password. It requires the current password.');

/** What follows when an administrator changed a person: who is disabled is out, a new address is to be confirmed. */
export async function userChanged(unit: Unit, services: Services, row: Row, before: Row): Promise<void> {
  const id = String(row['id']);
  if (!row['active']) {
    await endSessions(unit, services, id, { reason: 'deactivated', except: null });
    await releaseAlarmsOf(unit, services, id);
  }
  if (row['passwordHash'] !== before['passwordHash'] && !row['invitation']) await passwordReset(unit, services, row);
  if (row['email'] === before['email']) return;
  await voidTokens(unit, id);
  await forgetIdentities(unit, id);
  await mailConfirm(unit, services, row);
  await mailOldAddress(unit, services, before, String(row['email']), true);
}

/** Makes a person, with the links to the organizations that were named. */
async function newUser(unit: Unit, services: Services, { organizations, groups, ...values }: Row): Promise<Row> {
  assertNotAll(unit, values);
  assertNamed(unit, organizations as string[]);
  assertMaySetPassword(unit, null, values);
  const invitation = await isInvitation(unit, String(values['email']));
  const row = await unit.insert('user', { passwordHash: null, emailConfirmedAt: null, ...values, invitation });
  await linkTo(unit, String(row['id']), organizations as string[]);
  for (const group of new Set(groups as string[])) {
    await assertHoldsGroup(unit, group);
    await unit.insert('usergroup', { user: row['id'], group });
  }
  await mailConfirm(unit, services, row);
  return unit.record('user', await unit.need('user', String(row['id']), 'create'));
}

export const userHandlers = (services: Services): Handlers[string] => {
  const own = standing('user', {
    async updating(unit, row, values) {
      await assertReaches(unit, row);
      assertNotAll(unit, values);
      const same = values['email'] === undefined || values['email'] === row['email'];
      if (isOwn(unit, row) && (!same || values['passwordHash'] !== undefined)) throw notHere();
      assertMaySetPassword(unit, row, values);
      if (same) return values;
      const { email, ...rest } = values;
      return { ...rest, ...(await readdressed(unit, services, row, String(email))) };
    },
    async updated(unit, row, before) {
      await userChanged(unit, services, row, before);
      await assertAdministrator(unit);
    },
  });
  const withHash = async ({ password, ...values }: Row): Promise<Row> =>
    password === undefined ? values : { ...values, passwordHash: await hashed(String(password)) };
  return {
    ...own,
    create: async (context, input) => {
      const values = await withHash(input);
      return context.write((unit) => newUser(unit, services, values));
    },
    update: async (context, input, criteria) => own.update(context, await withHash(input), criteria),
    destroy: (context, { id }) =>
      context.write(async (unit) => {
        await assertReaches(unit, await unit.need('user', String(id), 'destroy'));
        await releaseAlarmsOf(unit, services, String(id));
        const record = await unit.remove('user', String(id));
        await assertAdministrator(unit);
        return record;
      }),
    editAccount: makeEditAccount(services),
    token: makeUseToken(services),
  };
};

/** @param call whose input they are: it says by which word they are refused */
export function assertGrants(call: Call, values: Row): void {
  const grants = (values['permissions'] ?? []) as Grant[];
  const unknown = grants.find((grant) => !permissions.some(({ id }) => id === `${grant.model}.${grant.action}`));
  if (unknown)
    throw invalidField(
      badInput(call),
      'permissions',
      `unknown permission ${unknown.model.slice(0, 40)}.${unknown.action}`,
    );
}

function assertGivable(call: Call, unit: Unit, values: Row): Row {
  assertInstallation(unit);
  assertGrants(call, values);
  const grants = values['permissions'] as Grant[] | undefined;
  if (!grants) return values;
  assertHolds(unit, grants);
  return { ...values, permissions: [...new Map(grants.map((one) => [`${one.model}.${one.action}`, one])).values()] };
}

export const groupHandlers: Handlers[string] = {
  ...standing('group', {
    creating: (unit, values) => assertGivable(contract.group.calls.create, unit, values),
    updating(unit, row, values) {
      assertHolds(unit, row['permissions'] as Grant[]);
      return assertGivable(contract.group.calls.update, unit, values);
    },
    updated: (unit) => assertAdministrator(unit),
  }),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      assertInstallation(unit);
      await assertHoldsGroup(unit, id);
      const record = await unit.remove('group', String(id));
      await assertAdministrator(unit);
      return record;
    }),
};

export const permissionHandlers: Handlers[string] = {
  list: () => Promise.resolve(permissions),
};

/** Takes somebody out of a group; answers the link that was. */
export async function leaveGroup(unit: Unit, link: Row): Promise<Row> {
  await assertReachesMember(unit, link);
  const record = await unit.remove('usergroup', String(link['id']));
  await assertAdministrator(unit);
  return record;
}

const links = standing('usergroup', {
  async creating(unit, values) {
    await assertSees(unit, values['user']);
    await assertHoldsGroup(unit, values['group']);
    await assertReachesMember(unit, values);
    return values;
  },
});
export const usergroupHandlers: Handlers[string] = {
  list: links.list,
  get: links.get,
  create: links.create,
  destroy: (context, { id }) =>
    context.write(async (unit) => leaveGroup(unit, await unit.need('usergroup', String(id), 'destroy'))),
};
export { hashed };
