// Scans as they are read: whole, however much was found, and with the address of whoever asked for that person alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshNouns } from '#tests/samples-nouns.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('a scan on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('has an address that is in no list, no event and no answer but to whoever asked', async () => {
    const line = await world.alice.line();
    await line.ask('GET', '/api/app/subscribe');
    const scan = await world.bob.ask('POST', `/system/${world.acme.system}/scan`, {});
    expect(scan.status).toBe(200);
    const { id } = scan.body;
    const own = (await world.bob.ask('GET', `/scanresult/${id}`)).body;
    expect(own.meta).toMatchObject({ askedBy: { id: world.bob.id }, ip: '127.0.0.1' });
    const others = [
      (await world.alice.ask('GET', `/scanresult/${id}`)).body,
      (await world.alice.ask('GET', '/scanresult/manual-scans')).body,
      (await world.bob.ask('GET', '/scanresult/manual-scans')).body,
      (await world.alice.ask('GET', `/system/${world.acme.system}/scanresult`)).body,
      line.events,
    ];
    for (const shown of others) {
      expect(JSON.stringify(shown)).toContain(id);
      expect(JSON.stringify(shown)).not.toContain('127.0.0.1');
    }
  });

  test('is listed with the numbers of its files and of those of each fileset, without the files', async () => {
    const { jobContext } = world.server;
    const id = await freshNouns.scanresult(world, 'counted');
    const sets = [
      { id: 'nightly', files: [{ file: 'a.zip', isNew: true }, { file: 'b.zip' }] },
      { id: 'weekly', files: [] },
    ];
    const result = { filesets: sets, unmatched: [{ file: 'lost+found' }], unreadable: 0 };
    const listed = async () => {
      const { body } = await world.alice.ask('GET', '/scanresult/manual-scans?limit=100');
      return body.find((scan: { id: string }) => scan.id === id);
    };
    await jobContext.write((unit) => unit.update('scanresult', id, { status: 'running', result: null }));
    expect(await listed()).toMatchObject({ counts: null });
    await jobContext.write((unit) => unit.update('scanresult', id, { status: 'done', result }));
    const filesets = [
      { id: 'nightly', files: 2 },
      { id: 'weekly', files: 0 },
    ];
    const scan = await listed();
    expect(scan.counts).toEqual({ files: 3, newFiles: 1, unmatched: 1, filesets });
    expect(scan).not.toHaveProperty('result');
    await jobContext.write((unit) => unit.update('scanresult', id, { result: { version: '1.2' } }));
    expect(await listed()).toMatchObject({ counts: null });
  });

  test('is found by a part of the name of its system or organization, within the scope of who asks', async () => {
    const { acme, birch, alice, bob } = world;
    expect((await alice.ask('PATCH', `/system/${birch.system}`, { name: 'harbor-nas' })).status).toBe(200);
    const ids: string[] = [];
    for (const { system } of [acme, birch]) ids.push((await alice.ask('POST', `/system/${system}/scan`, {})).body.id);
    const found = async (who: typeof alice, word: string) => {
      const where = encodeURIComponent(JSON.stringify({ find: { contains: word } }));
      const { status, body } = await who.ask('GET', `/scanresult/manual-scans?limit=100&where=${where}`);
      expect(status).toBe(200);
      return ids.map((id) => body.some((scan: { id: string }) => scan.id === id));
    };
    for (const word of ['ARBOR', 'irch']) {
      expect(await found(alice, word)).toEqual([false, true]);
      expect(await found(bob, word)).toEqual([false, false]);
    }
    expect(await found(bob, 'acme')).toEqual([true, false]);
    expect(await found(alice, 'no such name')).toEqual([false, false]);
  });

  test('that found 100,000 files is read whole, over either carrier', async () => {
    const files = Array.from({ length: 100_000 }, (_, index) => `nightly-${index}.zip`);
    const id = await freshNouns.scanresult(world, 'many');
    await world.server.jobContext.write((unit) => unit.update('scanresult', id, { result: { files } }));
    const line = await world.bob.line();
    for (const { body } of [
      await world.bob.ask('GET', `/scanresult/${id}`),
      await line.ask('GET', `/api/scanresult/${id}`),
    ])
      expect([body.result.files.length, body.result.files.at(-1)]).toEqual([100_000, 'nightly-99999.zip']);
  });
});
