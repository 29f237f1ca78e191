// Links of people to organizations. Whoever comes into one is seen there from then on, and whoever leaves it no more.
import { contract } from '#contract/index.ts';
import { sql } from 'kysely';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import type { Snapshot } from '#server/pipeline/changes.ts';
import { forbidden } from '#server/pipeline/errors.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { nameOf } from '#server/entities/reference.ts';
import { manageableOf } from './manageable.ts';
import { assertNotStronger, assertSees } from './privilege-guard.ts';
import { references } from '#server/entities/reference.ts';
import { destroyPairHandler, getHandler, listHandler } from '#server/entities/crud-handlers.ts';
import { releaseLostAlarms } from '#server/entities/alarm/acknowledged.ts';
import { makeOneClick, makeUnsubscribe } from '#server/entities/alarm/unsubscribe.ts';
import { linkName } from '#server/entities/activity/shared-rules.ts';
import { bool, edited, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

/** The text by which the person of a link is looked for and sorted. */
const personOf = () => {
  const column = (name: string) => sql.ref(`user.${name}`);
  const text = sql`${column('firstName')} || ' ' || ${column('lastName')} || ' ' || ${column('email')}`;
  return sql`(select ${text} from ${sql.table('user')} where ${column('id')} = ${sql.ref('userorg.user')})`;
};

const columns = { ...edited, user: text(), organization: text(), alarmEmails: bool() };

declare module '#server/db/engine.ts' {
  interface TableColumns {
    userorg: typeof columns;
  }
}

const table: DeclaredTable<'userorg'> = {
  columns,
  indexed: ['user', 'organization', 'organizationId'],
  activity: { nameOf: linkName('organization') },
  derived: { find: { kind: 'text', sql: personOf, isLong: true } },
  // Each term looks up the user of each link.
  weights: { find: 4 },
  organization: 'organization',
  async records(unit, rows) {
    const user = await references(unit, 'user', rows, shownPerson);
    const organization = await references(unit, 'organization', rows);
    const users = rows.map((row) => row.user);
    const manageable = await manageableOf(unit, users, 'link');
    return rows.map((row) => ({
      ...row,
      manageable: manageable(row.user),
      user: user(row),
      organization: organization(row),
      organizationId: row.organization,
    }));
  },
};

/** Returns the attributes of the person that a link shows. */
export const shownPerson = (user: RowOf<'user'> | undefined) => ({ name: nameOf(user), email: user?.email ?? '' });

/** Returns snapshots of the records that show a person in an organization: the user, and the user's groups. */
async function seenOf(unit: Unit, user: string): Promise<Snapshot[]> {
  const person = await unit.asInternal().find('user', user);
  if (!person) return [];
  const groups = await unit
    .asInternal()
    .select('usergroup')
    .selectAll()
    .where('user', '=', user)
    .orderBy('id')
    .execute();
  return Promise.all([unit.snapshot('user', person), ...groups.map((row) => unit.snapshot('usergroup', row))]);
}

/** Changes the links of one person, and emits events to those who see the person for the first time or no longer. */
async function withVisibilityEvents<T>(unit: Unit, user: string, work: () => Promise<T>): Promise<T> {
  const before = await seenOf(unit, user);
  const done = await work();
  const after = await seenOf(unit, user);
  before.forEach((was, at) => after[at] && unit.recordIndirect(was, after[at]));
  return done;
}

/** Links a new person to organizations. */
export async function linkToOrganizations(unit: Unit, user: string, organizations: readonly string[]): Promise<void> {
  if (organizations.length === 0) return;
  await withVisibilityEvents(unit, user, async () => {
    for (const organization of new Set(organizations))
      await unit.insert('userorg', { user, organization, alarmEmails: true });
  });
}

/** Takes a link away; answers it as it was. @throws ApiError E_FORBIDDEN */
async function unlink(unit: Unit, services: Services, link: RowOf<'userorg'>): Promise<RecordFor<'userorg'>> {
  await assertNotStronger(unit, link);
  const record = await withVisibilityEvents(unit, link.user, () => unit.remove('userorg', link.id));
  await releaseLostAlarms(unit, services, 'acknowledgedBy', [link.user]);
  return record;
}

const handlers = (services: Services): Handlers['userorg'] => ({
  list: listHandler('userorg'),
  get: getHandler('userorg'),
  create: (context, input) =>
    context.write(async (unit) => {
      await assertSees(unit, input.user);
      const link = await withVisibilityEvents(unit, input.user, () => unit.insert('userorg', input));
      return unit.record('userorg', link);
    }),
  update: (context, { id, ...values }) =>
    context.write(async (unit) => {
      const link = await unit.need('userorg', id, 'update');
      if (values.user !== undefined && values.user !== link.user)
        throw forbidden('The user of a link cannot be changed.');
      await assertNotStronger(unit, link);
      await context.assertUnchanged(unit, link);
      const change = () => unit.updateRow('userorg', link, values);
      const stays = (values.organization ?? link.organization) === link.organization;
      if (stays) return unit.record('userorg', await change());
      const moved = await withVisibilityEvents(unit, link.user, change);
      await releaseLostAlarms(unit, services, 'acknowledgedBy', [link.user]);
      return unit.record('userorg', moved);
    }),
  destroy: (context, { id }) =>
    context.write(async (unit) => unlink(unit, services, await unit.need('userorg', id, 'destroy'))),
  destroyPair: destroyPairHandler('userorg', (unit, link) => unlink(unit, services, link)),
  unsubscribe: makeUnsubscribe(services),
  oneClick: makeOneClick(services),
});

export const userorgEntity = defineEntity(contract.userorg, { table, handlers });
