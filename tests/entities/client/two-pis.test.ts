// Several Raspberry Pis of one owner: the owner knows one that is still assigned to it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshNouns } from '#tests/samples-nouns.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the Raspberry Pis of one owner on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('of two Pis of one system the second goes, and the system knows the first again', async () => {
    const system = (
      await world.alice.ask('POST', '/system', { name: 'Two Pis', organization: world.acme.organization })
    ).body.id;
    const ids: string[] = [];
    for (const name of ['first-pi', 'second-pi']) {
      ids.push(await freshNouns.rpiclient(world, name));
      await world.alice.ask('PATCH', `/rpiclient/${ids.at(-1)}`, { system });
    }
    const addressOf = async (id?: string) => (await world.alice.ask('GET', `/rpiclient/${id}`)).body.macAddress;
    const known = async () => {
      const { rpiMacAddress, hasRpiClient } = (await world.alice.ask('GET', `/system/${system}`)).body;
      return [rpiMacAddress, hasRpiClient];
    };
    expect(await known()).toEqual([await addressOf(ids[1]), true]);
    await world.alice.ask('PATCH', `/rpiclient/${ids[1]}`, { organization: null });
    expect(await known()).toEqual([await addressOf(ids[0]), true]);
    await world.alice.ask('PATCH', `/rpiclient/${ids[0]}`, { organization: null });
    expect(await known()).toEqual([null, false]);
  });
});
