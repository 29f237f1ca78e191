// A change that very many systems follow: none is forgotten, also where the server goes down in the middle of it.
import { afterEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '#server/pipeline/id.ts';
import { anyTables } from '#server/db/engine.ts';
import { DAY, HOUR, databases, makeWorld, startServer, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const MANY = 450;
const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

describe.each(databases)('a change that hundreds of systems follow, on %s', (engine) => {
  /** A world with a schedule and a retention, each followed by all of Acme's many systems. */
  async function crowd() {
    const world = await makeWorld(engine);
    worlds.push(world);
    const made = async (noun: string, body: object) =>
      String((await world.alice.ask('POST', `/${noun}`, body)).body.id);
    const schedule = await made('schedule', { name: 'Crowd', alarmAfter: 2 });
    const retention = await made('retention', { name: 'Crowd', days: 30 });
    const system = await made('system', { name: 'First', organization: world.acme.organization, schedule, retention });
    await world.server.jobContext.write(async (unit) => {
      const {
        clientKeyHash: _own,
        backups: _backups,
        ...row
      } = await allTables(unit).selectFrom('system').selectAll().where('id', '=', system).executeTakeFirstOrThrow();
      const copies = Array.from({ length: MANY - 1 }, (_, index) => {
        const id = uuidv7(Date.parse(unit.now));
        return { ...row, id, name: `Copy ${index}`, clientKeyHash: `hash of ${id}` };
      });
      for (let from = 0; from < copies.length; from += 50)
        await allTables(unit)
          .insertInto('system')
          .values(copies.slice(from, from + 50))
          .execute();
    });
    return { world, schedule, retention };
  }

  /** How many of them have which value. */
  const tally = (server: World['server'], schedule: string, column: string): Promise<Record<string, number>> =>
    server.jobContext.read(async (unit) => {
      const db = allTables(unit);
      const rows = await anyTables(db).selectFrom('system').select(column).where('schedule', '=', schedule).execute();
      const found: Record<string, number> = {};
      for (const row of rows) found[String(row[column])] = (found[String(row[column])] ?? 0) + 1;
      return found;
    });

  test('reaches each of them, the first at once and the others a little later', async () => {
    const { world, schedule } = await crowd();
    const added = Date.parse(world.clock.now());
    const alarmAt = (hours: number) => new Date(added + DAY + hours * HOUR).toISOString();
    expect(await tally(world.server, schedule, 'alarmAt')).toEqual({ [alarmAt(2)]: MANY });
    expect((await world.alice.ask('PATCH', `/schedule/${schedule}`, { alarmAfter: 5 })).status).toBe(200);
    await world.alice.ask('PATCH', `/schedule/${schedule}`, { alarmAfter: 7 });
    await world.settle();
    expect(await tally(world.server, schedule, 'alarmAt')).toEqual({ [alarmAt(7)]: MANY });
    await world.alice.ask('PATCH', `/organization/${world.acme.organization}`, { active: false });
    await world.settle();
    expect(await tally(world.server, schedule, 'alarmAt')).toEqual({ null: MANY });
    expect(world.log.failures).toEqual([]);
  });

  test('goes on where another server takes over, and is over then', async () => {
    const { world, schedule } = await crowd();
    await world.server.scheduler.stop();
    await world.alice.ask('PATCH', `/schedule/${schedule}`, { alarmAfter: 5 });
    const reached = Object.values(await tally(world.server, schedule, 'alarmAt')).toSorted();
    expect(reached).toEqual([200, MANY - 200]);
    const left = () =>
      world.server.jobContext.read((unit) => allTables(unit).selectFrom('pending_propagation').select('id').execute());
    expect(await left()).toHaveLength(1);
    const other = await startServer(world.ground, { clock: world.clock });
    await other.settle();
    expect(Object.values(await tally(other.server, schedule, 'alarmAt'))).toEqual([MANY]);
    expect(await left()).toEqual([]);
    await other.close();
  });

  test('of a retention is followed too', async () => {
    const { world, schedule, retention } = await crowd();
    await world.server.jobContext.write(async (unit) => {
      const rows = await allTables(unit).selectFrom('system').select('id').where('retention', '=', retention).execute();
      const date = world.clock.in(-10 * DAY);
      for (const { id } of rows)
        for (const [file, ago] of [
          ['a.zip', date],
          ['b.zip', world.clock.now()],
        ] as const)
          await unit.insert('backup', {
            date: ago,
            file,
            key: '',
            sha256: null,
            size: 5,
            system: id,
            fileset: null,
            fault: null,
            store: null,
            organization: world.acme.organization,
          });
    });
    await world.alice.ask('PATCH', `/retention/${retention}`, { days: 5 });
    await world.settle();
    const keeps = await tally(world.server, schedule, 'keepSize');
    expect(Object.values(keeps)).toEqual([MANY]);
    expect(Object.keys(keeps)).not.toEqual(['0']);
    expect(world.log.failures).toEqual([]);
  });
});
