// The feed of recent records: one list for each reader, sent whole whenever it changes, and once for many changes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Line, type Person, type World } from '#tests/world.ts';

const lastOf = (events: Line['events']) =>
  events.filter(({ event }) => event === 'recent').map(({ payload }) => payload);

describe.each(databases)('what came in lately, on %s', (engine) => {
  let world: World;
  let lines: Record<'alice' | 'bob' | 'dave' | 'charlie', Line>;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const [alice, bob] = [await world.alice.line(), await world.bob.line()];
    lines = { alice, bob, dave: await world.dave.line(), charlie: await world.charlie.line() };
    for (const line of Object.values(lines)) await line.ask('GET', '/api/app/subscribe');
  });
  beforeEach(async () => {
    await pass();
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
  });
  afterAll(() => world.close());

  const recent = async (who: Person): Promise<any[]> => (await who.ask('GET', '/backup/recent')).body;
  const latestFor = async (who: keyof typeof lines) => lastOf(await lines[who].caughtUp());
  const report = (file: string, system = world.acme.system) =>
    world.rosie.ask('POST', '/client/report', { system, event: 'success', at: world.clock.now(), file, size: 9 });
  /** As long as changes are gathered, and a little more. */
  async function pass(): Promise<void> {
    world.clock.advance(60_000);
    world.server.scheduler.wake();
    await world.settle();
  }

  test('backups and alarms stand in one list, the newest first, each as its own list shows it', async () => {
    const list = await recent(world.alice);
    expect(list.map(({ id }) => id)).toEqual(
      list
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const backups = (await world.alice.ask('GET', '/backup')).body;
    const alarms = (await world.alice.ask('GET', '/alarm')).body;
    const by = (one: 'backup' | 'alarm') =>
      list.flatMap((entry) => entry[one] ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect([by('backup'), by('alarm')]).toEqual(
      [backups, alarms].map((rows) => rows.toSorted((a: any, b: any) => (a.id < b.id ? -1 : 1))),
    );
    expect(
      list.every(({ id, backup, alarm }) => (backup === null) !== (alarm === null) && id === (backup ?? alarm).id),
    ).toBe(true);
  });

  test('whoever may not read alarms sees the backups alone', async () => {
    const permissions = [{ model: 'backup', action: 'read' }];
    const { body } = await world.alice.ask('POST', '/group', { name: 'Backups alone', permissions });
    const user = await world.newUser('backups-alone@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const person = await world.signIn(user);
    const line = await person.line();
    await line.ask('GET', '/api/app/subscribe');
    expect((await recent(person)).map(({ alarm }) => alarm)).toEqual([null]);
    await report('alone.zip');
    await pass();
    const [event] = lastOf(await line.caughtUp());
    expect(event.data.map(({ backup, alarm }: any) => [backup.file, alarm])).toEqual([
      ['alone.zip', null],
      ['Acme.zip', null],
    ]);
    expect((await world.charlie.ask('GET', '/backup/recent')).status).toBe(403);
  });

  test('many changes make one event, with the whole list as its reader sees it, for those whom they concern', async () => {
    for (let run = 0; run < 25; run += 1) {
      await report(`run ${run}.zip`);
      world.clock.advance(1);
    }
    expect([await latestFor('alice'), await latestFor('bob')]).toEqual([[], []]);
    await pass();
    for (const who of ['alice', 'bob'] as const)
      expect(await latestFor(who)).toEqual([{ verb: 'updated', data: await recent(world[who]) }]);
    const [{ data }] = await latestFor('bob');
    const files = data.flatMap(({ backup }: any) => backup?.file ?? []);
    expect([files.length, files[0], files.at(-1)]).toEqual([20, 'run 24.zip', 'run 5.zip']);
    expect(JSON.stringify(data)).not.toContain('Birch');
    expect([await latestFor('dave'), await latestFor('charlie')]).toEqual([[], []]);
    await pass();
    expect((await latestFor('bob')).length).toBe(1);
  });

  test('what is done to an alarm changes the list as well', async () => {
    const open = (await world.dave.ask('GET', '/alarm?limit=1')).body[0];
    await world.dave.ask('POST', `/alarm/${open.id}/acknowledge`, {});
    await pass();
    const [{ data }] = await latestFor('dave');
    expect(data.find(({ id }: any) => id === open.id).alarm.acknowledgedBy.name).toBe('Dave');
    expect(await latestFor('bob')).toEqual([]);
  });

  test('whoever signed out or left the events hears nothing', async () => {
    const [out, left] = [await world.signIn(world.bob.id), await world.signIn(world.bob.id)];
    const [outLine, leftLine] = [await out.line(), await left.line()];
    for (const line of [outLine, leftLine]) await line.ask('GET', '/api/app/subscribe');
    await report('before.zip');
    await out.ask('POST', '/auth/logout', {});
    await leftLine.ask('GET', '/api/app/unsubscribe');
    await pass();
    expect([lastOf(await outLine.caughtUp()), lastOf(await leftLine.caughtUp())]).toEqual([[], []]);
    expect((await latestFor('bob')).length).toBe(1);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
