// Another process holds the lock of the embedded database: everything but writing goes on, and writers get an error in
// time.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

const libsql = createRequire(import.meta.url).resolve('libsql');

/** A process that begins to write, and ends on request. */
async function lockHolder(file: string): Promise<{ letGo(): Promise<void> }> {
  const code = `const Database = require(${JSON.stringify(libsql)});
    const database = new Database(${JSON.stringify(file)});
    database.exec('pragma busy_timeout = 5000; begin immediate');
    console.log('held');
    process.stdin.once('data', () => process.exit(0));`;
  const holder = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  return { letGo: () => (holder.stdin.write('end\n'), ended) };
}

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

test(
  'the lock of another process blocks no answer, and whoever writes is told after 5 s',
  { timeout: 60_000 },
  async () => {
    const { alice, nobody, ground } = (world = await makeWorld('sqlite'));
    expect((await nobody.browser.ask('GET', '/readyz')).body.outages).toEqual([]);
    const holder = await lockHolder(join(ground.folder, 'backwatch.db'));
    const slowest = { healthz: 0, list: 0 };
    const lock = { isHeld: true };
    const watch = async (name: keyof typeof slowest, ask: () => Promise<{ status: number }>) => {
      while (lock.isHeld) {
        const begun = performance.now();
        expect((await ask()).status).toBe(200);
        slowest[name] = Math.max(slowest[name], performance.now() - begun);
        await wait(20);
      }
    };
    const watching = [
      watch('healthz', () => nobody.browser.ask('GET', '/healthz')),
      watch('list', () => alice.ask('GET', '/system')),
    ];
    const write = async (index: number) => {
      await wait(index * 700);
      const begun = performance.now();
      const { status, body, headers } = await alice.ask('POST', '/organization', { name: `Locked ${index}` });
      return { status, code: body.code as string, retry: headers['retry-after'], took: performance.now() - begun };
    };
    const writes = await Promise.all(Array.from({ length: 8 }, (_, index) => write(index)));
    for (const { took, ...answer } of writes) {
      expect(answer).toEqual({ status: 503, code: 'E_UNAVAILABLE', retry: '5' });
      expect(took).toBeGreaterThan(4900);
      expect(took).toBeLessThan(7500);
    }
    const ready = await nobody.browser.ask('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([200, expect.objectContaining({ ok: true, outages: ['database'] })]);
    // Writes that wait when the lock is released are done.
    const last = write(0);
    await wait(500);
    await holder.letGo();
    expect((await last).status).toBe(200);
    lock.isHeld = false;
    await Promise.all(watching);
    expect(slowest.healthz).toBeLessThan(1000);
    expect(slowest.list).toBeLessThan(1500);
    const names = (await alice.ask('GET', '/organization')).body.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name.startsWith('Locked'))).toEqual(['Locked 0']);
  },
);
