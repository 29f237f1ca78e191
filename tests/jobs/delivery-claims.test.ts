// The claims of the deliveries: which ones leave, when the job looks again, and what it does not wait for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { databases } from '#tests/world.ts';
import { NOW, LONGEST, at, openDeliveries, type Deliveries, type DeliveryRun } from './undone-deliveries.ts';
import { gate } from './undone-job.ts';
import { allTables } from '#tests/all-tables.ts';

const accepted = { result: 'accepted', detail: 'late' } as const;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe.each(databases)('claims of deliveries on %s', (engine) => {
  let deliveries: Deliveries;
  beforeAll(async () => void (deliveries = await openDeliveries(engine)));
  afterAll(() => deliveries.world.close());
  const run: Deliveries['run'] = (work, raising) => deliveries.run(work, raising);
  /** Begins deliveries, each of which is on its way until `end`. */
  async function begin(given: DeliveryRun, ...rows: Partial<DeliveryRow>[]): Promise<() => Promise<unknown>> {
    const { isOpen, open } = gate();
    given.push.script.push(...rows.map(() => isOpen.then(() => accepted)));
    await given.add(...rows);
    await given.job.run(() => void (given.wakes += 1));
    await expect.poll(() => given.push.sent.length).toBe(rows.length);
    return () => {
      open();
      return given.job.working?.() ?? Promise.resolve();
    };
  }

  test.each<[string, Partial<DeliveryRow>, string | null, number]>([
    ['waits', {}, NOW, 1],
    ['is due', { nextAt: at(-1) }, at(-1), 1],
    ['is not due yet', { nextAt: at(1) }, at(1), 0],
    ['a process that died was sending', { status: 'sending', nextAt: at(-1) }, at(-1), 1],
    ['another process is sending', { status: 'sending', nextAt: at(1) }, at(1), 0],
    ['a mail program has', { status: 'sending', nextAt: null }, null, 0],
    ['was sent', { status: 'sent' }, null, 0],
  ])('a delivery that %s', async (_, values, nearest, begun) => {
    await run(async (given) => {
      await given.add(values);
      expect([given.job.name, await given.job.nearest(), given.job.working?.()]).toEqual(['deliveries', nearest, null]);
      expect([await given.runs(), given.push.sent.length, given.wakes]).toEqual([begun, begun, begun]);
      // One look, and one write of what came of a message.
      expect([given.writes, given.log.lines]).toEqual([1 + begun, []]);
    });
  });

  test('the nearest of several is the first; none where nothing waits', async () => {
    await run(async ({ add, job }) => {
      expect(await job.nearest()).toBeNull();
      await add({ nextAt: at(2) }, { nextAt: at(1) }, { nextAt: at(3) });
      expect(await job.nearest()).toBe(at(1));
    });
  });

  test('while one is on its way, what was due at the last look waits for its end, and what comes later does not', async () => {
    await run(async (given) => {
      const end = await begin(given, {});
      const [waiting] = await given.add({ nextAt: NOW }, { nextAt: at(5) });
      expect([await given.job.nearest(), given.job.working?.()]).toEqual([at(5), expect.any(Promise)]);
      expect([await given.job.run(() => undefined), given.push.sent.length]).toEqual([0, 1]);
      await end();
      expect([given.wakes, given.job.working?.(), await given.job.nearest()]).toEqual([1, null, NOW]);
      expect([await given.runs(), (await given.rows([waiting!]))[0]?.status]).toEqual([1, 'sent']);
    });
  });

  test('a mailbox has one at a time as well, and mails wait for no push service', async () => {
    await run(async (given) => {
      const { isOpen, open } = gate();
      const { onWrite } = given;
      given.onWrite = (work, index) => (index === 2 ? isOpen.then(() => onWrite(work, index)) : onWrite(work, index));
      const mail = { device: null };
      await given.add(mail);
      expect(await given.job.run(() => undefined)).toBe(1);
      const [waiting] = await given.add(mail);
      expect(await given.job.run(() => undefined)).toBe(0);
      open();
      await given.job.working?.();
      expect([await given.runs(), given.push.sent, given.log.lines]).toEqual([1, [], []]);
      expect(await given.rows([waiting!])).toMatchObject([{ status: 'sending', nextAt: null }]);
      expect(await allTables(given.unit).selectFrom('mail').select('id').execute()).toHaveLength(2);
    });
  });

  test('twenty devices of a service at a time, also where one of them has several deliveries', async () => {
    await run(async (given) => {
      const devices = await given.addDevices(numbers(21));
      const [first, last] = [devices[0]!, devices[20]!];
      const early = [first, ...devices.slice(0, 20)].map((device) => ({
        device,
        nextAt: at(device === first ? -2 : -1),
      }));
      const ids = await given.add(...early, { device: last });
      expect([await given.runs(), (await given.rows(ids)).filter(({ status }) => status === 'sent')]).toEqual([
        21,
        expect.objectContaining({ length: 21 }),
      ]);
      expect((await given.rows(ids)).at(-1)).toMatchObject({ status: 'pending', attempts: 0, nextAt: NOW });
      expect([await given.runs(), (await given.rows(ids)).at(-1)?.status]).toEqual([1, 'sent']);
    });
  });

  test('what waits for a service that is full hides no other one, however much it is', async () => {
    await run(async (given) => {
      const devices = await given.addDevices(numbers(21));
      const end = await begin(given, ...devices.slice(0, 20).map((device) => ({ device })));
      const [other] = await given.addDevices(['other'], 'https://other.example.com');
      await given.add(...numbers(500).map(() => ({ device: devices[20]!, nextAt: at(-1) })));
      const ids = await given.add({ device: other! }, { device: null });
      expect(await given.job.run(() => undefined)).toBe(2);
      expect((await given.rows(ids)).map(({ status }) => status)).toEqual(['sending', 'sending']);
      await end();
      expect((await given.rows(ids)).map(({ status }) => status)).toEqual(['sent', 'sending']);
    });
  });

  test('two hundred at a time in all: the job does not look on and on for a place', async () => {
    await run(async (given) => {
      const devices: string[] = [];
      for (const service of numbers(10))
        devices.push(
          ...(await given.addDevices(
            numbers(20).map((index) => `${service} ${index}`),
            `https://${service}.example.com`,
          )),
        );
      const { isOpen, open } = gate();
      const { onWrite } = given;
      const stopped = () => isOpen.then(() => Promise.reject(new Error('stopped')));
      given.onRead = stopped;
      given.onWrite = (work, index) => (index > 2 ? stopped() : onWrite(work, index));
      await given.add(...devices.map((device) => ({ device, nextAt: at(-1) })));
      await given.add(...numbers(500).map((index) => ({ device: `gone ${index}` })));
      expect(await given.job.run(() => undefined)).toBe(200);
      open();
      await given.job.working?.();
    });
  });

  test('a page that was full is followed by another look', async () => {
    await run(async (given) => {
      const [second] = await given.addDevices(['second']);
      const first = { device: 'gone', alarm: null, stage: 'test' as const, nextAt: at(-1) };
      await given.add({ device: second! }, ...numbers(500).map(() => first));
      expect([await given.runs(), given.push.names]).toEqual([501, ['second']]);
    });
  });

  test('leave in the order in which they came due', async () => {
    await run(async (given) => {
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `019a0000-0000-7000-8000-00000000000${letter}`);
      const [one, two, three, four] = await given.addDevices(['one', 'two', 'three', 'four']);
      await given.add({ id: d!, device: three!, nextAt: at(-1) }, { id: a!, device: four! });
      await given.add({ id: c!, device: two!, nextAt: at(-2) }, { id: b!, device: one!, nextAt: at(-2) });
      await given.runs();
      expect(given.push.names).toEqual(['one', 'two', 'three', 'four']);
    });
  });

  test('a claim counts the attempt and lasts a minute', async () => {
    await run(async (given) => {
      const end = await begin(given, { attempts: 2, nextAt: at(-1) });
      const [row] = await allTables(given.unit).selectFrom('delivery').selectAll().execute();
      expect(row).toMatchObject({ status: 'sending', attempts: 3, nextAt: at(60_000) });
      await end();
    });
  });

  test('what another process claimed since it was read stays with that one', async () => {
    await run(async (given) => {
      const ids = await given.add({}, { device: deliveries.phones.alice, user: deliveries.world.alice.id });
      const { onWrite } = given;
      given.onWrite = (work, index) => onWrite(index > 1 ? work : (unit) => work(readBefore(unit, ids[0]!)), index);
      expect([await given.runs(), given.push.names, given.wakes]).toEqual([1, ['alice'], 1]);
      expect(await given.rows(ids)).toMatchObject([{ status: 'pending', attempts: 0 }, { status: 'sent' }]);
    });
  });

  test('waits half a second for alarms that are being raised, and leaves with them', async () => {
    const { isOpen, open } = gate();
    await run(
      async (given) => {
        const running = given.runs();
        await nextTurn();
        expect(given.writes).toBe(0);
        await given.add({});
        open();
        expect(await running).toBe(1);
      },
      () => isOpen,
    );
  });

  test.each([
    ['never end', () => new Promise(() => {})],
    ['fail', () => Promise.reject(new Error('broken'))],
  ])('waits no longer for alarms that %s', async (_, raising) => {
    await run(async (given) => {
      await given.add({});
      const begun = performance.now();
      expect(await given.runs()).toBe(1);
      expect(performance.now() - begun).toBeLessThan(5000);
    }, raising);
  });

  test('a moment that lies further ahead than a delivery is tried was set by a wrong clock', async () => {
    await run(async ({ add, job, rows }) => {
      const ids = await add({ nextAt: at(LONGEST + 1) }, { nextAt: at(LONGEST) });
      await job.clockSet?.();
      expect((await rows(ids)).map(({ nextAt }) => nextAt)).toEqual([NOW, at(LONGEST)]);
    });
  });

  test('breaks off what is on its way when it stops, where the port can', async () => {
    await run(async ({ job, push }) => {
      job.stop?.();
      let closed = 0;
      push.close = () => void (closed += 1);
      job.stop?.();
      expect(closed).toBe(1);
    });
  });
});

/** A unit that reads a delivery as it was before another process claimed it. */
function readBefore(unit: Unit, id: string): Unit {
  const db = allTables(unit).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) =>
      Promise.resolve({
        ...result,
        rows: result.rows.map((row) => (row.id === id && 'nextAt' in row ? { ...row, nextAt: at(-1) } : row)),
      }),
  });
  return { unscopedDb: db, now: unit.now, asInternal: () => unit } as unknown as Unit;
}
