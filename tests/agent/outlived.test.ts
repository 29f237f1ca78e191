// An upload link that expired while it waited: a new one is asked for once; a second refusal is a failure, reported and
// retried later.
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR, MINUTE, Clock, databases, makeWorld, type World } from '#tests/world.ts';
import { SYSTEM, sha, type HonestServer } from './honest-server.ts';
import { slowLine } from './slow-line.ts';
import { folder, here, put, server, type Here } from './workshop.ts';

const EXPIRED = 'This upload link is expired.';
const FILE = 'backups/db-20261119.zip';

/**
 * Of the client's scans, and so until a failed upload is tried again; the test's clock runs through whole minutes only
 * when a test moves it.
 */
const scanEveryMs = 2 * MINUTE;

/** Time passes for the client until `done` does. */
async function ticking({ clock }: Here, done: () => PromiseLike<unknown>): Promise<void> {
  const timer = setInterval(() => clock.tick(), 20);
  try {
    await done();
  } finally {
    clearInterval(timer);
  }
}

describe('a server that refuses', () => {
  /** Refuses the first uploads, and counts how often a place was asked for. */
  function refusing(honest: HonestServer, uploads: number, status: number): { places: () => number } {
    let [left, places] = [uploads, 0];
    honest.onPut = async (_request, response) => {
      if (left-- <= 0) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'E_FORBIDDEN', message: EXPIRED }));
      await once(response, 'finish');
    };
    honest.onRequest = ({ url }) => {
      if (url.endsWith('get-upload-keys')) places += 1;
      return null;
    };
    return { places: () => places };
  }

  test.each([401, 403, 404, 410])(
    'an upload once (%i) is asked for a new place, once, in the same run',
    async (status) => {
      const [honest, root] = [await server(), await folder()];
      await put(join(root, FILE), 'first');
      const asked = refusing(honest, 1, status);
      await here(honest, root);
      await honest.until(() => honest.events('log').length === 1);
      expect([asked.places(), honest.puts]).toEqual([2, 2]);
      expect(honest.backups.map(({ system, sha256 }) => [system, sha256])).toEqual([[SYSTEM, sha('first')]]);
      expect(honest.reports.map(({ event }) => event)).toEqual(['start', 'log']);
      expect(honest.reports[0]?.runId).toBe(honest.reports[1]?.runId);
    },
  );

  test('an upload twice is heard: the run fails in its words, and another one stores the file later', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, FILE), 'first');
    const asked = refusing(honest, 2, 403);
    const client = await here(honest, root, { scanEveryMs });
    await honest.until(() => honest.events('failed').length === 1);
    expect([asked.places(), honest.puts, honest.backups.length]).toEqual([2, 2, 0]);
    const [start, failed] = honest.reports;
    expect(failed).toMatchObject({ runId: start?.runId, text: `${join(root, FILE)}: ${EXPIRED}` });
    expect(failed?.date).toBe('2026-11-18T23:00:00.000Z');

    await ticking(client, () => honest.until(() => honest.events('log').length === 1));
    const [again, stored] = honest.reports.slice(2);
    expect([again?.event, stored?.event, stored?.runId]).toEqual(['start', 'log', again?.runId]);
    expect(again?.runId).not.toBe(start?.runId);
    const pause = Date.parse(again!.at) - Date.parse(failed!.at);
    expect([pause > scanEveryMs - 5000, pause < HOUR]).toEqual([true, true]);
    expect([asked.places(), honest.puts]).toEqual([3, 3]);
    expect(honest.backups.map(({ sha256 }) => sha256)).toEqual([sha('first')]);
  });

  test('an upload for another reason is not asked again', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, FILE), 'first');
    const asked = refusing(honest, 1, 413);
    const client = await here(honest, root, { once: true });
    expect((await client.ended).code).toBe(1);
    expect([asked.places(), honest.puts, honest.backups.length]).toEqual([1, 1, 0]);
    expect(honest.events('failed').map(({ text }) => text)).toEqual([`${join(root, FILE)}: ${EXPIRED}`]);
  });
});

describe.each(databases)('a link of the real server on %s', (engine) => {
  interface Stage {
    world: World;
    system: string;
    client: Here;
    path: string;
    /** How many uploads have set out. */
    uploads: () => number;
    backups: () => Promise<Record<string, unknown>[]>;
    read: () => Promise<Record<string, unknown>>;
    alarms: () => Promise<Record<string, unknown>[]>;
  }

  /** A client whose first uploads each wait longer than a link lives. */
  async function stageWhere(waiting: number): Promise<Stage> {
    const clock = new Clock(new Date().toISOString());
    clock.run();
    const world = await makeWorld(engine, { clock });
    onTestFinished(() => world.close());
    const made = async (noun: string, body: object) =>
      String((await world.alice.ask('POST', `/${noun}`, body)).body.id);
    const system = await made('system', { name: 'Ledger', organization: world.acme.organization });
    await made('fileset', { system, glob: 'backups/*.zip' });
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    const root = await folder();
    await put(join(root, FILE), 'first');
    let uploads = 0;
    const url = await slowLine(world.origin, (count) => {
      uploads = count;
      if (count <= waiting) clock.advance(25 * HOUR);
    });
    const client = await here({ url }, root, { key, scanEveryMs });
    const list = async (noun: string) => (await world.alice.ask('GET', `/${noun}?system=${system}`)).body;
    return {
      world,
      system,
      client,
      path: join(root, FILE),
      uploads: () => uploads,
      backups: () => list('backup'),
      read: async () => (await world.alice.ask('GET', `/system/${system}`)).body,
      alarms: async () => (await list('alarm')).filter(({ kind }: { kind: string }) => kind === 'failed'),
    };
  }

  test('that expired on the way to it is replaced: one backup, one run, nobody is told', async () => {
    const stage = await stageWhere(1);
    await expect.poll(async () => (await stage.read())['lastLog'], { timeout: 30_000 }).toMatch(/^Stored /);
    expect(stage.uploads()).toBe(2);
    expect(await stage.backups()).toMatchObject([{ file: 'db-20261119.zip', size: 5, sha256: sha('first') }]);
    const { lastBackupLog } = await stage.read();
    expect(lastBackupLog).toMatch(/^Storing [^\n]+\nStored [^\n]+$/);
    expect(await stage.alarms()).toEqual([]);
    expect(stage.world.log.failures).toEqual([]);
  });

  test('whose successor expires too is a failure in the server’s words, and mended later', async () => {
    const stage = await stageWhere(2);
    await expect.poll(stage.alarms, { timeout: 30_000 }).toMatchObject([{ resolvedAt: null }]);
    expect(await stage.read()).toMatchObject({ failedReason: `${stage.path}: ${EXPIRED}` });
    expect([stage.uploads(), await stage.backups()]).toEqual([2, []]);

    // The clock of the server goes on as the client's does.
    stage.world.clock.advance(HOUR);
    await ticking(stage.client, () =>
      expect.poll(stage.backups, { timeout: 30_000 }).toMatchObject([{ sha256: sha('first') }]),
    );
    await expect.poll(stage.alarms).toMatchObject([{ resolvedAt: expect.any(String) }]);
    expect(await stage.backups()).toHaveLength(1);
    expect(stage.uploads()).toBe(3);
    expect(stage.world.log.failures).toEqual([]);
  });
});
