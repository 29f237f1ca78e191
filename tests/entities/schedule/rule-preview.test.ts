// The preview of a changed schedule or retention, before it is saved: limited to what the reader may see, and without
// doing it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

type Body = Record<string, any>;
const HOUR = 3_600_000;

describe.each(databases)('the preview of a rule, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const made = async (path: string, body: Body): Promise<string> => {
    const answer = await world.alice.ask('POST', path, body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body.id;
  };
  const preview = async (path: string, by: Person = world.alice): Promise<Body> => {
    const answer = await by.ask('GET', path);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body;
  };
  const daily = { name: 'Daily', intervalUnit: 'Days', intervalValue: 1, alarmAfter: 48 };

  /** Systems in Acme and in Birch whose last backup is that long ago. */
  async function followers(noun: 'schedule' | 'retention', id: string, hours: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [at, ago] of hours.entries()) {
      const { organization } = at % 2 === 0 ? world.acme : world.birch;
      const system = await made('/system', { name: `Follower ${at}`, organization, [noun]: id });
      await world.server.jobContext.write((unit) =>
        unit.update('system', system, { lastBackup: world.clock.in(-ago * HOUR), lastBackupStatus: 'ok' }),
      );
      ids.push(system);
    }
    return ids;
  }

  test('a schedule tells which systems would alarm at once, and leaves them as they are', async () => {
    const schedule = await made('/schedule', daily);
    const ids = await followers('schedule', schedule, [30, 40, 10]);
    expect(await preview(`/schedule/${schedule}/preview`)).toMatchObject({
      systems: 3,
      alarms: 0,
      alarmed: [],
      isPart: false,
    });
    const sooner = await preview(`/schedule/${schedule}/preview?alarmAfter=4`);
    expect(sooner).toMatchObject({ systems: 3, organizations: 2, alarms: 2, resolved: 0 });
    expect(sooner['alarmed'].map(({ id, health }: Body) => [id, health])).toEqual([
      [ids[1], 'overdue'],
      [ids[0], 'overdue'],
    ]);
    expect(sooner['alarmed'][0]).toMatchObject({ organizationName: 'Birch', since: world.clock.in((28 - 40) * HOUR) });
    await world.settle();
    expect((await preview(`/system/${ids[1]}`))['alarmed']).toBe(false);
  });

  test('an open alarm counts as one that would end, not as one that would be raised', async () => {
    const schedule = await made('/schedule', { ...daily, name: 'Strict', alarmAfter: 0 });
    const [id] = await followers('schedule', schedule, [30]);
    await world.alice.ask('GET', `/system/${id}/rescan-alarm`);
    expect(await preview(`/schedule/${schedule}/preview`)).toMatchObject({ alarms: 0, resolved: 0 });
    expect(await preview(`/schedule/${schedule}/preview?intervalValue=3`)).toMatchObject({ alarms: 0, resolved: 1 });
  });

  /** Good backups of the last nights. */
  const backups = (system: string, organization: string, nights: number) =>
    world.server.jobContext.write(async (unit) => {
      for (let at = 0; at < nights; at += 1) {
        const date = world.clock.in(-at * 24 * HOUR);
        const one = { date, file: `night-${at}.zip`, size: 10, key: `${system}/${at}`, sha256: null, fileset: null };
        await unit.insert('backup', { ...one, fault: null, store: null, system, organization });
      }
    });

  test('a retention tells by system what would stay and what the change would purge', async () => {
    const retention = await made('/retention', { name: 'Ten days', days: 10 });
    const [one = '', two = ''] = await followers('retention', retention, [1, 1]);
    await backups(one, world.acme.organization, 12);
    await backups(two, world.birch.organization, 3);
    expect(await preview(`/retention/${retention}/preview`)).toMatchObject({
      systems: 2,
      keepCount: 13,
      purgeCount: 2,
      added: 0,
      purgedSystems: 1,
      addedSystems: 0,
    });
    const less = await preview(`/retention/${retention}/preview?days=2`);
    expect(less).toMatchObject({
      keepCount: 4,
      keepSize: 40,
      purgeCount: 11,
      purgeSize: 110,
      added: 9,
      addedSystems: 2,
    });
    expect(less['purged'].map(({ id, purgeCount, added }: Body) => [id, purgeCount, added])).toEqual([
      [one, 10, 8],
      [two, 1, 1],
    ]);
    expect(await preview(`/retention/${retention}/preview?days=0`)).toMatchObject({ purgeCount: 0, keepCount: 15 });
    const his = await preview(`/retention/${retention}/preview?days=2`, world.dave);
    expect(his).toMatchObject({ systems: 1, purgeCount: 1 });
    expect(JSON.stringify(his)).not.toContain('Acme');
    expect((await preview(`/backup?system=${one}`))['length']).toBe(12);
  });

  test('a retention tells files apart by the name that their fileset read, which is stored in the place of the file', async () => {
    const retention = await made('/retention', { name: 'Two days', days: 2 });
    const system = await made('/system', { name: 'Databases', organization: world.acme.organization, retention });
    const rule = { glob: '*.zip', pattern: '^(db[0-9]+)-([0-9]{8})\\.zip$', nameField: 1 };
    const fileset = await made('/fileset', { system, description: 'Both', ...rule });
    const { organization } = world.acme;
    await world.server.jobContext.write(async (unit) => {
      for (const [at, file] of ['db1', 'db2', 'db1', 'db2'].entries()) {
        const date = world.clock.in(-24 * Math.floor(at / 2) * HOUR);
        const one = { date, file, size: 10, key: `${system}/${at}`, sha256: null, fileset };
        await unit.insert('backup', { ...one, fault: null, store: null, system, organization });
      }
    });
    expect(await preview(`/retention/${retention}/preview`)).toMatchObject({ keepCount: 4, purgeCount: 0 });
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
