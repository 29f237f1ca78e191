// Derived attributes that lists of systems filter and sort by: health, severity, owner of the alarm, owner of the
// system.
import { sql, type RawBuilder } from 'kysely';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import { healths, type Health } from '#contract/health.ts';
import * as z from 'zod/mini';
import type { Derived } from '#server/query/table-attributes.ts';

const column = (name: string) => sql.ref(`system.${name}`);
const passed = (name: string, now: string) => sql`(${column(name)} is null or ${now} > ${column(name)})`;
const ownerActive = sql`${column('organization')} in (select id from organization where active = 1)`;

/** The rules of `healthAt`, in its order, as a case of SQL with a value for each health. */
function healthCase<T extends string | number>(now: string, values: Readonly<Record<Health, T>>): RawBuilder<T> {
  const value = (health: Health) => sql.lit(values[health]);
  return sql`case
    when ${column('active')} = 0 or not ${ownerActive} then ${value('unwatched')}
    when ${column('failedAt')} is not null then ${value('failed')}
    when ${column('schedule')} is null then ${value('unwatched')}
    when ${column('lastBackup')} is null and ${passed('dueAt', now)} then ${value('notBackedup')}
    when ${column('lastBackup')} is null then ${value('waiting')}
    when ${passed('alarmAt', now)} then ${value('overdue')}
    when ${passed('dueAt', now)} then ${value('late')}
    else ${value('ok')} end`;
}

const names = z.enum(healths).def.entries;
const underAlarms = healths.slice(healths.indexOf('late'));
// `Object.fromEntries` forgets the names of the keys, and these are all of them.
/** The worse, the higher; alarms that do not follow from health have their place among those that do. */
export const ranks = Object.fromEntries(
  [...alarmKinds, ...underAlarms].toReversed().map((state, rank) => [state, rank]),
) as Record<AlarmKind | Health, number>;
const others = alarmKinds.filter((kind) => !(kind in names));

/** How bad the state of the rows of `system` is at that instant, as a column of SQL: the worse, the higher. */
export function severityOf(now: string): RawBuilder<number> {
  const health = healthCase(now, ranks);
  const worse = others.map((kind) => {
    const rank = sql.lit(ranks[kind]);
    return sql`when ${column('alarms')} like ${`%"${kind}"%`} and ${health} < ${rank} then ${rank}`;
  });
  // Most have none: that is checked before the words of each kind are searched.
  return sql`case when ${column('alarmed')} = 0 then ${health} ${sql.join(worse, sql` `)} else ${health} end`;
}

/** The name of a shared record that the system may follow; empty without one, so that both engines sort it alike. */
const nameOf = (noun: 'schedule' | 'retention') => () =>
  sql`coalesce((select ${sql.ref(`${noun}.name`)} from ${sql.table(noun)} where ${sql.ref(`${noun}.id`)} = ${column(noun)}), '')`;

const untaken = (now: string) => sql`exists (select 1 from alarm where alarm.system = ${column('id')}
  and ${sql.ref('alarm.resolvedAt')} is null and ${sql.ref('alarm.acknowledgedAt')} is null
  and (${sql.ref('alarm.snoozedUntil')} is null or ${sql.ref('alarm.snoozedUntil')} <= ${now}))`;

/** The health of the rows of `system` at that instant, as a column of SQL. */
export const healthOf = (now: string): RawBuilder<Health> => healthCase(now, names);

/** `find`: the texts by which a system is looked for, as one. `attention`: 2 = an open alarm that nobody has, 1 = its alarms are taken or snoozed, 0 = no alarm. */
export const systemDerived: Readonly<Record<string, Derived>> = {
  health: { kind: 'text', sql: healthOf, isLong: true },
  severity: { kind: 'int', sql: severityOf, isLong: true },
  attention: {
    kind: 'int',
    isLong: true,
    sql: (now) => sql`case when ${column('alarmed')} = 0 then 0 when ${untaken(now)} then 2 else 1 end`,
  },
  find: {
    kind: 'text',
    sql: () =>
      sql.join(
        ['name', 'server', 'ip', 'internalIp'].map((name) => sql`coalesce(${column(name)}, '')`),
        sql` || ${sql.lit('\n')} || `,
      ),
  },
  scheduleName: { kind: 'text', sql: nameOf('schedule') },
  retentionName: { kind: 'text', sql: nameOf('retention') },
  organizationActive: {
    kind: 'bool',
    through: { noun: 'organization', column: 'active', by: 'system.organization' },
    sql: () => sql`(select organization.active from organization where organization.id = ${column('organization')})`,
  },
  organizationName: {
    kind: 'text',
    through: { noun: 'organization', column: 'name', by: 'system.organization' },
    sql: () => sql`(select organization.name from organization where organization.id = ${column('organization')})`,
  },
};
