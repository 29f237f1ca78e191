// `GET /noun/:id/:relation`: what one record is linked to, by a path of its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('what one record is linked to, on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const get = async (path: string) => (await world.alice.ask('GET', path)).body;

  test('a relation is read by its own path as well: what is many as a list with its number, what is one as a record', async () => {
    const path = `/organization/${world.acme.organization}`;
    const full = await get(`${path}?populate=user,system`);
    for (const name of ['user', 'system']) {
      const { status, body, headers } = await world.alice.ask('GET', `${path}/${name}`);
      expect([status, body, headers['x-total-count']]).toEqual([200, full[name], '1']);
    }
    const paged = await world.alice.ask('GET', `${path}/user/?skip=1&limit=5`);
    expect([paged.body, paged.headers['x-total-count']]).toEqual([[], '1']);
    const system = await get(`/system/${world.acme.system}`);
    for (const name of ['organization', 'schedule'])
      expect(await get(`/system/${world.acme.system}/${name}`)).toEqual(system[name]);
    const line = await world.alice.line();
    expect((await line.ask('GET', `/api${path}/system`, { limit: 1 })).body).toEqual(full.system);
  });

  test('the backups of a system are counted and paged to the last, though populate shows the newest of them', async () => {
    const { system, organization } = world.birch;
    await world.server.jobContext.write(async (unit) => {
      for (let hour = 1; hour <= 40; hour += 1) {
        const rest = {
          date: world.clock.in(-hour * 3_600_000),
          file: `${hour}.zip`,
          key: '',
          sha256: null,
          size: hour,
        };
        await unit.insert('backup', { ...rest, system, fileset: null, fault: null, store: null, organization });
      }
    });
    const all = (await get(`/backup?system=${system}&sort=date DESC`)) as object[];
    expect(all.length).toBeGreaterThan(40);
    const path = `/system/${system}/backups`;
    const { body, headers } = await world.alice.ask('GET', path);
    expect([body, headers['x-total-count']]).toEqual([all, String(all.length)]);
    const last = await world.alice.ask('GET', `${path}?skip=35&limit=3`);
    expect([last.body, last.headers['x-total-count']]).toEqual([all.slice(35, 38), String(all.length)]);
    expect((await get(`/system/${system}?populate=backups`)).backups).toHaveLength(30);
    expect((await world.bob.ask('GET', path)).status).toBe(404);
  });

  test('what points at something that was destroyed points nowhere', async () => {
    const { system, organization } = world.acme;
    const { id: fileset } = (await world.alice.ask('POST', '/fileset', { system, glob: '*.bak', description: 'Old' }))
      .body;
    const row = {
      date: world.clock.now(),
      file: 'old.bak',
      key: '',
      sha256: null,
      size: 1,
      system,
      fileset,
      fault: null,
      store: null,
      organization,
    };
    const { id } = await world.server.jobContext.write((unit) => unit.insert('backup', row));
    expect((await get(`/backup/${id}`)).fileset).toEqual({ id: fileset, name: 'Old' });
    expect(await get(`/backup/${id}/fileset`)).toEqual({ id: fileset, name: 'Old' });
    expect((await world.alice.ask('DELETE', `/fileset/${fileset}`)).status).toBe(200);
    expect((await get(`/backup/${id}`)).fileset).toBe(null);
    expect((await world.alice.ask('GET', `/backup/${id}/fileset`)).status).toBe(404);
  });

  test('a relation that is not there, not known or not for everybody is refused as records are', async () => {
    const path = `/organization/${world.acme.organization}`;
    const codeOf = async (who: World['alice'], relation: string) => {
      const { status, body } = await who.ask('GET', relation);
      return [status, body.code];
    };
    expect(await codeOf(world.alice, `/system/${world.acme.system}/retention`)).toEqual([404, 'E_NOT_FOUND']);
    for (const unknown of ['moon', 'name', 'constructor', 'clientKey', 'user/x'])
      expect([unknown, await codeOf(world.alice, `${path}/${unknown}`)]).toEqual([unknown, [404, 'E_NOT_FOUND']]);
    for (const query of ['limit=-1', 'limit=x', 'skip=1.5', 'sort=name', 'where={}', 'name=Acme'])
      expect([query, await codeOf(world.alice, `${path}/user?${query}`)]).toEqual([query, [400, 'E_INVALID_CRITERIA']]);
    expect(await codeOf(world.bob, `${path}/user`)).toEqual([403, 'E_FORBIDDEN']);
    expect(await codeOf(world.bob, `${path}/system`)).toEqual([200, undefined]);
    expect(await codeOf(world.dave, `${path}/system`)).toEqual([404, 'E_NOT_FOUND']);
    expect(await codeOf(world.charlie, `${path}/system`)).toEqual([403, 'E_FORBIDDEN']);
    expect(await codeOf(world.nobody, `${path}/system`)).toEqual([401, 'E_UNAUTHORIZED']);
    expect((await world.alice.ask('POST', `${path}/user`, {})).status).toBe(404);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
