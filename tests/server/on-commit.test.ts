// The subscribers to what a unit of work committed: each gets every commit, and none can take it from the others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommitSubscribers, writeUnit, type Commit } from '#server/pipeline/on-commit.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import { Unit } from '#server/pipeline/unit-of-work.ts';
import { tables } from '#server/registry.ts';
import { databases, makeTestLog, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('what subscribes to commits on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  function begin() {
    const store = world.ground.openStore();
    const log = makeTestLog();
    const subscribers = new CommitSubscribers(log);
    const commits: Commit[] = [];
    const run = (work: (unit: Unit) => Promise<unknown>) =>
      writeUnit(
        { store, subscribers, beforeCommit: () => Promise.resolve() },
        (db) => new Unit(db, { tables, sendsMails: true }, internalActor, world.clock.now()),
        work,
        () => null,
      );
    return { store, log, subscribers, commits, run };
  }
  const rename = (unit: Unit, name: string) => unit.update('system', world.acme.system, { name });

  test('gets each changed record once, and nothing of a unit that failed or changed nothing', async () => {
    const { store, subscribers, commits, run } = begin();
    subscribers.subscribe('test', (commit) => commits.push(commit));
    await run(async (unit) => {
      await rename(unit, 'First');
      await rename(unit, 'Second');
    });
    const failed = run(async (unit) => {
      await rename(unit, 'Third');
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    await run((unit) => unit.find('system', world.acme.system));
    expect(commits.map(({ changes }) => changes.map(({ after }) => after?.['name']))).toEqual([['Second']]);
    await store.close();
  });

  test('may fail: the commit stands, the failure is logged, and the others and the work after it run', async () => {
    const { store, log, subscribers, commits, run } = begin();
    let isRun = false;
    subscribers.subscribe('broken', () => {
      throw new Error('no room');
    });
    subscribers.subscribe('test', (commit) => commits.push(commit));
    const answer = await run(async (unit) => {
      unit.afterCommit.push(
        () => {
          throw new Error('no timer');
        },
        () => (isRun = true),
      );
      return rename(unit, 'Fourth');
    });
    expect(answer).toMatchObject({ name: 'Fourth' });
    expect([commits.length, isRun]).toEqual([1, true]);
    expect(log.failures.map(({ message }) => message)).toEqual([
      'broken failed after a commit',
      'work failed after a commit',
    ]);
    expect((await world.alice.ask('GET', `/system/${world.acme.system}`)).body.name).toBe('Fourth');
    await store.close();
  });
});
