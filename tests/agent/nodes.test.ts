// Several servers: behind one address, or named one by one. A client of one that is gone finds another within 15 s.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reconnectDelay, realClock } from '#agent/clock.ts';
import type { HonestServer } from './honest-server.ts';
import { clientProcess, folder, here, server } from './workshop.ts';

interface Proxy {
  url: string;
  /** From now on nothing comes from that server, and nothing of it closes: its machine has no power. */
  cutOff(server: HonestServer): void;
}

/** A proxy that passes one connection after the other on to its servers by turns, and asks nobody whether they live. */
async function proxyOf(servers: HonestServer[]): Promise<Proxy> {
  let turn = 0;
  const cut = new Set<HonestServer>();
  const open = new Map<Socket, HonestServer | undefined>();
  const proxy = createServer((from) => {
    const chosen = servers[(turn += 1) % servers.length];
    open.set(from, chosen);
    from.on('error', () => undefined);
    if (!chosen || cut.has(chosen)) return;
    const to = connect(chosen.port, '127.0.0.1');
    open.set(to, chosen);
    const end = (other: Socket) => () => cut.has(chosen) || other.destroy();
    to.on('error', end(from)).on('close', end(from));
    from.on('close', end(to));
    from.pipe(to);
    to.pipe(from, { end: false });
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    proxy.close();
    for (const socket of open.keys()) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cutOff(server) {
      cut.add(server);
      for (const [socket, of] of open) if (of === server) socket.unpipe().pause();
    },
  };
}

const soon = { timeout: 15_000, interval: 50 };

describe('behind one address', () => {
  async function stageOf() {
    const servers: [HonestServer, HonestServer] = [await server(), await server()];
    const proxy = await proxyOf(servers);
    await here(proxy, await folder(), { clock: realClock });
    await expect.poll(() => servers[0].hellos + servers[1].hellos, soon).toBe(1);
    const [serving, other] = servers[0].hellos === 1 ? servers : servers.toReversed();
    if (!serving || !other) throw new Error('nobody serves');
    const reconnected = async () => {
      const since = performance.now();
      await expect.poll(() => other.hellos, soon).toBe(1);
      return performance.now() - since;
    };
    return { proxy, serving, other, reconnected };
  }

  test('a client of a killed server is connected to another within 15 s', async () => {
    const { serving, reconnected } = await stageOf();
    await serving.stop();
    expect(await reconnected()).toBeLessThan(15_000);
  });

  test('a client of a machine without power too, though nothing closes its connection', async () => {
    const { proxy, serving, reconnected } = await stageOf();
    proxy.cutOff(serving);
    expect(await reconnected()).toBeLessThan(15_000);
  });

  test('a client whose server is well stays connected', async () => {
    const { serving, other } = await stageOf();
    await new Promise((resolve) => setTimeout(resolve, 9000));
    expect([serving.hellos, other.hellos]).toEqual([1, 0]);
  });
});

test('of several addresses the next is tried, and files go to the server that is connected', async () => {
  const [first, second] = [await server(), await server()];
  const run = await here(first, await folder(), { servers: [first.url, second.url], clock: realClock });
  await expect.poll(() => first.hellos, soon).toBe(1);
  await first.stop();
  await expect.poll(() => second.hellos, soon).toBe(1);
  await run.end();
});

test('--server may be given several times, and each is checked', async () => {
  const key = ['--key', 'K', '--state', join(await folder(), 'state')];
  const wrong = await clientProcess(['--server', 'http://one.example', '--server', 'nonsense', ...key]).ended;
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--server must be an address')]);
  const many = Array.from({ length: 11 }, (_one, index) => ['--server', `http://${index}.example`]).flat();
  const refused = await clientProcess([...many, ...key]).ended;
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--server may be given 10 times.')]);
});

test('the first tries come quickly, later ones wait up to a minute', () => {
  const delays = Array.from({ length: 16 }, (_one, tries) => reconnectDelay(tries, () => 0));
  expect(delays.slice(0, 4)).toEqual([1000, 2000, 2000, 2000]);
  expect(delays.slice(0, 9).reduce((sum, one) => sum + one)).toBe(17_000);
  expect(delays.slice(9)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});
