// Alarms: rows, and what people do with them. Who came second hears who was first.
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import { actedBy } from '#server/kernel/origin.ts';
import { Refusal, forbidden } from '#server/kernel/refusal.ts';
import { hash, readToken } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import { asPerson, house } from '#server/kernel/actor.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { later } from './alarm-raise.ts';
import { columns } from './tables.ts';

export const alarmTable: Table = {
  noun: 'alarm',
  columns: columns.alarm,
  organization: 'organization',
  async records(unit, rows) {
    const refer = (noun: string, key: string) =>
      unit.lookup(
        noun,
        rows.flatMap((row) => (row[key] ? [String(row[key])] : [])),
      );
    const [organizations, systems] = [await refer('organization', 'organization'), await refer('system', 'system')];
    await refer('user', 'acknowledgedBy');
    const people = await refer('user', 'resolvedBy');
    const person = (id: unknown) => (id ? { id, name: nameOf(people.get(String(id))) } : null);
    return rows.map((row) => {
      const organization = organizations.get(String(row['organization']));
      return {
        ...row,
        system: { id: row['system'], name: systems.get(String(row['system']))?.['name'] ?? '' },
        organization: {
          id: row['organization'],
          name: organization?.['name'] ?? '',
          timeZone: organization?.['timeZone'] ?? 'UTC',
          phone: organization?.['phone'] ?? '',
        },
        organizationId: row['organization'],
        acknowledgedBy: person(row['acknowledgedBy']),
        resolvedBy: person(row['resolvedBy']),
        told: { sent: row['sent'], shown: row['shown'], failed: row['failed'] },
      };
    });
  },
};

export const nameOf = (user: Row | undefined): string =>
  user ? `${user['firstName']} ${user['lastName']}`.trim() || String(user['email']) : 'someone who is gone';

type Deed = { act: 'acknowledge' | 'snooze' | 'release'; at: string; until: string | null; by: string };

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

async function decide(unit: Unit, services: Services, id: string, { act, at: claimed, until, by }: Deed): Promise<Row> {
  const row = await unit.need('alarm', id, 'update');
  // Nobody took it before it was there: such a phone's clock is wrong.
  const at = claimed < String(row['createdAt']) ? unit.now : claimed;
  const other = row['acknowledgedBy'] && row['acknowledgedBy'] !== by ? String(row['acknowledgedBy']) : null;
  if (row['resolvedAt'] || (act === 'acknowledge' && row['acknowledgedBy'])) {
    const people = await unit.lookup('user', other ? [other] : []);
    return {
      alarm: await unit.record('alarm', row),
      outcome: row['acknowledgedBy'] === by ? 'done' : 'already',
      by: other ? nameOf(people.get(other)) : null,
    };
  }
  const values: Row =
    act === 'acknowledge'
      ? { acknowledgedAt: at, acknowledgedBy: by, snoozedUntil: null, nextAt: null }
      : act === 'snooze'
        ? { snoozedUntil: until, nextAt: until }
        : {
            acknowledgedAt: null,
            acknowledgedBy: null,
            snoozedUntil: null,
            stage: 0,
            nextAt: later(unit.now, services.remindAfterMinutes),
          };
  const next = await unit.updateRow('alarm', row, values);
  if (next['nextAt'] !== null) services.dueBy(unit, String(next['nextAt']));
  return { alarm: await unit.record('alarm', next), outcome: 'done', by: null };
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
      const until = act === 'snooze' ? snoozeUntil(unit.now, String(input['until'])) : null;
      const deed = { act, at: actedAt(unit.now, input['actedAt']), until, by: who.id };
      return carryOut(unit, services, String(input['id']), deed, input['idempotencyKey']);
    });
}

function snoozeUntil(now: string, until: string): string {
  const ahead = Date.parse(until) - Date.parse(now);
  if (ahead > 0 && ahead <= MAX_SNOOZE_MS) return until;
  throw new Refusal('E_INVALID_VALUES_TO_SET', 'until: must be within the next 7 days', {
    details: ['until: must be within the next 7 days'],
  });
}

/** The token of a notification: bound to person, device and alarm, and good only until the alarm is resolved. */
async function byToken(context: Context, services: Services, input: Row): Promise<Row> {
  const token = readToken(services.secrets.sign, String(input['token']));
  if (!token || token['for'] !== 'alarm') throw new Refusal('E_TOKEN', 'This token is not genuine.');
  return context.write(async (unit) => {
    const alarm = await unit.find('alarm', String(token['alarm']));
    const device = await unit.db
      .selectFrom('device')
      .innerJoin('user', 'user.id', 'device.user')
      .select(['device.user', 'user.active'])
      .where('device.id', '=', String(token['device']))
      .executeTakeFirst();
    if (!alarm || device?.['user'] !== token['user'] || device?.['active'] !== 1)
      throw new Refusal('E_TOKEN', 'This token is no longer good.');
    const by = String(token['user']);
    actedBy(unit, { id: by, name: nameOf((await unit.lookup('user', [by])).get(by)) });
    const snooze = input['act'] === 'snooze';
    const deed: Deed = {
      act: snooze ? 'snooze' : 'acknowledge',
      at: actedAt(unit.now, input['actedAt']),
      until: snooze ? later(unit.now, Number(input['minutes'])) : null,
      by,
    };
    return carryOut(unit, services, String(alarm['id']), deed, input['idempotencyKey']);
  }, house);
}

export const alarmHandlers = (services: Services): Handlers[string] => ({
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? unit.list('alarm', criteria) : Promise.reject(forbidden()))),
  get: (context, { id }) => context.read(async (unit) => unit.record('alarm', await unit.need('alarm', String(id)))),
  acknowledge: doing(services, 'acknowledge'),
  release: doing(services, 'release'),
  snooze: doing(services, 'snooze'),
  note: (context, { id, note }) =>
    context.write(async (unit) => unit.record('alarm', await unit.update('alarm', String(id), { note }))),
  act: (context, input) => byToken(context, services, input),
});
