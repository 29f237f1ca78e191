// Alarms: rows, their calls, and the token of a notification.
import type { alarm } from '#contract/alarm.ts';
import type { Cause } from '#contract/cause.ts';
import type { Criteria } from '#contract/criteria.ts';
import type { ParsedOf } from '#contract/define.ts';
import { contract } from '#contract/index.ts';
import { may } from '#contract/permissions.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { ApiError, forbidden, invalidField } from '#server/pipeline/errors.ts';
import { personOf } from '#server/auth/permissions.ts';
import { readToken } from '#server/auth/crypto.ts';
import type { Row, RowOf } from '#server/db/engine.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { type AlarmCommand, type Outcome, actedAt, executeOnce, noteOnce, over } from './commands.ts';
import { deliveriesOf, recipientsNow } from './recipient-facts.ts';
import { deliveriesWith } from './delivery-repository.ts';
import { historyOf, markRead } from './history.ts';
import { later } from './enqueue-deliveries.ts';
import { nameOf, references } from '#server/entities/reference.ts';
import { parseJson, bool, int, json, nullable, optional, stamps, text } from '#server/query/columns.ts';
import { alarmActivity } from './activity.ts';
import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { NotRung } from '#contract/alarm-history.ts';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

/** As long as a token of a notification is good. */
const TOKEN_MS = 24 * 3_600_000;

/** The phone number to call about an alarm, and the time zone there. */
const shownOwner = (row: RowOf<'organization'> | undefined) => ({
  name: row?.name ?? '',
  timeZone: row?.timeZone ?? 'UTC',
  phone: row?.phone ?? '',
});

const columns = {
  ...stamps,
  kind: text<AlarmKind>(),
  system: nullable(text()),
  organization: nullable(text()),
  since: text(),
  reason: nullable(text()),
  cause: optional(nullable(json<Cause>())),
  lastBackup: nullable(text()),
  dueAt: nullable(text()),
  addedAt: text(),
  acknowledgedAt: nullable(text()),
  acknowledgedBy: nullable(text()),
  acknowledgedUntil: nullable(text()),
  snoozedUntil: nullable(text()),
  snoozedBy: nullable(text()),
  waitingSince: nullable(text()),
  heldBefore: nullable(text()),
  note: text(),
  resolvedAt: nullable(text()),
  resolvedBy: nullable(text()),
  openKey: nullable(text()),
  nextAt: nullable(text()),
  stage: int(),
  sent: int(),
  shown: int(),
  failed: int(),
  unreached: optional(bool()),
  notRung: optional(json<{ user: string; reason: z.output<typeof NotRung> }[]>()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    alarm: typeof columns;
  }
}

