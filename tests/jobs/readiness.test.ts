// Whether the server says honestly that it is ready: not while a kind of work hangs, nor where nothing can be stored.
import { afterEach, describe, expect, test } from 'vitest';
import { Scheduler, type Job } from '#server/jobs/scheduler.ts';
import { StorageError } from '#server/ports/storage.ts';
import { openMemoryStorage } from '#server/ports/storage-memory.ts';
import { makeTestLog, makeWorld, MINUTE, START, Clock, databases, type World } from '#tests/world.ts';

/** A job whose look lasts until the test lets it go. */
function hanging(patienceMs?: number): { job: Job; began: Promise<void>; letGo(): void } {
  let [begin, letGo] = [(): void => undefined, (): void => undefined];
  const began = new Promise<void>((resolve) => (begin = resolve));
  const held = new Promise<number>((resolve) => (letGo = () => resolve(1)));
  const job: Job = {
    name: 'hanging',
    nearest: () => Promise.resolve(null),
    run: () => (begin(), held),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  };
  return { job, began, letGo };
}

async function begun(patienceMs?: number) {
  const clock = new Clock(START);
  const { job, began, letGo } = hanging(patienceMs);
  const scheduler = new Scheduler(clock.now, makeTestLog());
  scheduler.add(job);
  scheduler.start();
  await began;
  return { clock, scheduler, letGo };
}

test('a look that lasts for more than a minute is no readiness, until it has ended', async () => {
  const { clock, scheduler, letGo } = await begun();
  clock.advance(MINUTE);
  expect(scheduler.runs()).toBe(true);
  clock.advance(1);
  expect([scheduler.runs(), scheduler.failingJobs()]).toEqual([false, ['hanging']]);
  letGo();
  await scheduler.idle();
  expect([scheduler.runs(), scheduler.failingJobs()]).toEqual([true, []]);
  await scheduler.stop();
});

test('a clock that was put back hides no look that hangs', async () => {
  const { clock, scheduler, letGo } = await begun();
  clock.advance(-60 * MINUTE);
  expect(scheduler.runs()).toBe(false);
  letGo();
  await scheduler.stop();
});

test('what waits for the services of others may take longer', async () => {
  const { clock, scheduler, letGo } = await begun(10 * MINUTE);
  clock.advance(10 * MINUTE);
  expect(scheduler.runs()).toBe(true);
  clock.advance(1);
  expect(scheduler.runs()).toBe(false);
  letGo();
  await scheduler.stop();
});

describe.each(databases)('readiness on %s', (engine) => {
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });
  const readiness = async (world: World) => {
    const { status, body } = await world.nobody.browser.ask('GET', '/readyz');
    return [status, body.ok];
  };

  test('a mail server that never answers is noticed in the end', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let asked = (): void => undefined;
    const handedOver = new Promise<void>((resolve) => (asked = resolve));
    const send = () => (asked(), held.then(() => ({ result: 'accepted' as const, detail: 'late' })));
    const mail = { sends: true, send, close: () => undefined };
    const world = await makeWorld(engine, { mail });
    worlds.push(world);
    expect((await world.bob.ask('POST', '/auth/send-reset-email', { email: 'bob@example.com' })).status).toBe(200);
    try {
      await handedOver;
      expect(await readiness(world)).toEqual([200, true]);
      world.clock.advance(11 * MINUTE);
      expect(await readiness(world)).toEqual([503, false]);
      // A job that looks while the clock is advanced seems to look for as long, until it ends.
      await expect.poll(async () => (await world.nobody.browser.ask('GET', '/readyz')).body.jobs).toEqual(['mails']);
    } finally {
      letGo();
    }
    await world.settle();
    expect(await readiness(world)).toEqual([200, true]);
  });

  test('a store that cannot be written is named, and the server stays ready', async () => {
    let full = false;
    const storage = openMemoryStorage(() => START);
    const ready = storage.ready.bind(storage);
    storage.ready = () => (full ? Promise.reject(new StorageError('E_DISK_FULL', 'The disk is full.')) : ready());
    const world = await makeWorld(engine, { storage });
    worlds.push(world);
    const store = async () => (await world.nobody.browser.ask('GET', '/readyz')).body.store;
    const minute = () => (world.clock.advance(MINUTE), world.settle());
    await world.settle();
    expect([await readiness(world), await store()]).toEqual([[200, true], 'ok']);
    full = true;
    await minute();
    expect([await readiness(world), await store()]).toEqual([[200, true], 'The disk of the backup storage is full.']);
    full = false;
    await minute();
    expect([await readiness(world), await store()]).toEqual([[200, true], 'ok']);
  });

  test('whoever asks writes nothing, and waits for no store that hangs', async () => {
    let writes = 0;
    const storage = openMemoryStorage(() => START);
    let answer = () => undefined as void;
    const hangs = new Promise<void>((resolve) => (answer = resolve));
    storage.ready = () => ((writes += 1), hangs);
    const world = await makeWorld(engine, { storage });
    worlds.push(world);
    const answers = await Promise.all(Array.from({ length: 50 }, () => readiness(world)));
    expect([new Set(answers.map(String)), writes]).toEqual([new Set(['200,true']), 1]);
    // The end of the server waits 10 s for a store that still hangs.
    answer();
  });
});
