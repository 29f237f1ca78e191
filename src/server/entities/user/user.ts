// Users: rows, and the calls of those who manage users.
import { contract } from '#contract/index.ts';
import type { ParsedOf } from '#contract/define.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import type { Actor } from '#server/pipeline/actor.ts';
import { forbidden } from '#server/pipeline/errors.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailLink } from '#server/entities/account/mails.ts';
import { makeUseToken } from '#server/entities/account/redeem-token.ts';
import { hashed } from '#server/entities/account/password.ts';
import { getHandler, listHandler, updateHandler, type Rules } from '#server/entities/crud-handlers.ts';
import { assertMaySetPassword, isInvitation, readdressed } from '#server/entities/account/invitation.ts';
import { releaseAlarmsOf } from '#server/entities/alarm/acknowledged.ts';
import { userPopulates } from '#server/entities/populate.ts';
import { makeEditAccount } from '#server/entities/account/account.ts';
import { assertAdministrator } from './administrators.ts';
import { leaverHandlers, notYourself } from './deactivate.ts';
import { makeSendLink } from './send-link.ts';
import { linksOf } from './links.ts';
import { manageableOf } from './manageable.ts';
import { linkToOrganizations } from './organization-links.ts';
import {
  assertHasPermissionsOfGroup,
  assertHasOrganizations,
  assertNotAll,
  assertCanManageUser,
} from './privilege-guard.ts';
import { reachabilityOf } from './reachability.ts';
import { userChanged } from './user-changed.ts';
import { personName } from '#contract/person-name.ts';
import type * as z from 'zod/mini';
import { bool, edited, nullable, optional, text } from '#server/query/columns.ts';
import type { User } from '#contract/user.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

type UserLanguage = Exclude<z.output<typeof User>['language'], null>;

const columns = {
  ...edited,
  email: text(),
  emailConfirmedAt: nullable(text()),
  firstName: text(),
  lastName: text(),
  mobilePhone: text(),
  timeZone: text(),
  language: nullable(text<UserLanguage>()),
  alarmEmails: bool(),
  allOrganizations: bool(),
  isDay: bool(),
  hideNames: bool(),
  readOnlyAlarms: optional(bool()),
  active: bool(),
  invitation: optional(bool()),
  passwordHash: nullable(text()),
  signInWarnedAt: optional(nullable(text())),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    user: typeof columns;
  }
}

const table: DeclaredTable<'user'> = {
  columns,
  indexed: ['email'],
  sorted: ['email', 'lastName'],
  activity: {
    nameOf: ({ firstName, lastName, email }) =>
      personName({ firstName: String(firstName), lastName: String(lastName), email: String(email) }),
    also: ['emailConfirmedAt'],
    secret: { passwordHash: 'password' },
  },
  populates: userPopulates,
  populatesUnasked: true,
  organization: null,
  linked: { user: 'id', restrictedFields: ['organizations'] },
  parts: ['usergroup', 'userorg'].map((noun) => ({ noun, by: 'user' })),
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const links = await linksOf(unit, ids);
    const reach = await reachabilityOf(unit, rows);
    const manageable = await manageableOf(unit, ids, 'account');
    return rows.map((row) => ({ ...row, ...links(row.id), ...reach(row), manageable: manageable(row.id) }));
  },
};

const isOwn = ({ actor }: Unit, { id }: RowOf<'user'>): boolean => actor.kind === 'person' && actor.id === id;
const notHere = () =>
  forbidden('Use PATCH /user/edit-account to change your own email and password. It requires the current password.');

/** Makes a person, with the links to the organizations that were named. */
async function newUser(
  unit: Unit,
  services: Services,
  { organizations, groups, password: _password, ...values }: ParsedOf<typeof contract.user.calls.create>,
  passwordHash: string | undefined,
): Promise<RecordFor<'user'>> {
  assertNotAll(unit, values);
  assertHasOrganizations(unit, organizations);
  assertMaySetPassword(unit, null, { passwordHash });
  const invitation = await isInvitation(unit, values.email);
  const set = { passwordHash: passwordHash ?? null, emailConfirmedAt: null, invitation };
  const row = await unit.insert('user', { ...values, ...set });
  await linkToOrganizations(unit, row.id, organizations);
  for (const group of new Set(groups)) {
    await assertHasPermissionsOfGroup(unit, group);
    await unit.insert('usergroup', { user: row.id, group });
  }
  await mailLink(unit, services, row, 'confirm');
  return unit.record('user', await unit.need('user', row.id, 'create'));
}

/** @param passwordHash of the password that an update sets: a unit cannot wait for the hashing */
const userRules = (
  services: Services,
  passwordHash: string | undefined,
): Pick<Rules<'user'>, 'beforeUpdate' | 'afterUpdate'> => ({
  async beforeUpdate(unit, row, { password: _password, ...input }) {
    await assertCanManageUser(unit, row);
    assertNotAll(unit, input);
    const values = { ...input, ...(passwordHash !== undefined && { passwordHash }) };
    const { email, ...others } = values;
    const same = email === undefined || email === row.email;
    if (isOwn(unit, row) && (!same || passwordHash !== undefined)) throw notHere();
    assertMaySetPassword(unit, row, { passwordHash });
    return same ? values : { ...others, ...(await readdressed(unit, services, row, email)) };
  },
  async afterUpdate(unit, row, before) {
    await userChanged(unit, services, row, before);
    await assertAdministrator(unit);
    if (isOwn(unit, row) && !row.active) throw notYourself();
  },
});

const hashOf = async (password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashed(password);

/** New addresses that one person may enter: each is mailed a link, and may be a stranger's. */
export const NEW_ADDRESSES = { name: 'new-addresses.actor', points: 500, seconds: 3600 };

/** Null for the server itself, which is not counted. */
const actingPerson = (actor: Actor | null): string | null => (actor?.kind === 'person' ? actor.id : null);

const handlers = (services: Services, addressed = new RateLimiter(services, NEW_ADDRESSES)): Handlers['user'] => ({
  list: listHandler('user'),
  get: getHandler('user'),
  create: async (context, input) => {
    await addressed.consume(actingPerson(context.actor));
    const passwordHash = await hashOf(input.password);
    return context.write((unit) => newUser(unit, services, input, passwordHash));
  },
  update: async (context, input) => {
    if (input.email !== undefined) await addressed.consume(actingPerson(context.actor));
    return updateHandler('user', userRules(services, await hashOf(input.password)))(context, input);
  },
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      await assertCanManageUser(unit, await unit.need('user', id, 'destroy'));
      await releaseAlarmsOf(unit, services, id);
      const record = await unit.remove('user', id);
      await assertAdministrator(unit);
      return record;
    }),
  sendLink: makeSendLink(services),
  editAccount: makeEditAccount(services),
  token: makeUseToken(services),
  ...leaverHandlers(services),
});

export const userEntity = defineEntity(contract.user, { table, handlers, recentSignIn: ['create', 'update'] });