/** The worse, the higher. */
const severityOfKind = (): RawBuilder<number> => {
  const cases = alarmKinds
    .toReversed()
    .map((kind, rank) => sql`when ${sql.ref('alarm.kind')} = ${sql.lit(kind)} then ${sql.lit(rank)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
};

const table: DeclaredTable<'alarm'> = {
  columns,
  indexed: [
    'organizationId',
    'organization',
    'system',
    'since',
    'createdAt',
    'dueAt',
    'lastBackup',
    'addedAt',
    'resolvedAt',
  ],
  sorted: ['since', 'createdAt', 'resolvedAt'],
  // Each term looks up the system of each alarm.
  weights: { note: 20, find: 2 },
  derived: {
    severity: { kind: 'int', sql: severityOfKind },
    find: {
      kind: 'text',
      sql: () => sql`coalesce((select name from ${sql.table('system')} where id = ${sql.ref('alarm.system')}), '')`,
    },
  },
  activity: alarmActivity,
  organization: 'organization',
  async records(unit, rows) {
    const organization = await references(unit, 'organization', rows, shownOwner);
    const system = await references(unit, 'system', rows);
    const hands = rows.flatMap((row) => [row.acknowledgedBy, row.snoozedBy, row.resolvedBy]);
    const people = await unit.lookup(
      'user',
      hands.filter((id) => id !== null),
    );
    const person = (id: string | null) => (id === null ? null : { id, name: nameOf(people.get(id)) });
    return rows.map((row) => ({
      organizationId: row.organization,
      delivery: { sent: row.sent, shown: row.shown, failed: row.failed, unreached: row.unreached },
      ...row,
      system: system(row),
      organization: organization(row),
      acknowledgedBy: person(row.acknowledgedBy),
      snoozedBy: person(row.snoozedBy),
      resolvedBy: person(row.resolvedBy),
    }));
  },
};

const MAX_SNOOZE_MS = 7 * 86_400_000;

/** The inputs of all acts: each has some of these keys. */
interface ActInput {
  id: string;
  idempotencyKey?: string | undefined;
  actedAt?: string | undefined;
  until?: string | undefined;
  note?: string | undefined;
  of?: AlarmCommand['of'] | undefined;
  from?: string | null | undefined;
  to?: string | undefined;
  notify?: boolean | undefined;
}

function commandHandler(services: Services, act: AlarmCommand['act']) {
  return (context: Context, input: ActInput) =>
    context.write((unit) => {
      const who = asPerson(context.actor);
      const command: AlarmCommand = { act, at: actedAt(unit.now, input.actedAt), by: who.id };
      if (input.until !== undefined) command.until = snoozeUntil(unit.now, input.until);
      if (input.note !== undefined) command.note = input.note;
      if (input.of !== undefined) command.of = input.of;
      if (input.from !== undefined) command.from = input.from;
      if (input.to !== undefined) command.to = input.to;
      command.notify = input.notify === true;
      return executeOnce(unit, services, input.id, command, input.idempotencyKey);
    });
}

function snoozeUntil(now: string, until: string): string {
  const ahead = Date.parse(until) - Date.parse(now);
  if (ahead > 0 && ahead <= MAX_SNOOZE_MS) return until;
  throw invalidField('E_INVALID_VALUES_TO_SET', 'until', 'must be within the next 7 days');
}

/** Where no order is asked for: of more than one answer holds, those are left out that were known longest. */
const newestFirst = (criteria: Criteria): Criteria =>
  criteria.sort.length > 0 ? criteria : { ...criteria, sort: [{ attribute: 'id', direction: 'desc' }] };

const stale = () => new ApiError('E_TOKEN', 'This token has expired.');

/**
 * The token of a notification: bound to person, device and alarm, and good for a day, or until the alarm is resolved. It says who it
 * is, and gives no right: what the person may not do by now, it does not do either.
 */
async function byToken(
  context: Context,
  services: Services,
  input: ParsedOf<typeof alarm.calls.act>,
): Promise<Outcome> {
  const token = readToken(services.secrets.sign, input.token);
  if (!token || token.for !== 'alarm') throw new ApiError('E_TOKEN', 'This token is not valid.');
  return context.write(async (unit) => {
    if (String(token.at ?? '') < shifted(unit.now, -TOKEN_MS)) throw stale();
    const device = await unit.find('device', String(token.device));
    const user = device?.user === token.user ? await unit.find('user', String(token.user)) : undefined;
    if (!user?.active) throw stale();
    const person = await personOf(unit, user);
    const own = unit.as(person);
    const alarms: string[] = [];
    for (const id of await meantBy(unit, token))
      if (may(person.rights, 'alarm.update') && (await own.find('alarm', id, 'update'))) alarms.push(id);
    if (alarms.length === 0) throw stale();
    attributeTo(unit, person);
    const { act } = input;
    const command: AlarmCommand = {
      act,
      at: actedAt(unit.now, input.actedAt),
      by: person.id,
      byToken: String(token.device),
    };
    if (act === 'snooze')
      command.until = snoozeUntil(unit.now, later(pressedAt(unit.now, command.at, token), input.minutes));
    if (act === 'release') Object.assign(command, { of: 'acknowledgement', notify: true });
    const answers: Outcome[] = [];
    for (const id of alarms) {
      const answer = await executeOnce(own, services, id, command, input.idempotencyKey).catch(unlessOver);
      if (answer) answers.push(answer);
    }
    const [first] = answers;
    if (!first) throw over();
    return answers.find(({ outcome }) => outcome === 'done') ?? first;
  }, internalActor);
}

/**
 * Returns the moment of a press, which may have waited on a device without a network. A press before its notification was sent has
 * the time of a slow clock, and counts from its arrival.
 */
const pressedAt = (now: string, at: string, token: Row): string => (at < String(token.at) ? now : at);

/** Of several alarms in a notification, those that ended meanwhile need nothing more. */
function unlessOver(error: unknown): null {
  if (error instanceof ApiError && error.code === 'E_RESOLVED') return null;
  throw error;
}

/** The alarms of a notification. */
async function meantBy(unit: Unit, token: Row): Promise<readonly string[]> {
  if (token.alarm) return [String(token.alarm)];
  const [row] = await deliveriesWith(unit, [String(token.push)]);
  return row ? parseJson(row.covers) : [];
}

const handlers = (services: Services): Handlers['alarm'] => ({
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? unit.list('alarm', newestFirst(criteria)) : Promise.reject(forbidden()))),
  get: (context, { id }) => context.read(async (unit) => unit.record('alarm', await unit.need('alarm', id))),
  recipients: (context, { organization = null, everywhere }) =>
    context.read((unit) => recipientsNow(unit, everywhere ? 'everywhere' : organization)),
  deliveries: (context, { id }) => context.read(async (unit) => deliveriesOf(unit, await unit.need('alarm', id))),
  acknowledge: commandHandler(services, 'acknowledge'),
  takeOver: commandHandler(services, 'takeOver'),
  handOver: commandHandler(services, 'handOver'),
  release: commandHandler(services, 'release'),
  snooze: commandHandler(services, 'snooze'),
  resolve: commandHandler(services, 'resolve'),
  note: (context, { id, note, idempotencyKey }) =>
    context.write((unit) => noteOnce(unit, id, { note, by: asPerson(context.actor).id }, idempotencyKey)),
  history: (context, { id }) => context.read(async (unit) => historyOf(unit, services, await unit.need('alarm', id))),
  markRead: (context, { id }) =>
    context.write(async (unit) =>
      unit.record('alarm', await markRead(unit, await unit.need('alarm', id), asPerson(context.actor).id)),
    ),
  act: (context, input) => byToken(context, services, input),
});

export const alarmEntity = defineEntity(contract.alarm, { table, handlers });
