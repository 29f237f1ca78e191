// The nightly check and copy of the embedded database: when, how many stay, and what happens where they fail.
import { describe, expect, test } from 'vitest';
import type { Cause } from '#contract/cause.ts';
import { copiesThatFit, DatabaseCopies } from '#server/jobs/database-copies.ts';
import type { DatabaseCopy, DatabaseFile } from '#server/ports/database-file.ts';
import { Clock, DAY, HOUR, MINUTE, START, makeTestLog } from '#tests/world.ts';

/** 03:00 of the machine, which is half an hour after the moment of the copies. */
function stageOf(more: Partial<DatabaseFile> = {}, room = { bytes: 100, free: 100_000 }) {
  const clock = new Clock(START);
  const log = makeTestLog();
  const state = { copies: [] as DatabaseCopy[], done: [] as string[], room, faults: [] as string[] };
  /** The cause of the alarm that is open. */
  const alarm: { cause: Cause | null } = { cause: null };
  const file: DatabaseFile = {
    endedUncleanly: false,
    check: () => (state.done.push('check'), Promise.resolve(state.faults)),
    async copy(name) {
      state.done.push(`copy ${name}`);
      state.copies = [{ name, at: Date.parse(clock.now()), bytes: state.room.bytes }, ...state.copies];
    },
    copies: async () => state.copies,
    remove: async (name) => void (state.copies = state.copies.filter((copy) => copy.name !== name)),
    room: async () => state.room,
    close: () => undefined,
    ...more,
  };
  const notifyAdministrators = async (cause: Cause | null) => void (alarm.cause = cause);
  const copies = new DatabaseCopies(file, { now: clock.now, log, notifyAdministrators });
  /** As the scheduler does: at the moment that the job names. */
  const next = async () => {
    clock.set((await copies.job.nearest()) ?? START);
    return copies.job.run(() => undefined);
  };
  return { clock, log, state, alarm, copies, next };
}

test('the first copy is made soon after the start, the others at 02:30', async () => {
  const { clock, state, next } = stageOf();
  await next();
  expect([clock.now(), state.done]).toEqual(['2026-11-21T03:10:00.000Z', ['check', 'copy backwatch-2026-11-21.db']]);
  await next();
  expect([clock.now(), state.done.slice(2)]).toEqual([
    '2026-11-22T02:30:00.000Z',
    ['check', 'copy backwatch-2026-11-22.db'],
  ]);
});

test('a start after the copy of this night makes none, one after a missed night does', async () => {
  const made = (at: string) => {
    const { state, copies } = stageOf();
    state.copies = [{ name: 'backwatch-2026-11-21.db', at: Date.parse(at), bytes: 1 }];
    return copies.job.nearest();
  };
  expect(await made('2026-11-21T02:31:00.000Z')).toBe('2026-11-22T02:30:00.000Z');
  expect(await made('2026-11-21T02:29:00.000Z')).toBe('2026-11-21T03:10:00.000Z');
});

test('seven copies stay, the newest ones', async () => {
  const { state, next } = stageOf();
  for (let night = 0; night < 10; night += 1) await next();
  expect(state.copies.map(({ name }) => name.slice(-5, -3))).toEqual(['30', '29', '28', '27', '26', '25', '24']);
});

describe('where there is little room', () => {
  test('fewer copies stay, and the log says so', async () => {
    const { state, log, next } = stageOf({}, { bytes: 100, free: 1250 });
    await next();
    await next();
    await next();
    await next();
    expect(state.copies).toHaveLength(3);
    expect(log.lines.join()).toContain('3 nightly copies are kept instead of 7');
    expect(log.failures).toEqual([]);
  });

  test('the share is that of what would be free without them', () => {
    expect(copiesThatFit({ bytes: 100, free: 400 }, [])).toBe(1);
    expect(copiesThatFit({ bytes: 100, free: 399 }, [])).toBe(0);
    expect(copiesThatFit({ bytes: 100, free: 300 }, [{ bytes: 100 }])).toBe(1);
    expect(copiesThatFit({ bytes: 100, free: 1e9 }, [])).toBe(7);
    expect(copiesThatFit({ bytes: 0, free: 0 }, [])).toBe(0);
  });

  test('no room for a single one is a failure', async () => {
    const { alarm, log, state, next } = stageOf({}, { bytes: 100, free: 399 });
    await next();
    expect(state.done).toEqual(['check']);
    expect(alarm.cause).toEqual({ code: 'copyTooLarge', bytes: 100 });
    expect(String(log.failures[0]?.error)).toContain('takes over a quarter of the free space');
  });
});

test('a copy that failed raises an alarm and is tried again within the hour; the one that succeeds ends it', async () => {
  let isBroken = true;
  const { alarm, clock, next, log } = stageOf({
    copy: () => (isBroken ? Promise.reject(new Error('no room')) : Promise.resolve()),
  });
  expect(await next()).toBe(0);
  expect([alarm.cause, log.failures.length]).toEqual([{ code: 'foreign', text: 'no room' }, 1]);
  const before = Date.parse(clock.now());
  isBroken = false;
  await next();
  expect([alarm.cause, Date.parse(clock.now()) - before]).toEqual([null, HOUR]);
});

test('what is damaged takes the place of no copy', async () => {
  const { alarm, copies, state, next, clock } = stageOf();
  state.faults = ['row 7 missing from index'];
  await next();
  expect([state.done, alarm.cause]).toEqual([['check'], { code: 'databaseDamaged' }]);
  expect(copies.lastCheck).toEqual({ checkedAt: clock.now(), faults: ['row 7 missing from index'] });
});

test('after an unclean end it is checked at once, and not copied sooner than else', async () => {
  const { copies, state, clock } = stageOf({ endedUncleanly: true });
  expect(await copies.job.nearest()).toBe(START);
  await copies.job.run(() => undefined);
  expect(state.done).toEqual(['check']);
  expect(await copies.job.nearest()).toBe(clock.in(10 * MINUTE));
  clock.advance(DAY);
  await copies.job.run(() => undefined);
  expect(state.done).toEqual(['check', 'check', 'copy backwatch-2026-11-22.db']);
});
