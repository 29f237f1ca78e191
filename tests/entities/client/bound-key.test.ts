// The bound key of a client: its claim, its reset, and systems that come to it and go from it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { Browser, Line, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('clients and their keys on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const keyOf = async (noun: string, id: string) =>
    String((await world.alice.ask('GET', `/${noun}/${id}/get-client-key`)).body.key);
  const browser = (key: string, instance: string) =>
    new Browser(world.origin, { authorization: `Bearer ${key}`, ...(instance && { 'x-client-instance': instance }) });
  const about = { hostName: 'h', version: '1', internalIp: '', platform: 'linux', instance: 'x' };
  async function greet(key: string, instance: string): Promise<Line> {
    const line = await Line.open(world.origin, { key, instance });
    expect((await line.ask('POST', '/api/client/hello', about)).status).toBe(200);
    return line;
  }
  const read = async (system: string) => (await world.alice.ask('GET', `/system/${system}`)).body;
  const connected = async (system: string) => (await read(system)).connected as boolean;
  /** The names of the systems that a client received last. */
  const rules = (line: Line): string[] =>
    (
      line.events.findLast(({ event, payload }) => event === 'client' && payload.verb === 'filesets')?.payload
        .systems ?? []
    )
      .map(({ id }: { id: string }) => id)
      .toSorted();
  const system = async (organization: string, name: string) =>
    String((await world.alice.ask('POST', '/system', { name, organization })).body.id);

  test.each(['report', 'upload'])('a key is claimed by the first that uses it for a %s', async (use) => {
    const id = await fresh.system(world, `claimed-by-${use}`);
    const key = await keyOf('system', id);
    const ask = (instance: string) =>
      use === 'report'
        ? browser(key, instance).ask('POST', '/api/client/report', { system: id, event: 'log', at: world.clock.now() })
        : browser(key, instance).ask('GET', `/api/system/${id}/get-upload-keys?name=a&date=${world.clock.now()}`);
    expect((await ask('')).body.code).toBe('E_KEY_CLAIMED');
    expect((await read(id)).keyConnected).toBe(false);
    expect([(await ask('one')).status, (await ask('one')).status]).toEqual([200, 200]);
    expect((await read(id)).keyConnected).toBe(true);
    expect([(await ask('two')).status, (await ask('two')).body.code]).toEqual([409, 'E_KEY_CLAIMED']);
  });

  test('a client whose key is reset is hung up, one whose key is not stays', async () => {
    const [reset, unchanged] = [await fresh.system(world, 'reset'), await fresh.system(world, 'kept')];
    const [gone, stays] = [
      await greet(await keyOf('system', reset), 'a'),
      await greet(await keyOf('system', unchanged), 'b'),
    ];
    await world.alice.ask('PATCH', `/system/${reset}`, { keyConnected: false });
    await expect.poll(() => gone.socket.connected, { timeout: 30_000 }).toBe(false);
    expect(stays.socket.connected).toBe(true);
    await world.alice.ask('DELETE', `/system/${unchanged}`);
    await expect.poll(() => stays.socket.connected, { timeout: 30_000 }).toBe(false);
  });

  test('a client of an organization whose key is reset is hung up', async () => {
    const { id } = (await world.alice.ask('POST', '/organization', { name: 'Reset Inc' })).body;
    const line = await greet(await keyOf('organization', id), 'r');
    await world.alice.ask('PATCH', `/organization/${id}`, { keyConnected: false });
    await expect.poll(() => line.socket.connected, { timeout: 30_000 }).toBe(false);
  });

  test('a system is connected as soon as it comes to a client, and no longer when it leaves', async () => {
    const id = (await world.alice.ask('POST', '/organization', { name: 'Moving Inc' })).body.id as string;
    const line = await greet(await keyOf('organization', id), 'm');
    const made = await system(id, 'made later');
    await expect.poll(() => connected(made), { timeout: 30_000 }).toBe(true);
    const comes = await system(world.birch.organization, 'comes');
    expect(await connected(comes)).toBe(false);
    await world.alice.ask('PATCH', `/system/${comes}`, { organization: id });
    await expect.poll(() => connected(comes), { timeout: 30_000 }).toBe(true);
    await world.alice.ask('PATCH', `/system/${comes}`, { organization: world.birch.organization });
    expect([await connected(comes), await connected(made)]).toEqual([false, true]);
    line.close();
    await expect.poll(() => connected(made), { timeout: 30_000 }).toBe(false);
  });

  test('a system that moves takes its filesets from one client to the other, and both hear of it', async () => {
    const ids: string[] = [];
    const lines: Line[] = [];
    for (const name of ['From Inc', 'To Inc']) {
      const { id } = (await world.alice.ask('POST', '/organization', { name })).body;
      ids.push(id);
      lines.push(await greet(await keyOf('organization', id), name));
    }
    const [from, to] = lines as [Line, Line];
    const [one, two] = [await system(ids[0]!, 'one'), await system(ids[0]!, 'two')];
    await expect.poll(() => rules(from), { timeout: 30_000 }).toEqual([one, two].toSorted());
    await world.alice.ask('PATCH', `/system/${two}`, { organization: ids[1] });
    await expect.poll(() => [rules(from), rules(to)], { timeout: 30_000 }).toEqual([[one], [two]]);
    const own = await greet(await keyOf('system', two), 'own');
    await expect.poll(() => rules(to), { timeout: 30_000 }).toEqual([]);
    for (const line of [...lines, own]) line.close();
  });

  test('a fileset that goes to another system is told to the clients of both', async () => {
    const [first, second] = [await fresh.system(world, 'first-home'), await fresh.system(world, 'second-home')];
    const lines = [await greet(await keyOf('system', first), 'f'), await greet(await keyOf('system', second), 's')];
    const globs = () =>
      lines.map((line) =>
        line.events
          .findLast(({ event, payload }) => event === 'client' && payload.verb === 'filesets')
          ?.payload.systems[0].filesets.map(({ glob }: { glob: string }) => glob),
      );
    const fileset = (await world.alice.ask('POST', '/fileset', { system: first, glob: '*.moved' })).body.id;
    await expect.poll(() => globs()[0], { timeout: 30_000 }).toEqual(['*.moved']);
    await world.alice.ask('PATCH', `/fileset/${fileset}`, { system: second });
    await expect.poll(globs, { timeout: 30_000 }).toEqual([[], ['*.moved']]);
    for (const line of lines) line.close();
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
