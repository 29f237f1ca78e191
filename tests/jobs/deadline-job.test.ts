// The job of the deadlines by itself: what it claims, in which order, and what it does after the clock was set back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shifted } from '#contract/time/calendar.ts';
import type { StoredRowOf } from '#server/db/engine.ts';
import { datedAhead } from '#server/entities/system/health.ts';
import { deadlineJob } from '#server/jobs/deadlines.ts';
import { toJson } from '#server/query/columns.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { HOUR, NO_ID, databases, makeWorld, type World } from '#tests/world.ts';
import { gate, undoneJob, type JobRun } from './undone-job.ts';
import { allTables } from '#tests/all-tables.ts';

const NOW = '2026-11-22T03:30:00.000Z';
const at = (ms: number) => shifted(NOW, ms);
const nothing = () => undefined;

describe.each(databases)('the job of the deadlines on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
    await world.server.scheduler.stop();
    world.clock.set(NOW);
  });
  afterAll(() => world.close());

  type System = Partial<StoredRowOf<'system'>>;
  /** The systems of the cast rest; the one of Acme has other values. */
  const run = <T>(values: System, work: (given: JobRun & { job: ReturnType<typeof deadlineJob> }) => Promise<T>) =>
    undoneJob(world, async (given) => {
      await allTables(given.unit)
        .updateTable('system')
        .set({ nextMoment: null, alarmed: 0, alarms: toJson([]) })
        .execute();
      await allTables(given.unit)
        .updateTable('system')
        .set({ nextMoment: null, ...values })
        .where('id', '=', world.acme.system)
        .execute();
      return work(Object.assign(given, { job: deadlineJob(given.context) }));
    });
  const momentOf = async (unit: Unit, id = world.acme.system) =>
    (await allTables(unit).selectFrom('system').select('nextMoment').where('id', '=', id).executeTakeFirst())
      ?.nextMoment;
  /** So many more systems that came due together, one millisecond after each other; the first one is added last. */
  async function addDue(unit: Unit, count: number): Promise<string[]> {
    const model = await allTables(unit)
      .selectFrom('system')
      .selectAll()
      .where('id', '=', world.acme.system)
      .executeTakeFirst();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...model!,
      id: uuidv7(Date.parse(NOW) - index),
      name: `Due ${index}`,
      clientKeyHash: `hash ${index}`,
      nextMoment: at(index - HOUR),
    }));
    for (let end = count; end > 0; end -= 50)
      await allTables(unit)
        .insertInto('system')
        .values(rows.slice(Math.max(0, end - 50), end).toReversed())
        .execute();
    return rows.map(({ id }) => id);
  }

  test.each([
    ['a millisecond ago', at(-1), 1],
    ['now', NOW, 0],
    ['never', null, 0],
  ])('what is due %s', async (_, nextMoment, done) => {
    await run({ nextMoment }, async ({ job, unit, writes }) => {
      expect([job.name, await job.nearest(), await job.run(nothing)]).toEqual(['deadlines', nextMoment, done]);
      expect((await momentOf(unit)) === nextMoment).toBe(done === 0);
      expect(writes).toBe(0);
    });
  });

  test('takes a hundred at a time, those first that came due first', async () => {
    await run({}, async (given) => {
      const ids = await addDue(given.unit, 101);
      const { onWrite } = given;
      given.onWrite = (work, index) => (index > 100 ? Promise.reject(new Error('broken')) : onWrite(work, index));
      await expect(given.job.run(nothing)).rejects.toThrow('broken');
      expect(await momentOf(given.unit, ids.at(-1))).toBe(at(100 - HOUR));
      expect((await Promise.all(ids.slice(0, 100).map((id) => momentOf(given.unit, id)))).includes(at(-HOUR))).toBe(
        false,
      );
      given.onWrite = onWrite;
      expect([await given.job.run(nothing), await given.job.run(nothing)]).toEqual([1, 0]);
      expect(given.writes).toBe(102);
    });
  });

  test('answers how much it did in all, however many slices it took', async () => {
    await run({ nextMoment: at(-1) }, async ({ unit, job }) => {
      await addDue(unit, 150);
      expect(await job.run(nothing)).toBe(151);
    });
  });

  test('what another server claimed since it was read stays as that one leaves it', async () => {
    await run({ nextMoment: at(HOUR) }, async (given) => {
      const slices = [[{ id: world.acme.system, nextMoment: at(-1) }], []];
      given.onRead = () => Promise.resolve(slices.shift() as never);
      expect(await given.job.run(nothing)).toBe(1);
      expect(await momentOf(given.unit)).toBe(at(HOUR));
    });
  });

  test('is raising as long as a slice goes on, also one that fails', async () => {
    await run({ nextMoment: at(-1) }, async (given) => {
      const { isOpen, open } = gate();
      const { onWrite, job } = given;
      expect(job.raising()).toBeNull();
      given.onWrite = (work, index) => isOpen.then(() => onWrite(work, index));
      const running = job.run(nothing);
      await expect.poll(() => given.writes).toBe(1);
      expect(job.raising()).toBeInstanceOf(Promise);
      open();
      await running;
      expect(job.raising()).toBeNull();
      await allTables(given.unit)
        .updateTable('system')
        .set({ nextMoment: at(-1) })
        .execute();
      given.onWrite = () => Promise.reject(new Error('broken'));
      await expect(job.run(nothing)).rejects.toThrow('broken');
      expect(job.raising()).toBeNull();
    });
  });

  test('a clock that was set back dates what lies ahead to now', async () => {
    await run({ lastBackup: at(HOUR), failedAt: null }, async ({ job, unit }) => {
      await job.clockSet?.();
      expect((await unit.find('system', world.acme.system))?.lastBackup).toBe(NOW);
    });
  });

  test('a system that was deleted since it was found is passed over', async () => {
    await run({}, async (given) => {
      given.onRead = () => Promise.resolve([NO_ID] as never);
      await given.job.clockSet?.();
      expect(given.writes).toBe(1);
    });
  });

  const past: System = { lastBackup: at(-HOUR), failedAt: null, failedDate: null, runningSince: null, dueAt: at(-2) };
  const quiet: System = { ...past, alarmAt: at(-1), alarmed: 1 };
  test.each<[string, System, boolean]>([
    ['an alarm whose deadlines have passed', quiet, false],
    ['a backup of now', { ...quiet, lastBackup: NOW }, false],
    ['a backup of later', { ...quiet, lastBackup: at(1) }, true],
    ['a failure of later', { ...quiet, failedAt: at(1) }, true],
    ['a backup of later that failed', { ...quiet, failedDate: at(1) }, true],
    ['a run that began later', { ...quiet, runningSince: at(1) }, true],
    ['an alarm before it is due', { ...quiet, dueAt: NOW }, true],
    ['an alarm before its time', { ...quiet, alarmAt: NOW }, true],
    ['no alarm yet', { ...quiet, dueAt: at(1), alarmAt: at(2), alarmed: 0 }, false],
  ])('a clock that was set back concerns a system with %s: %#', async (_, values, concerned) => {
    await run(values, async ({ unit }) => {
      expect((await datedAhead(unit)).includes(world.acme.system)).toBe(concerned);
    });
  });
});
