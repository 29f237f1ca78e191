// Search across everything: by each word, within the rights and organizations of the reader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

interface Hit {
  noun: string;
  name: string;
  note: string;
  health?: string;
  kind?: string;
}

describe.each(databases)('search across everything, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  async function find(term: string, by: Person = world.alice, more = ''): Promise<Hit[]> {
    const { status, body } = await by.ask('GET', `/search?term=${encodeURIComponent(term)}${more}`);
    expect([status, body.skipped]).toEqual([200, []]);
    return body.hits;
  }
  const found = async (term: string, by?: Person) => (await find(term, by)).map(({ noun, name }) => `${noun} ${name}`);

  test('it finds organizations and systems by a part of the name, in any letter case', async () => {
    await fresh.system(world, 'lighthouse');
    expect(await found('ACM')).toContain('organization Acme');
    const [hit] = await find('LightH');
    expect(hit).toMatchObject({ noun: 'system', name: 'System lighthouse', note: 'Acme', health: 'waiting' });
  });

  test('each word counts, and people are found by name and email', async () => {
    await fresh.system(world, 'red door');
    expect(await found('door red')).toEqual(['system System red door']);
    expect(await found('door blue')).toEqual([]);
    expect((await find('bob@example')).map(({ noun, note }) => [noun, note])).toEqual([['user', world.bob.email]]);
  });

  test('nobody finds what they may not read', async () => {
    await fresh.system(world, 'hidden');
    expect(await found('hidden', world.dave)).toEqual([]);
    expect(await found('acme', world.dave)).toEqual([]);
    expect(await found('birch', world.dave)).toContain('organization Birch');
    expect(await found('hidden', world.charlie)).toEqual([]);
  });

  test('open alarms are found by their system, and filesets by their description or file names', async () => {
    expect(await find('acme files')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          noun: 'alarm',
          id: world.acme.alarm,
          name: 'Acme files',
          note: 'Acme',
          kind: 'failed',
        }),
      ]),
    );
    const fileset = { noun: 'fileset', id: world.acme.fileset, name: 'Acme zips', note: 'Acme files' };
    expect(await find('zips acme')).toEqual([fileset]);
    expect(await find('*.zip', world.alice, '&noun=fileset')).toContainEqual(fileset);
    await world.alice.ask('POST', `/alarm/${world.acme.alarm}/resolve`, {});
    expect(await found('acme files')).not.toContain('alarm Acme files');
  });

  test('Raspberry Pi clients are found without colons, and an orphan says of which kind it is', async () => {
    const pi = { macAddress: 'b8:27:eb:12:34:56', name: '', ip: null, lastConnection: null, version: null };
    const { organization } = world.acme;
    await world.server.jobContext.write((unit) => unit.insert('rpiclient', { ...pi, system: null, organization }));
    expect(await found('b827eb')).toEqual(['rpiclient b8:27:eb:12:34:56']);
    const orphans = (await find('acme old')).map(({ name, kind }) => `${kind}: ${name}`);
    expect(orphans.toSorted()).toEqual(['client: Acme old client', 'system: Acme old']);
  });

  test('of another organization neither alarms nor filesets, Pi clients nor orphans are found', async () => {
    const birch = await found('birch', world.dave);
    expect(birch).toEqual(
      expect.arrayContaining(['alarm Birch files', 'fileset Birch zips', 'rpiclient Birch Pi', 'orphan Birch old']),
    );
    for (const term of ['acme', 'zip', 'old', 'pi']) {
      const names = await found(term, world.dave);
      expect(names.filter((name) => name.includes('Acme'))).toEqual([]);
    }
  });

  test('who may not read alarms or filesets finds none', async () => {
    const permissions = [{ model: 'system', action: 'readAll' }];
    const { body } = await world.alice.ask('POST', '/group', { name: 'Systems alone', permissions });
    const user = await world.newUser('systems-alone@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: body.id });
    expect(await found('birch', await world.signIn(user))).toEqual(['system Birch files']);
  });

  test('one noun alone answers more of it', async () => {
    for (let at = 0; at < 10; at += 1) await fresh.system(world, `crowd ${at}`);
    expect(await find('crowd')).toHaveLength(8);
    expect(await find('crowd', world.alice, '&noun=system')).toHaveLength(10);
    expect(await find('crowd', world.alice, '&noun=group')).toHaveLength(0);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
