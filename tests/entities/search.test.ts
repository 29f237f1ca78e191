// Search across everything: by each word, within the rights and organizations of the reader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

interface Hit {
  noun: string;
  name: string;
  note: string;
  health?: string;
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
