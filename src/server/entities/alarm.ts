// Alarms: rows, and what people do with them. Who came second hears who was first.
import type { Criteria } from '#contract/criteria.ts';
import { may } from '#contract/permissions.ts';
import { shifted } from '#contract/time/calendar.ts';
import { acknowledgedUntil } from '#contract/time/lapse.ts';
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import { actedBy } from '#server/kernel/origin.ts';
import { Refusal, forbidden, invalidField } from '#server/kernel/refusal.ts';
import { personOf } from '#server/kernel/rights.ts';
import { hash, readToken } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import { takeTurns } from '#server/kernel/turns.ts';
import { asPerson, house } from '#server/kernel/actor.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { nextOfHeld, releaseAlarm, released } from './alarm-held.ts';
import { deliveriesOf, recipientsNow } from './alarm-facts.ts';
import { tellTaken } from './alarm-raise.ts';
import { later } from './alarm-tell.ts';
import { nameOf, references } from './reference.ts';
import { columns } from './tables.ts';
import { contextOf, resolveBy } from './watching.ts';

/** As long as a token of a notification is good. */
const TOKEN_MS = 24 * 3_600_000;

/** Whom to call about it, and in which time. */
const shownOwner = (row: Row | undefined): Row => ({
  name: row?.['name'] ?? '',
  timeZone: row?.['timeZone'] ?? 'UTC',
  phone: row?.['phone'] ?? '',
});

export const alarmTable: Table = {
  noun: 'alarm',
  columns: columns.alarm,
  organization: 'organization',
  async records(unit, rows) {
    const organization = await references(unit, 'organization', rows, shownOwner);
    const system = await references(unit, 'system', rows);
    const hands = rows.flatMap((row) => [row['acknowledgedBy'], row['snoozedBy'], row['resolvedBy']]);
    const people = await unit.lookup(
      'user',
      hands.flatMap((id) => (id ? [String(id)] : [])),
    );
    const person = (id: unknown) => (id ? { id, name: nameOf(people.get(String(id))) } : null);
    return rows.map((row) => ({
      organizationId: row['organization'],
      delivery: { sent: row['sent'], shown: row['shown'], failed: row['failed'], unreached: row['unreached'] },
      ...row,
      system: system(row),
      organization: organization(row),
      acknowledgedBy: person(row['acknowledgedBy']),
      snoozedBy: person(row['snoozedBy']),
      resolvedBy: person(row['resolvedBy']),
    }));
  },
};

interface Deed {
  act: 'acknowledge' | 'takeOver' | 'snooze' | 'release' | 'resolve';
  at: string;
  /** Of a snooze. */
  until?: string;
  /** Of a resolve. */
  note?: string;
  /** Of a release: only this is taken back. */
  of?: 'acknowledgement' | 'snooze';
  /** The person whose acknowledgement is released or taken over; else the actor. */
  from?: string;
  /** Of a release: notifies at once. */
  notify?: boolean;
  by: string;
  /** The device whose notification's token told who it is: there its worker says what came of it. */
  byToken?: string;
}

/** Carries out one act; a repeat under the same idempotency key answers as the first time. */
async function carryOut(unit: Unit, services: Services, id: string, deed: Deed, given: unknown): Promise<Row> {
  const key = keyOf(deed, id, given);
  const done = key
    ? await unit.db.selectFrom('deed').select('answer').where('id', '=', key).executeTakeFirst()
    : undefined;
  if (done) {
    const { outcome, by } = JSON.parse(String(done['answer'])) as Row;
    return { alarm: await unit.record('alarm', await unit.need('alarm', id)), outcome, by };
  }
  const answer = await decide(unit, services, id, deed);
  if (key) {
    const kept = JSON.stringify({ outcome: answer['outcome'], by: answer['by'] });
    await unit.db
      .insertInto('deed')
      .values({ id: key, user: deed.by, answer: kept, createdAt: unit.now, updatedAt: unit.now })
      .execute();
  }
  return answer;
}

async function decide(unit: Unit, services: Services, id: string, deed: Deed): Promise<Row> {
  const { act, by } = deed;
  const row = await unit.need('alarm', id, 'update');
  if (row['resolvedAt'] && deed.byToken) throw over();
  if (row['resolvedAt'] || isAnothers(row, deed)) {
    const first = row[act === 'resolve' ? 'resolvedBy' : 'acknowledgedBy'] as string | null;
    const other = first === by ? null : first;
    const people = await unit.lookup('user', other ? [other] : []);
    return {
      alarm: await unit.record('alarm', row),
      outcome: first === by ? 'done' : 'already',
      by: other && nameOf(people.get(other)),
    };
  }
  // Nobody took it before it was there: such a phone's clock is wrong.
  const at = deed.at < String(row['createdAt']) ? unit.now : deed.at;
  const next = await carriedOut(unit, services, row, { ...deed, at });
  return { alarm: await unit.record('alarm', next), outcome: 'done', by: null };
}

