// How users can be reached: their devices, the last use of a session, and the users whom an alarm could not reach.
import { sql, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import type { User } from '#contract/user.ts';
import type { RowOf, StoredRowOf } from '#server/db/engine.ts';
import { parseJson } from '#server/query/columns.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

type Reach = Pick<z.output<typeof User>, 'devices' | 'phones' | 'mailed' | 'lastSeenAt'>;
type UserRow = Pick<RowOf<'user'>, 'id' | 'alarmEmails' | 'emailConfirmedAt' | 'allOrganizations'>;

/** Returns a function that answers the derived attributes of one of these users. */
export async function reachabilityOf(unit: Unit, users: readonly UserRow[]): Promise<(user: UserRow) => Reach> {
  const internalUnit = unit.asInternal();
  const ids = users.map(({ id }) => id);
  const devices = await internalUnit
    .select('device')
    .select(['user', 'name', 'lastReceiptAt', 'lastError'])
    .where('user', 'in', ids)
    .orderBy('id')
    .execute();
  const sessions = await internalUnit
    .select('session')
    .select(['user', sql<string>`max(${sql.ref('lastSeenAt')})`.as('lastSeenAt')])
    .where('user', 'in', ids)
    .where('expiresAt', '>', unit.now)
    .groupBy('user')
    .execute();
  const mailing = await internalUnit
    .select('userorg')
    .select('user')
    .distinct()
    .where('user', 'in', ids)
    .where('alarmEmails', '=', 1)
    .execute();
  const linked = new Set(mailing.map(({ user }) => user));
  return ({ id, alarmEmails, emailConfirmedAt, allOrganizations }) => {
    const own = devices.filter(({ user }) => user === id);
    const phones = own.map(({ name, lastReceiptAt, lastError }) => ({
      name,
      lastReceiptAt,
      lastError: lastError && parseJson(lastError),
    }));
    const lastSeenAt = sessions.find(({ user }) => user === id)?.lastSeenAt ?? null;
    const mailed =
      unit.host.sendsMails && alarmEmails && emailConfirmedAt !== null && (allOrganizations || linked.has(id));
    return { devices: own.length, phones, mailed, lastSeenAt };
  };
}

const MOST = 200;

type Granting = Pick<StoredRowOf<'group'>, 'id' | 'permissions'>;

/** The groups that grant an action on alarms. */
const granting = (groups: readonly Granting[], actions: readonly string[]): string[] =>
  groups
    .filter(({ permissions }) =>
      parseJson(permissions).some(({ model, action }) => model === 'alarm' && actions.includes(action)),
    )
    .map(({ id }) => id);

const inGroups = (groups: readonly string[]) =>
  groups.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`exists (select 1 from "usergroup" where "usergroup"."user" = "user"."id" and "usergroup"."group" in (${sql.join(groups)}))`;

/**
 * The ids of active users with neither a device that took its last push nor alarm mails, of those whom alarms ring: people who
 * may act on alarms, and readers who switched pushes on. At most 200, by last name.
 */
export async function unreachable(unit: Unit): Promise<string[]> {
  const groups = await unit.asInternal().select('group').select(['id', 'permissions']).execute();
  const [acting, reading] = [granting(groups, ['update']), granting(groups, ['read', 'readAll'])];
  const mailed = sql<SqlBool>`exists (select 1 from "userorg" where "userorg"."user" = "user"."id" and "userorg"."alarmEmails" = 1)`;
  const withoutPush = unit
    .select('user')
    .select('user.id')
    .where('user.active', '=', 1)
    .where(
      sql<SqlBool>`not exists (select 1 from "device" where "device"."user" = "user"."id" and "device"."lastError" is null)`,
    )
    .where(({ or, and, eb }) => or([inGroups(acting), and([eb('user.readOnlyAlarms', '=', 1), inGroups(reading)])]))
    .orderBy('user.lastName')
    .limit(MOST);
  const withoutEither = withoutPush.where(({ or, and, eb, not }) =>
    or([
      eb('user.alarmEmails', '=', 0),
      eb('user.emailConfirmedAt', 'is', null),
      and([eb('user.allOrganizations', '=', 0), not(mailed)]),
    ]),
  );
  const rows = await (unit.host.sendsMails ? withoutEither : withoutPush).execute();
  return rows.map(({ id }) => id);
}
