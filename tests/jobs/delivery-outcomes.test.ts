// From a claimed delivery to its outcome: the message that leaves, what its push service answers, and what becomes of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readToken, unseal } from '#server/auth/crypto.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { toJson } from '#server/query/columns.ts';
import type { PushOutcome } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { MINUTE, NO_ID, databases } from '#tests/world.ts';
import { NOW, LONGEST, at, openDeliveries, type Deliveries, type DeliveryRun } from './undone-deliveries.ts';
import { allTables } from '#tests/all-tables.ts';
import { sendFault, sendFaultOf } from '#server/entities/alarm/send-fault.ts';

const SECOND = 1000;
const retry = (retryAfterSeconds?: number): PushOutcome => ({
  result: 'retry',
  status: 503,
  detail: 'HTTP 503',
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
const refused: PushOutcome = { result: 'refused', status: 400, detail: 'HTTP 400' };
const gone: PushOutcome = { result: 'gone', status: 410, detail: 'HTTP 410' };
const aged = (ms: number) => ({ createdAt: at(-ms) });
const trial = { alarm: null, stage: 'test' } as const;

describe.each(databases)('outcomes of deliveries on %s', (engine) => {
  let deliveries: Deliveries;
  let secrets: Deliveries['world']['server']['jobContext']['services']['secrets'];
  beforeAll(async () => {
    deliveries = await openDeliveries(engine);
    ({ secrets } = deliveries.world.server.jobContext.services);
  });
  afterAll(() => deliveries.world.close());
  const { run } = { run: (work: (given: DeliveryRun) => Promise<void>) => deliveries.run(work) };
  const device = (given: DeliveryRun) =>
    allTables(given.unit).selectFrom('device').selectAll().where('id', '=', deliveries.phones.bob).executeTakeFirst();
  /** Sends deliveries of one device; returns them afterwards. An honest run logs no failure. */
  async function outcome(given: DeliveryRun, answers: PushOutcome[], ...rows: Partial<DeliveryRow>[]) {
    given.push.script.push(...answers);
    const ids = await given.add(...rows);
    expect(await given.runs()).toBe(rows.length);
    expect(given.log.failures).toEqual([]);
    return given.rows(ids);
  }

  test('a message names its delivery, and carries what the device and its worker need', async () => {
    await run(async (given) => {
      const [row] = await outcome(given, [], { nextAt: at(-1) });
      const { acme, bob, server } = deliveries.world;
      expect(row).toMatchObject({ status: 'sent', sentAt: NOW, nextAt: null, detail: null, message: row!.id });
      expect([row!.tag, row!.covers]).toEqual([`alarm:${acme.alarm}`, '[]']);
      const [{ to, message, envelope }] = given.push.sent as [DeliveryRun['push']['sent'][number]];
      const { endpoint, keys } = subscription('bob');
      const stored = (await device(given))!;
      expect(to).toEqual({
        endpoint,
        keys: { p256dh: stored.p256dh, auth: unseal(secrets.seal, stored.auth) },
      });
      expect(Object.keys(keys).toSorted()).toEqual(Object.keys(to.keys).toSorted());
      expect(message).toMatchObject({ ttlSeconds: LONGEST / SECOND, urgency: 'high', topicSource: expect.any(String) });
      expect(envelope).toMatchObject({ pushId: row!.id, sentAt: NOW, notification: { lang: 'en', tag: row!.tag } });
      expect(envelope.notification.icon).toBe(`${server.jobContext.services.origin()}/icons/icon-192.png`);
      expect(readToken(secrets.sign, envelope.actionToken)).toEqual({
        for: 'alarm',
        alarm: acme.alarm,
        user: bob.id,
        device: stored.id,
        push: row!.id,
        at: NOW,
      });
      expect([given.log.lines, given.writes]).toEqual([[], 2]);
    });
  });

  test('a message without that button can only be confirmed', async () => {
    await run(async (given) => {
      await outcome(given, [], trial);
      const [{ envelope }] = given.push.sent as [DeliveryRun['push']['sent'][number]];
      expect(readToken(secrets.sign, envelope.actionToken)).toMatchObject({ for: 'receipt', alarm: null });
    });
  });

  test('many leave as one, which covers their alarms', async () => {
    await run(async (given) => {
      const own = deliveries.alarms;
      const rows = await outcome(given, [], ...own.map((alarm) => ({ alarm })));
      expect(given.push.sent).toHaveLength(1);
      expect(new Set(rows.map(({ message }) => message))).toEqual(new Set([given.push.sent[0]!.envelope.pushId]));
      for (const { status, covers } of rows)
        expect([status, JSON.parse(String(covers)).toSorted()]).toEqual(['sent', own.toSorted()]);
    });
  });

  test('the badge counts the systems of the own organizations that need somebody, each of them once', async () => {
    const { world, phones, alarms } = deliveries;
    const [, one, two, three] = alarms;
    const hers = { user: world.alice.id, device: phones.alice };
    await run(async (given) => {
      await outcome(given, [], trial, { ...trial, ...hers });
      const db = allTables(given.unit);
      const set = (id: string, values: object) => db.updateTable('alarm').set(values).where('id', '=', id).execute();
      await set(one!, { acknowledgedAt: NOW });
      await outcome(given, [], trial);
      await set(two!, { snoozedUntil: at(1) });
      await outcome(given, [], trial);
      await set(three!, { openKey: null });
      await outcome(given, [], trial);
      await set(three!, { openKey: 'again', system: world.acme.system });
      await outcome(given, [], trial, { ...trial, ...hers });
      const badges = given.push.sent.map(({ to, envelope }) => [to.endpoint.split('/').at(-1), envelope.app_badge]);
      const of = (name: string) => badges.filter(([who]) => who === name).map(([, badge]) => badge);
      expect([of('bob'), of('alice')]).toEqual([
        [4, 3, 2, 1, 1],
        [5, 2],
      ]);
    });
  });

  test.each<[string, PushOutcome, Partial<DeliveryRow>, number]>([
    ['the first time', retry(), {}, SECOND],
    ['the second time', retry(), { attempts: 1 }, 5 * SECOND],
    ['the third time', retry(), { attempts: 2 }, 25 * SECOND],
    ['the fourth time', retry(), { attempts: 3 }, 120 * SECOND],
    ['the fifth time', retry(), { attempts: 4 }, 600 * SECOND],
    ['after that', retry(), { attempts: 8 }, 600 * SECOND],
    ['that says for how long', retry(30), {}, 30 * SECOND],
    ['that says for less time', retry(3), { attempts: 1 }, 5 * SECOND],
    ['until it is given up', retry(), { attempts: 4, ...aged(LONGEST - 3 * SECOND) }, 3 * SECOND],
    ['a millisecond before it is given up', retry(), { attempts: 4, ...aged(LONGEST - 1) }, SECOND],
    ['for a test until it is given up', retry(), { ...trial, attempts: 4, ...aged(8 * MINUTE) }, 120 * SECOND],
    ['for an alarm of that age', retry(), { attempts: 4, ...aged(11 * MINUTE) }, 600 * SECOND],
  ])('in trouble %s is asked again', async (_, answer, values, waitMs) => {
    await run(async (given) => {
      const [row] = await outcome(given, [answer], values);
      expect(row).toMatchObject({
        status: 'pending',
        detail: toJson(sendFaultOf(answer)),
        nextAt: at(waitMs),
        message: '',
        sentAt: null,
      });
      expect((await device(given))?.lastError).toBeNull();
      expect(given.log.lines).toHaveLength(1);
      for (const text of ['a push was not accepted', 'retry', '503', 'HTTP 503', deliveries.phones.bob])
        expect(given.log.lines[0]).toContain(text);
    });
  });

  test.each<[string, PushOutcome, Partial<DeliveryRow>, Partial<DeliveryRow>]>([
    ['its time is over', retry(), aged(LONGEST), { status: 'failed' }],
    ['the time of a test is over', retry(), { ...trial, ...aged(10 * MINUTE) }, { status: 'failed' }],
    ['its push service refuses it', refused, {}, { status: 'refused' }],
  ])('is given up, and its device says why, where %s', async (_, answer, values, expected) => {
    await run(async (given) => {
      const [row] = await outcome(given, [answer], values);
      expect(row).toMatchObject({ ...expected, detail: toJson(sendFaultOf(answer)), message: '', nextAt: null });
      expect((await device(given))?.lastError).toEqual(toJson(sendFaultOf(answer)));
    });
  });

  test('a device that is gone is forgotten, and gets no other message', async () => {
    await run(async (given) => {
      const rows = await outcome(given, [gone], {}, { alarm: deliveries.alarms[1]! });
      expect(rows.map(({ status, detail }) => [status, detail])).toEqual(
        [1, 2].map(() => ['gone', toJson(sendFaultOf(gone))]),
      );
      expect([await device(given), given.push.sent.length]).toEqual([undefined, 1]);
    });
  });

  const about = () => deliveries.alarms.map((alarm) => ({ alarm }));
  test('a service in trouble is not asked again for each message: all wait as long as the one that waits longest may', async () => {
    await run(async (given) => {
      const [first, second, third] = about();
      const rows = await outcome(
        given,
        [retry()],
        { ...first, nextAt: at(-3), attempts: 3, ...aged(LONGEST) },
        { ...second, nextAt: at(-2), ...aged(LONGEST - 7 * SECOND) },
        { ...third, nextAt: at(-1), attempts: 2 },
      );
      expect(given.push.sent).toHaveLength(1);
      expect(rows.map(({ status, nextAt }) => [status, nextAt])).toEqual([
        ['failed', null],
        ['pending', at(7 * SECOND)],
        ['pending', at(7 * SECOND)],
      ]);
    });
  });

  test('a message that is refused or accepted says nothing of the others', async () => {
    await run(async (given) => {
      const [first, second, third] = about();
      const rows = await outcome(
        given,
        [refused],
        { ...first, nextAt: at(-3) },
        { ...second, nextAt: at(-2) },
        { ...third, nextAt: at(-1) },
      );
      expect(rows.map(({ status }) => status)).toEqual(['refused', 'sent', 'sent']);
      expect([given.push.sent.length, given.writes]).toEqual([3, 4]);
    });
  });

  test('a port that fails is asked again', async () => {
    await run(async (given) => {
      const [id] = await given.add({});
      given.push.send = () => Promise.reject(new Error('broken'));
      await given.runs();
      expect(await given.rows([id!])).toMatchObject([
        { status: 'pending', detail: toJson(sendFault('unsent')), nextAt: at(SECOND) },
      ]);
      expect(given.log.failures.map(({ message }) => message)).toEqual(['a push failed']);
    });
  });

  test('what could not be read is tried again, and what another one sends meanwhile stays', async () => {
    await run(async (given) => {
      const ids = await given.add({}, { status: 'sending', nextAt: at(1) });
      given.onRead = () => Promise.reject(new Error('broken'));
      await given.runs();
      expect(await given.rows(ids)).toMatchObject([
        { status: 'pending', detail: toJson(sendFault('unsent')), nextAt: at(SECOND) },
        { status: 'sending', nextAt: at(1), detail: null },
      ]);
      expect(given.log.failures.map(({ message }) => message)).toEqual(['a delivery failed']);
    });
  });

  test.each<[string, number, string[], string[]]>([
    ['the second write fails', 3, ['sent', 'pending'], ['a delivery failed']],
    ['no write succeeds', 2, ['sending', 'sending'], ['a delivery failed', 'free again in a minute']],
  ])('where %s, what was sent stays sent', async (_, broken, statuses, messages) => {
    await run(async (given) => {
      const { onWrite } = given;
      const isBroken = (index: number) => index === broken || (broken === 2 && index > broken);
      given.onWrite = (work, index) => (isBroken(index) ? Promise.reject(new Error('broken')) : onWrite(work, index));
      const ids = await given.add({ nextAt: at(-1) }, { alarm: deliveries.alarms[1]!, nextAt: NOW, stage: 'reminder' });
      await given.runs();
      expect((await given.rows(ids)).map(({ status }) => status)).toEqual(statuses);
      expect(given.log.failures.map(({ message }) => message)).toEqual(
        messages.map((text) => expect.stringContaining(text)),
      );
    });
  });

  test('a write that fails after it was done leaves nothing to try again', async () => {
    await run(async (given) => {
      const { onWrite } = given;
      given.onWrite = async (work, index) => {
        const result = await onWrite(work, index);
        if (index === 2) throw new Error('broken');
        return result;
      };
      const [id] = await given.add({});
      await given.runs();
      expect(await given.rows([id!])).toMatchObject([{ status: 'sent' }]);
      expect(given.log.failures.map(({ message }) => message)).toEqual(['a delivery failed']);
    });
  });

  test('what was meant for the person who had the device before does not leave, nor what is not true any more', async () => {
    await run(async (given) => {
      const others = { user: deliveries.world.alice.id, nextAt: at(-1) };
      const rows = await outcome(given, [], others, { stage: 'held', nextAt: at(-1) }, trial);
      const details = [toJson(sendFault('otherUser')), toJson(sendFault('unneeded')), null];
      expect(rows.map(({ detail }) => detail)).toEqual(details);
      expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'sent']);
      expect([given.push.names, given.writes]).toEqual([['bob'], 3]);
    });
  });

  test('what is for a device that is gone ends', async () => {
    await run(async (given) => {
      const [row] = await outcome(given, [], { device: NO_ID });
      expect([row!.status, row!.detail, given.push.sent, given.writes]).toEqual(['gone', null, [], 2]);
    });
  });

  test.each<[string, PushOutcome[], string]>([
    ['is sent', [], 'sent'],
    ['is gone as well', [gone], 'gone'],
    ['is refused', [refused], 'refused'],
  ])('the last message of a device that ended goes to the address that it had: it %s', async (_, answers, status) => {
    await run(async (given) => {
      const { endpoint, p256dh, auth } = (await device(given))!;
      await allTables(given.unit).deleteFrom('device').execute();
      const last = { endpoint: `${endpoint}-last`, p256dh, auth };
      const rows = await outcome(
        given,
        answers,
        { nextAt: at(-2) },
        { alarm: null, stage: 'ended', subscription: toJson(last), nextAt: at(-1) },
      );
      expect(rows.map((row) => row.status)).toEqual(['gone', status]);
      expect(given.push.names).toEqual(['bob-last']);
      expect(given.push.sent[0]?.envelope.app_badge).toBe(0);
    });
  });
});