/** Another person has the alarm than the one who is meant: whoever comes second changes nothing. */
function isAnothers({ acknowledgedBy: holder }: Row, { act, of, from, by }: Deed): boolean {
  if (holder === null) return false;
  if (act === 'acknowledge') return holder !== by;
  if (act === 'takeOver') return holder !== from;
  return act === 'release' && of === 'acknowledgement' && holder !== (from ?? by);
}

/** What a release without a notification changes; null where there is nothing to take back. */
function takenBack(row: Row, now: string, reminded: string, of?: Deed['of']): Row | null {
  const snoozed = row['snoozedUntil'] !== null && String(row['snoozedUntil']) > now;
  const held = row['acknowledgedAt'] !== null;
  if (snoozed && of !== 'acknowledgement') {
    const awake = { ...row, snoozedUntil: null };
    return { snoozedUntil: null, nextAt: held ? nextOfHeld(awake, now) : reminded };
  }
  if (of === 'snooze' || !held) return null;
  return { ...released(row, now), nextAt: snoozed ? row['snoozedUntil'] : reminded };
}

/** The scheduler ends a snooze: it notifies whom the end of any snooze notifies. */
async function releaseAndNotify(unit: Unit, services: Services, row: Row, of: Deed['of']): Promise<Row> {
  const snoozed = row['snoozedUntil'] !== null && String(row['snoozedUntil']) > unit.now;
  if (snoozed && of !== 'acknowledgement') {
    services.dueBy(unit, unit.now);
    return unit.updateRow('alarm', row, { snoozedUntil: unit.now, nextAt: unit.now });
  }
  if (of === 'snooze' || row['acknowledgedAt'] === null) return row;
  return releaseAlarm(unit, services, row);
}

/** Gives an alarm to the actor, who keeps one that is the actor's already: only its lapse is counted anew. */
async function acknowledge(unit: Unit, services: Services, row: Row, { at, by, byToken }: Deed): Promise<Row> {
  // Who is switched off or destroyed meanwhile has nothing left.
  await takeTurns(unit, 'user', [by]);
  const system = await unit.asHouse().need('system', String(row['system']));
  // From now on, not from `at`: an acknowledgement that waited in an outbox would lapse on its arrival.
  const until = acknowledgedUntil(unit.now, services.lapseAfterHours, await contextOf(unit, system));
  const isKept = row['acknowledgedBy'] === by;
  const held = isKept
    ? { acknowledgedUntil: until, snoozedUntil: row['snoozedUntil'] }
    : { acknowledgedAt: at, acknowledgedBy: by, acknowledgedUntil: until, snoozedUntil: null };
  const next = await unit.updateRow('alarm', row, { ...held, nextAt: nextOfHeld(held, unit.now) });
  if (!isKept) await tellTaken(unit, services, next, byToken ?? null);
  return next;
}

async function snooze(unit: Unit, row: Row, { until, by }: Deed): Promise<Row> {
  const snoozed = { ...row, snoozedUntil: until };
  const nextAt = row['acknowledgedAt'] === null ? until : nextOfHeld(snoozed, unit.now);
  return unit.updateRow('alarm', row, { snoozedUntil: until, snoozedBy: by, nextAt });
}

async function release(unit: Unit, services: Services, row: Row, { of, notify }: Deed): Promise<Row> {
  if (notify) return releaseAndNotify(unit, services, row, of);
  const values = takenBack(row, unit.now, later(unit.now, services.remindAfterMinutes), of);
  return values === null ? row : unit.updateRow('alarm', row, values);
}

async function carriedOut(unit: Unit, services: Services, row: Row, deed: Deed): Promise<Row> {
  const { act, at, note, by } = deed;
  if (act === 'resolve') return resolveBy(unit, services, row, { at, by, note });
  const next =
    act === 'snooze'
      ? await snooze(unit, row, deed)
      : act === 'release'
        ? await release(unit, services, row, deed)
        : await acknowledge(unit, services, row, deed);
  if (next['nextAt'] !== null) services.dueBy(unit, String(next['nextAt']));
  return next;
}

const MAX_SNOOZE_MS = 7 * 86_400_000;
/** An act of an hour ago may come out of a phone's outbox; one of tomorrow is a wrong clock. */
const actedAt = (now: string, claimed: unknown): string =>
  typeof claimed === 'string' && claimed < now ? claimed : now;

