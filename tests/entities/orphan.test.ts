// Orphans: the remains of a deleted system or organization, and their removal.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StorageError } from '#server/ports/storage.ts';
import { fresh } from '#tests/samples.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { Browser, databases, makeWorld, type Line, type Person, type World } from '#tests/world.ts';

describe.each(databases)('orphans on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const orphanOf = async (kind: 'system' | 'client', gone: string) =>
    (await world.alice.ask('GET', `/orphan/${kind}?gone=${gone}`)).body[0];
  const claim = async (noun: string, id: string) => {
    const { key } = (await world.alice.ask('GET', `/${noun}/${id}/get-client-key`)).body;
    const own = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': id });
    const about = { hostName: 'h', version: '1.4.0', internalIp: '', platform: 'linux', instance: id };
    expect((await own.ask('POST', '/api/client/hello', about)).status).toBe(200);
  };

  test('a system that goes leaves its stored backups, which are listed and read', async () => {
    const { id: system, key } = await freshNouns.stored(world, 'leaves');
    await world.bob.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('system', system);
    const date = world.clock.in(-60_000);
    expect(orphan).toMatchObject({
      kind: 'system',
      name: 'System leaves',
      count: 1,
      size: 'content of a backup'.length,
      lastBackup: date,
    });
    const { body } = await world.bob.ask('GET', `/orphan/system/${orphan.id}`);
    expect(body.backups).toEqual([{ date, file: 'leaves.zip', size: orphan.size, key }]);
    expect(await world.storage.stat(key)).not.toBeNull();
    expect((await world.dave.ask('GET', `/orphan/system/${orphan.id}`)).status).toBe(404);
    expect((await world.charlie.ask('GET', '/orphan/system')).status).toBe(403);
  });

  test('orphans are sorted by the newest backup that is left, whichever arrived last, and those without one come last', async () => {
    const put = async (system: string, tag: string, date: string) => {
      const at = `system=${system}&date=${date}`;
      const path = `/system/${system}/get-upload-keys?name=${tag}.zip&date=${date}`;
      const { url, key } = (await world.alice.ask('GET', path)).body;
      await fetch(`${world.origin}${url}`, { method: 'PUT', body: 'content of a backup' });
      await world.alice.ask('GET', `/backup/notify?${at}&key=${encodeURIComponent(key)}`);
    };
    const [early, later] = [world.clock.in(-3_600_000), world.clock.in(-60_000)];
    const dates = { 'late-first': [later, early], 'early-only': [early] };
    for (const [tag, ofSystem] of Object.entries(dates)) {
      const system = await fresh.system(world, tag);
      for (const date of ofSystem) await put(system, tag, date);
      await world.bob.ask('DELETE', `/system/${system}`);
    }
    const { body } = await world.bob.ask('GET', '/orphan/system?sort=lastBackup%20DESC');
    const names = ['System late-first', 'System early-only', 'Acme old'];
    const listed = body.filter(({ name }: { name: string }) => names.includes(name));
    expect(listed.map(({ name, lastBackup }: any) => [name, lastBackup])).toEqual([
      [names[0], later],
      [names[1], early],
      [names[2], null],
    ]);
  });

  test('the backups that are left are counted, with their bytes, for the people of their organization', async () => {
    const totalOf = async (by: Person) => (await by.ask('GET', '/orphan/total')).body;
    const [before, others] = [await totalOf(world.bob), await totalOf(world.dave)];
    const { id: system } = await freshNouns.stored(world, 'summed');
    await world.bob.ask('DELETE', `/system/${system}`);
    const size = before.size + 'content of a backup'.length;
    expect(await totalOf(world.bob)).toEqual({ count: before.count + 1, size });
    expect(await totalOf(world.dave)).toEqual(others);
    expect((await world.charlie.ask('GET', '/orphan/total')).status).toBe(403);
  });

  test('removing an orphan removes its files, for good', async () => {
    const { id: system, key } = await freshNouns.stored(world, 'removed');
    await world.bob.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('system', system);
    expect((await world.dave.ask('DELETE', `/orphan/system/${orphan.id}`)).status).toBe(404);
    expect((await world.bob.ask('DELETE', `/orphan/client/${orphan.id}`)).status).toBe(404);
    expect(await world.storage.stat(key)).not.toBeNull();
    expect((await world.bob.ask('DELETE', `/orphan/system/${orphan.id}`)).body.id).toBe(orphan.id);
    expect([await world.storage.stat(key), await orphanOf('system', system)]).toEqual([null, undefined]);
  });

  test('a store that fails while an orphan is removed leaves the rest, which is counted, and can be removed later', async () => {
    const { id: system, key } = await freshNouns.stored(world, 'half');
    await world.bob.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('system', system);
    const older = `${system}/older/20200102T030405Z-old.zip`;
    await world.storage.putStream(older, Readable.from([Buffer.from('old')]), { maxBytes: 3 });
    const real = world.storage.remove.bind(world.storage);
    const remove = vi.spyOn(world.storage, 'remove');
    remove.mockImplementation((one) => (one === older ? real(one) : Promise.reject(new Error('The disk is gone.'))));
    const failed = await world.bob.ask('DELETE', `/orphan/system/${orphan.id}`);
    expect([failed.status, failed.body.code]).toEqual([500, 'E_INCOMPLETE']);
    expect(failed.body.message).toContain('1 of 2 stored backups were removed.');
    expect([await world.storage.stat(older), await world.storage.stat(key)]).toEqual([null, expect.anything()]);
    expect(await orphanOf('system', system)).toMatchObject({ count: 1, size: 'content of a backup'.length });
    expect(world.log.failures.splice(0)).toHaveLength(1);
    remove.mockRestore();
    expect((await world.bob.ask('DELETE', `/orphan/system/${orphan.id}`)).status).toBe(200);
    expect(await world.storage.stat(key)).toBeNull();
  });

  test('while the store is away nothing is removed, and nothing is called empty', async () => {
    const { id: system } = await freshNouns.stored(world, 'unmounted');
    await world.bob.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('system', system);
    const list = vi.spyOn(world.storage, 'list');
    const away = (): never => {
      throw new StorageError('E_UNAVAILABLE', 'The folder is gone.');
    };
    for (const empty of [async function* () {}, away]) {
      list.mockImplementation(empty);
      for (const method of ['GET', 'DELETE'] as const) {
        const { status, body } = await world.bob.ask(method, `/orphan/system/${orphan.id}`);
        expect([status, body.code]).toEqual([503, 'E_UNAVAILABLE']);
      }
    }
    list.mockRestore();
    expect(await orphanOf('system', system)).toMatchObject({ count: 1 });
    expect((await world.bob.ask('DELETE', `/orphan/system/${orphan.id}`)).status).toBe(200);
  });

  test('a system that stored nothing and had no client leaves nothing', async () => {
    const system = await fresh.system(world, 'nothing');
    await world.bob.ask('DELETE', `/system/${system}`);
    expect([await orphanOf('system', system), await orphanOf('client', system)]).toEqual([undefined, undefined]);
  });

  test('the client of a system that goes is an orphan, until it is forgotten', async () => {
    const system = await fresh.system(world, 'client-stays');
    await claim('system', system);
    await world.bob.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('client', system);
    expect(orphan).toMatchObject({ model: 'system', clientVersion: '1.4.0', name: 'System client-stays' });
    expect((await world.bob.ask('DELETE', `/orphan/client/${orphan.id}`)).status).toBe(200);
    expect(await orphanOf('client', system)).toBeUndefined();
  });

  test('the client of an organization that goes is nobody’s: only who may see all sees it', async () => {
    const organization = await fresh.organization(world, 'goes');
    const pi = await freshNouns.rpiclient(world, 'stays', organization);
    await claim('organization', organization);
    expect((await world.alice.ask('DELETE', `/organization/${organization}`)).status).toBe(200);
    expect(await orphanOf('client', organization)).toMatchObject({ model: 'organization', organizationId: null });
    const seen = (await world.bob.ask('GET', '/orphan/client')).body.map(({ gone }: any) => gone);
    expect(seen).not.toContain(organization);
    expect((await world.alice.ask('GET', `/rpiclient/${pi}`)).body.organization).toBeNull();
  });

  test('a Raspberry Pi waits again when its system goes, and scans go with it', async () => {
    const system = await fresh.system(world, 'had-pi');
    const pi = await freshNouns.rpiclient(world, 'again');
    await world.alice.ask('PATCH', `/rpiclient/${pi}`, { system });
    const scan = (await world.bob.ask('POST', `/system/${system}/scan`, {})).body.id;
    await world.bob.ask('DELETE', `/system/${system}`);
    expect((await world.alice.ask('GET', `/rpiclient/${pi}`)).body).toMatchObject({ system: null, organization: null });
    expect((await world.alice.ask('GET', `/scanresult/${scan}`)).status).toBe(404);
  });

  test('an orphan is published to those who may read it, as it comes and as it goes', async () => {
    const [bob, dave] = [await world.bob.line(), await world.dave.line()] as const;
    for (const line of [bob, dave]) await line.ask('GET', '/api/app/subscribe');
    const { id: system } = await freshNouns.stored(world, 'told');
    await world.alice.ask('DELETE', `/system/${system}`);
    const orphan = await orphanOf('system', system);
    await world.alice.ask('DELETE', `/orphan/system/${orphan.id}`);
    const receivedBy = async (line: Line) =>
      (await line.caughtUp())
        .filter(({ event }) => event === 'orphan')
        .map(({ payload }) => [payload.verb, payload.id]);
    expect(await receivedBy(bob)).toEqual([
      ['created', orphan.id],
      ['destroyed', orphan.id],
    ]);
    expect(await receivedBy(dave)).toEqual([]);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
