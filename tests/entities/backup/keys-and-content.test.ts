// The key of a client and the content of a backup: rights of their own, within linked organizations, and noted in the activity.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { Browser, MINUTE, databases, makeWorld, type Person, type World } from '#tests/world.ts';

describe.each(databases)('client keys and the content of backups on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  let made = 0;
  async function personWith(...grants: string[]): Promise<Person> {
    const permissions = grants.map((grant) => ({ model: grant.split('.')[0], action: grant.split('.')[1] }));
    const group = await world.alice.ask('POST', '/group', { name: `Group ${(made += 1)}`, permissions });
    expect(group.status).toBe(200);
    const user = await world.newUser(`person${made}@example.com`);
    await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    return world.signIn(user);
  }
  const keyOf = (noun: string, id: string) => `/${noun}/${id}/get-client-key`;

  test('the key needs readKey, which readAll does not extend', async () => {
    const without = await personWith('system.read', 'system.update', 'organization.read', 'organization.update');
    const reader = await personWith('system.readKey', 'system.readAll', 'organization.readKey', 'organization.readAll');
    for (const noun of ['system', 'organization'] as const) {
      expect((await without.ask('GET', keyOf(noun, world.acme[noun]))).status).toBe(403);
      expect((await reader.ask('GET', keyOf(noun, world.acme[noun]))).body.key).toMatch(/^bw_/);
      expect((await reader.ask('GET', keyOf(noun, world.birch[noun]))).status).toBe(404);
      const link = `/client/get-exe-link?id=${world.acme[noun]}&model=${noun}`;
      expect((await without.ask('GET', link)).status).toBe(403);
      expect((await reader.ask('GET', link)).body.code).toBe('E_NO_CLIENT');
    }
  });

  test.each(['system', 'organization'] as const)(
    'a new key of a %s ends the old one and its uploads at once',
    async (noun) => {
      const id = world.acme[noun];
      const before = (await world.bob.ask('GET', keyOf(noun, id))).body.key;
      const client = (key: string) =>
        new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': `${noun} machine` });
      const date = world.clock.in(-60_000);
      await world.bob.ask('PATCH', `/${noun}/${id}`, { keyConnected: false });
      // A system that its own client has claimed is that client's alone.
      const system = noun === 'system' ? id : await fresh.system(world, `rotated${engine}`);
      const upload = `/api/system/${system}/get-upload-keys?name=${noun}.zip&date=${date}`;
      const { url } = (await client(before).ask('GET', upload)).body;
      const byPerson = (await world.bob.ask('GET', upload.replace('/api', '').replace('.zip', '-mine.zip'))).body;
      world.clock.advance(MINUTE);
      const rotated = await world.bob.ask('POST', `/${noun}/${id}/rotate-client-key`);
      expect([rotated.status, rotated.body.key === before]).toEqual([200, false]);
      expect((await world.bob.ask('GET', keyOf(noun, id))).body.key).toBe(rotated.body.key);
      expect((await client(before).ask('GET', upload)).status).toBe(401);
      const put = (to: string) => fetch(`${world.origin}${to}`, { method: 'PUT', body: 'bytes' });
      expect((await put(url)).status).toBe(403);
      expect((await put(byPerson.url)).status).toBe(200);
      expect((await client(rotated.body.key).ask('GET', upload)).status).toBe(200);
      expect((await world.dave.ask('POST', `/${noun}/${id}/rotate-client-key`)).status).toBe(404);
      const updater = await personWith(`${noun}.update`, `${noun}.read`);
      expect((await updater.ask('POST', `/${noun}/${id}/rotate-client-key`)).status).toBe(403);
      const entries = (await world.alice.ask('GET', `/activity?object=${id}&action=updated&user=${world.bob.id}`)).body;
      expect(entries.flatMap(({ changed }: any) => changed)).toContainEqual({ field: 'clientKey' });
    },
  );

  test('an upload link begins within the hour, and not after a move to another organization', async () => {
    const { id } = (
      await world.alice.ask('POST', '/system', { name: `Mover ${engine}`, organization: world.acme.organization })
    ).body;
    const link = async (name: string) =>
      (await world.alice.ask('GET', `/system/${id}/get-upload-keys?name=${name}&date=${world.clock.in(-60_000)}`)).body
        .url;
    const put = async (to: string) => (await fetch(`${world.origin}${to}`, { method: 'PUT', body: 'bytes' })).status;
    const [late, moved] = [await link('late.zip'), await link('moved.zip')];
    await world.alice.ask('PATCH', `/system/${id}`, { organization: world.birch.organization });
    expect(await put(moved)).toBe(403);
    await world.alice.ask('PATCH', `/system/${id}`, { organization: world.acme.organization });
    world.clock.advance(61 * MINUTE);
    expect(await put(late)).toBe(403);
  });

  test('the content needs download, which readAll does not extend', async () => {
    const { key } = await freshNouns.stored(world, `content${engine}`);
    const path = `/backup/get-download-url?key=${encodeURIComponent(key)}`;
    expect((await (await personWith('backup.read')).ask('GET', path)).status).toBe(403);
    expect((await (await personWith('backup.download')).ask('GET', path)).status).toBe(200);
    const elsewhere = await personWith('backup.download', 'backup.readAll');
    await world.alice.ask('DELETE', '/userorg', { user: elsewhere.id, organization: world.acme.organization });
    expect((await elsewhere.ask('GET', path)).status).toBe(404);
  });

  test('reading a key or a download link, and a download, are in the activity', async () => {
    world.clock.advance(MINUTE);
    const since = world.clock.now();
    await world.bob.ask('GET', keyOf('system', world.acme.system));
    await world.bob.ask('GET', keyOf('organization', world.acme.organization));
    const { key } = await freshNouns.stored(world, `noted${engine}`);
    const { body } = await world.bob.ask('GET', `/backup/get-download-url?key=${encodeURIComponent(key)}`);
    const down = await fetch(`${world.origin}${body.url}`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect([down.status, down.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    await down.arrayBuffer();
    const where = JSON.stringify({ user: world.bob.id, createdAt: { '>=': since } });
    const entries = (await world.alice.ask('GET', `/activity?where=${where}`)).body;
    const logged = entries.map(({ model, action, organizationId }: any) => [model, action, organizationId]);
    expect(logged.toSorted()).toEqual([
      ['backup', 'createdLink', world.acme.organization],
      ['backup', 'downloaded', world.acme.organization],
      ['organization', 'readKey', world.acme.organization],
      ['system', 'readKey', world.acme.organization],
    ]);
  });

  test('the first groups: who is on call reads no key, and who only looks downloads nothing', async () => {
    const groups = (await world.alice.ask('GET', '/group?limit=100')).body;
    const holds = (name: string) =>
      groups
        .find((group: any) => group.name === name)
        .permissions.map(({ model, action }: any) => `${model}.${action}`);
    expect(holds('Administrators')).toEqual(
      expect.arrayContaining(['backup.download', 'system.readKey', 'organization.readKey']),
    );
    const local = holds('Organization administrators');
    expect(local).toEqual(expect.arrayContaining(['backup.download', 'system.readKey', 'user.create', 'group.read']));
    expect(local.filter((id: string) => /readAll$|^group\.(create|update|destroy)$/.test(id))).toEqual([]);
    expect(holds('On-call')).toContain('backup.download');
    expect(holds('On-call').join()).not.toContain('readKey');
    expect(holds('Viewers').join()).not.toMatch(/readKey|download/);
  });
});
