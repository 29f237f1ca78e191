// The server killed as hard as it goes (SIGKILL), in the middle of reports, uploads and alarms: what it acknowledged is there afterwards.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { Program, buildProgram, dropProgram } from '#tests/program.ts';
import { startPushService, type PushService } from '#tests/push-service.ts';
import { Browser, databases } from '#tests/world.ts';

const top = resolve(import.meta.dirname, '../..');
beforeAll(buildProgram, 240_000);
afterAll(dropProgram);

async function alice(program: Program): Promise<Browser> {
  const browser = new Browser(program.origin);
  await browser.ask('GET', '/api/auth/check-user');
  const { status, body } = await browser.ask('POST', '/api/auth/login', {
    email: 'alice@example.com',
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return browser;
}

interface Stage {
  program: Program;
  ground: Ground;
  system: string;
  client(): Browser;
}

async function stageOf(engine: (typeof databases)[number], more: Record<string, string> = {}): Promise<Stage> {
  const ground = await makeGround(engine);
  const program = new Program(ground, more);
  await program.start();
  const by = await alice(program);
  const organization = (await by.ask('POST', '/api/organization', { name: 'Acme' })).body.id as string;
  const system = (await by.ask('POST', '/api/system', { name: 'Ledger', organization })).body.id as string;
  const { key } = (await by.ask('GET', `/api/organization/${organization}/get-client-key`)).body as { key: string };
  const client = () => new Browser(program.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'one' });
  return { program, ground, system, client };
}

describe.each(databases)('kill -9 on %s', (engine) => {
  let stage: Stage;
  let service: PushService | null = null;
  const begin = async (more: Record<string, string> = {}) => (stage = await stageOf(engine, more));
  afterEach(async () => {
    await stage.program.end('SIGKILL');
    await stage.ground.gone();
    await service?.close();
    service = null;
  });

  /** Reports from several hands until the server is gone; those that were acknowledged. */
  async function stream(round: number, acknowledged: Set<string>): Promise<void> {
    const by = stage.client();
    const enough = acknowledged.size + 1 + (round % 7) * 3;
    const hand = async (name: string) => {
      for (let index = 0; ; index += 1) {
        const file = `${round}-${name}-${index}`;
        const report = { system: stage.system, event: 'success', at: new Date().toISOString(), file, size: index + 1 };
        const answer = await by.ask('POST', '/api/client/report', report).catch(() => null);
        if (answer === null) return;
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        acknowledged.add(file);
      }
    };
    const hands = ['a', 'b', 'c', 'd'].map(hand);
    while (acknowledged.size < enough) await wait(1);
    await wait((round * 3) % 11);
    await stage.program.end('SIGKILL');
    await Promise.all(hands);
  }

  async function backups(by: Browser): Promise<Set<string>> {
    const found = new Set<string>();
    for (let last = ''; ;) {
      const after = encodeURIComponent(JSON.stringify({ id: { '>': last } }));
      const page = (await by.ask('GET', `/api/backup?limit=1000&where=${after}&sort=id&select=file`)).body as {
        id: string;
        file: string;
      }[];
      for (const { file } of page) found.add(file);
      if (page.length < 1000) return found;
      last = page.at(-1)?.id ?? '';
    }
  }

  // The engines differ in the commit only; each start costs seconds.
  const [rounds, cuts, failures] = engine === 'sqlite' ? [20, [1, 200_000, 399_999], 3] : [3, [200_000], 1];
  test(
    `during a stream of reports, ${rounds} times: every acknowledged one is there`,
    { timeout: 600_000 },
    async () => {
      await begin();
      const acknowledged = new Set<string>();
      for (let round = 0; round < rounds; round += 1) {
        await stream(round, acknowledged);
        await stage.program.start();
      }
      expect(acknowledged.size).toBeGreaterThan(rounds);
      const found = await backups(await alice(stage.program));
      expect([...acknowledged].filter((file) => !found.has(file))).toEqual([]);
    },
  );

  test(
    'in the middle of an upload: no trace of it, and the next try stores it whole',
    { timeout: 120_000 },
    async () => {
      await begin();
      const date = new Date().toISOString();
      const keys = () =>
        stage.client().ask('GET', `/api/system/${stage.system}/get-upload-keys?name=big.zip&date=${date}`);
      const content = randomBytes(400_000);
      for (const sent of cuts) {
        const { url } = (await keys()).body as { url: string };
        const upload = request(`${stage.program.origin}${url}`, {
          method: 'PUT',
          headers: { 'content-length': content.length },
        });
        upload.on('error', () => undefined);
        await new Promise<void>((written) => upload.write(content.subarray(0, sent), () => written()));
        await stage.program.end('SIGKILL');
        await stage.program.start();
        // The server itself writes a file now and then, to see whether the store takes it.
        await expect.poll(() => readdirSync(join(stage.ground.folder, 'store/tmp')), { timeout: 30_000 }).toEqual([]);
        expect(readdirSync(join(stage.ground.folder, 'store/objects'))).toEqual([]);
      }
      const { url, key } = (await keys()).body as { url: string; key: string };
      const stored = await fetch(`${stage.program.origin}${url}`, { method: 'PUT', body: content as any });
      expect(stored.status).toBe(200);
      await stage.program.end('SIGKILL');
      await stage.program.start();
      const notified = await stage
        .client()
        .ask('GET', `/api/backup/notify?system=${stage.system}&date=${date}&key=${encodeURIComponent(key)}`);
      expect([notified.status, notified.body.size]).toEqual([200, content.length]);
    },
  );

  test(
    'right after a failure was acknowledged: the alarm is there, and reaches the phone',
    { timeout: 120_000 },
    async () => {
      service = await startPushService();
      await begin({
        PUSH_HOSTS: service.host,
        PUSH_CA: join(top, 'tests/fixtures/push-cert.pem'),
        VAPID_SUBJECT: 'mailto:admin@example.com',
      });
      const by = await alice(stage.program);
      const { user } = (await by.ask('GET', '/api/auth/check-user')).body;
      const { endpoint, keys } = service.subscribe(user.pushKey);
      await by.ask('PUT', '/api/push/subscription', { endpoint, keys, installId: 'phone' });
      for (let round = 0; round < failures; round += 1) {
        const failed = await stage.client().ask('POST', '/api/client/report', {
          system: stage.system,
          event: 'failed',
          at: new Date().toISOString(),
          text: `round ${round}`,
        });
        await stage.program.end('SIGKILL');
        expect(failed.status).toBe(200);
        // A delivery that was claimed when the process died is free again after a minute; set back, so as not to wait.
        const store = stage.ground.openStore();
        await store.write((db) =>
          db
            .updateTable('delivery')
            .set({ nextAt: new Date().toISOString() })
            .where('status', '=', 'sending')
            .execute(),
        );
        await store.close();
        await stage.program.start();
        const again = await alice(stage.program);
        const open = (await again.ask('GET', `/api/alarm?where=${encodeURIComponent('{"resolvedAt":null}')}`)).body;
        expect(open).toHaveLength(1);
        const id = open[0].id as string;
        await again.ask('GET', `/api/system/${stage.system}/rescan-alarm`);
        await service.next(({ payload }) => JSON.stringify(payload).includes(id), 40_000);
        const report = {
          system: stage.system,
          event: 'success',
          at: new Date().toISOString(),
          file: `mended ${round}`,
        };
        expect((await stage.client().ask('POST', '/api/client/report', report)).status).toBe(200);
      }
    },
  );
});
