// A file of a recorded backup that was lost and is made anew: the record gets the size and the content of the new one.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientUploads, sha256Of } from '#tests/client-uploads.ts';
import { alarmsOf, watched } from '#tests/jobs/watched.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('a lost file on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const { ask, put, notify, store } = clientUploads(() => world);
  const read = async (system: string) => (await world.alice.ask('GET', `/system/${system}`)).body;
  const open = async (system: string) =>
    (await alarmsOf(world, system)).filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind);

  test('is the backup once it is made anew, with its own size and content', async () => {
    const system = await watched(world, 'ledger');
    const date = world.clock.now();
    const { key, id } = await store(system, date, 'as it was');
    const path = join(world.ground.folder, 'store', 'objects', key);
    rmSync(path);
    const link = () => world.alice.ask('GET', `/backup/get-download-url?key=${encodeURIComponent(key)}`);
    expect((await link()).body.code).toBe('E_NOT_STORED');
    expect(await open(system)).toEqual(['storageTrouble']);
    expect(await store(system, date, 'made anew')).toMatchObject({ id, fault: null, sha256: sha256Of('made anew') });
    expect([(await read(system)).lastBackupSize, await open(system)]).toEqual(['made anew'.length, []]);
    const { url } = (await link()).body;
    expect(await (await fetch(`${world.origin}${url}`)).text()).toBe('made anew');
    // The loss was not noticed before.
    rmSync(path);
    expect(await store(system, date, 'once more')).toMatchObject({ id, fault: null, sha256: sha256Of('once more') });
    rmSync(path);
    const { size } = await store(system, date, 'larger than before');
    expect([size, (await read(system)).lastBackupSize]).toEqual([18, 18]);
    expect((await link()).status).toBe(200);
  });

  test('ends no failure while a part of it is missing in the store', async () => {
    const system = await watched(world, 'archive');
    const date = world.clock.now();
    const { key, id } = await store(system, date, 'all of it');
    const at = world.clock.now();
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at, date, text: 'Connection lost.' });
    const path = join(world.ground.folder, 'store', 'objects', key);
    writeFileSync(path, 'all');
    const { status, body } = await notify(system, date, key);
    expect([status, body.code, body.message]).toEqual([
      400,
      'E_NOT_STORED',
      'db.zip has another size than was recorded. Upload it again.',
    ]);
    expect((await open(system)).toSorted()).toEqual(['failed', 'storageTrouble']);
    expect(await store(system, date, 'all of it')).toMatchObject({ id, fault: null });
    expect(await open(system)).toEqual([]);
  });

  test('is sent once more if it was never reported and a part of it is missing in the store', async () => {
    const system = await watched(world, 'vault');
    const date = world.clock.now();
    const sent = (await ask(system, date, 'all of it')).body;
    expect([sent.stored, await put(sent, 'all of it')]).toEqual([false, 200]);
    expect((await ask(system, date, 'all of it')).body.stored).toBe(true);
    writeFileSync(join(world.ground.folder, 'store', 'objects', sent.key), 'all');
    const again = (await ask(system, date, 'all of it')).body;
    expect([again.stored, await put(again, 'all of it')]).toEqual([false, 200]);
    expect((await notify(system, date, again.key)).body).toMatchObject({ size: 9, fault: null });
  });
});
