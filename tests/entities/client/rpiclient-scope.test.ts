// The assignment of Raspberry Pi clients by people of one organization: one without an assignment is of none.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshNouns } from '#tests/samples-nouns.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the assignment of a Raspberry Pi on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('is not ended by those of one organization', async () => {
    const id = await freshNouns.rpiclient(world, 'ends', world.acme.organization);
    const end = { system: null, organization: null };
    expect((await world.bob.ask('PATCH', `/rpiclient/${id}`, end)).status).toBe(403);
    expect((await world.alice.ask('PATCH', `/rpiclient/${id}`, end)).status).toBe(200);
  });
});