/** One person's one act on one alarm: the same key for anything else is another deed. */
const keyOf = ({ by, act }: Deed, id: string, key: unknown): string | null =>
  typeof key === 'string' ? hash(JSON.stringify([by, act, id, key])) : null;

function doing(services: Services, act: Deed['act']) {
  return (context: Context, input: Row) =>
    context.write((unit) => {
      const who = asPerson(context.actor);
      const deed: Deed = { act, at: actedAt(unit.now, input['actedAt']), by: who.id };
      if (act === 'snooze') deed.until = snoozeUntil(unit.now, String(input['until']));
      if (typeof input['note'] === 'string') deed.note = input['note'];
      if (input['of'] === 'snooze' || input['of'] === 'acknowledgement') deed.of = input['of'];
      if (typeof input['from'] === 'string') deed.from = input['from'];
      deed.notify = input['notify'] === true;
      return carryOut(unit, services, String(input['id']), deed, input['idempotencyKey']);
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

const stale = () => new Refusal('E_TOKEN', 'This token has expired.');

/**
 * The token of a notification: bound to person, device and alarm, and good for a day, or until the alarm is resolved. It says who it
 * is, and gives no right: what the person may not do by now, it does not do either.
 */
async function byToken(context: Context, services: Services, input: Row): Promise<Row> {
  const token = readToken(services.secrets.sign, String(input['token']));
  if (!token || token['for'] !== 'alarm') throw new Refusal('E_TOKEN', 'This token is not valid.');
  return context.write(async (unit) => {
    if (String(token['at'] ?? '') < shifted(unit.now, -TOKEN_MS)) throw stale();
    const device = await unit.find('device', String(token['device']));
    const user = device?.['user'] === token['user'] ? await unit.find('user', String(token['user'])) : undefined;
    if (!user?.['active']) throw stale();
    const person = await personOf(unit.db, user);
    const own = unit.as(person);
    const alarms: string[] = [];
    for (const id of await meantBy(unit, token))
      if (may(person.rights, 'alarm.update') && (await own.find('alarm', id, 'update'))) alarms.push(id);
    if (alarms.length === 0) throw stale();
    actedBy(unit, person);
    const act = input['act'] as 'acknowledge' | 'snooze' | 'release';
    const deed: Deed = {
      act,
      at: actedAt(unit.now, input['actedAt']),
      by: person.id,
      byToken: String(token['device']),
    };
    if (act === 'snooze') deed.until = later(unit.now, Number(input['minutes']));
    if (act === 'release') Object.assign(deed, { of: 'acknowledgement', notify: true });
    const answers: Row[] = [];
    for (const id of alarms) {
      const answer = await carryOut(own, services, id, deed, input['idempotencyKey']).catch(unlessOver);
      if (answer) answers.push(answer);
    }
    const [first] = answers;
    if (!first) throw over();
    return answers.find(({ outcome }) => outcome === 'done') ?? first;
  }, house);
}

const over = () => new Refusal('E_RESOLVED', 'This alarm is already resolved.');

/** Of several that a notification told of, those that ended meanwhile need nothing more. */
function unlessOver(error: unknown): null {
  if (error instanceof Refusal && error.code === 'E_RESOLVED') return null;
  throw error;
}

/** The alarms that a notification told of. */
async function meantBy({ db }: Unit, { alarm, push }: Row): Promise<string[]> {
  if (alarm) return [String(alarm)];
  const row = await db.selectFrom('delivery').select('covers').where('id', '=', push).executeTakeFirst();
  return JSON.parse(String(row?.['covers'] ?? '[]')) as string[];
}

export const alarmHandlers = (services: Services): Handlers[string] => ({
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? unit.list('alarm', newestFirst(criteria)) : Promise.reject(forbidden()))),
  get: (context, { id }) => context.read(async (unit) => unit.record('alarm', await unit.need('alarm', String(id)))),
  recipients: (context, { organization }) => context.read((unit) => recipientsNow(unit, String(organization))),
  deliveries: (context, { id }) =>
    context.read(async (unit) => deliveriesOf(unit, await unit.need('alarm', String(id)))),
  acknowledge: doing(services, 'acknowledge'),
  takeOver: doing(services, 'takeOver'),
  release: doing(services, 'release'),
  snooze: doing(services, 'snooze'),
  resolve: doing(services, 'resolve'),
  note: (context, { id, note }) =>
    context.write(async (unit) => unit.record('alarm', await unit.update('alarm', String(id), { note }))),
  act: (context, input) => byToken(context, services, input),
});
