// One change and a thousand enrolled sockets: the time until the last of them received it.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { Browser } from '#tests/test-clients.ts';
import { withFleet } from './fleet-once.ts';
import { SOCKETS_EACH } from './fleet-rows.ts';
import { made, signIn } from './server-process.ts';
import { peak } from './large.ts';
import { startBareSockets } from './machine.ts';
import { median, quantile, type Figure } from './table.ts';

const SOCKETS = 1000;
const EVENTS = 30;
const WAVE = 25;
const LATEST_MS = 10_000;

type Opening = (index: number) => { origin: string; headers: Record<string, string> };

/** Opens them in waves; each has sent `ready` when this resolves. */
async function openAll(opening: Opening, ready: (socket: Socket) => Promise<unknown>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let from = 0; from < SOCKETS; from += WAVE) {
    const wave = Array.from({ length: WAVE }, (_, index) => {
      const { origin, headers } = opening(from + index);
      return io(origin, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: headers });
    });
    await Promise.all(
      wave.map(async (socket) => {
        await new Promise<void>((open, failed) => {
          socket.once('connect', open);
          socket.once('connect_error', failed);
        });
        await ready(socket);
      }),
    );
    sockets.push(...wave);
  }
  return sockets;
}

/** Milliseconds from the start of `cause` until each socket has one more `event`. */
async function untilLast(sockets: Socket[], event: string, cause: () => unknown): Promise<number> {
  const received = Promise.all(sockets.map((socket) => once(socket as never, event)));
  const late = AbortSignal.timeout(LATEST_MS);
  const begun = performance.now();
  void cause();
  await Promise.race([
    received,
    once(late, 'abort').then(() => Promise.reject(new Error('not all sockets heard of it'))),
  ]);
  return performance.now() - begun;
}

async function repeated(run: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < EVENTS; index += 1) {
    times.push(await run(index));
    await wait(50);
  }
  return times;
}

/** The same number of sockets of a server that does nothing but send the same to all. */
async function bareTimes(): Promise<number[]> {
  const bare = await startBareSockets();
  const sockets = await openAll(
    () => ({ origin: bare.origin, headers: {} }),
    () => Promise.resolve(),
  );
  try {
    const text = 'x'.repeat(1500);
    return await repeated(() => untilLast(sockets, 'told', () => sockets[0]?.emit('tell', text)));
  } finally {
    for (const socket of sockets) socket.disconnect();
    bare.stop();
  }
}

export const event = (): Promise<Figure[]> =>
  // As from a thousand addresses: one alone may not open so many.
  withFleet({ TRUST_PROXY: '1' }, async (server, fleet) => {
    const { origin } = server;
    const bare = await bareTimes();
    const sockets = await openAll(
      (index) => ({
        origin,
        headers: {
          cookie: `bw_session=${fleet.cookies.watchers[Math.floor(index / SOCKETS_EACH)]}`,
          'x-forwarded-for': `10.9.${Math.floor(index / 250)}.${index % 250}`,
        },
      }),
      (socket) => socket.timeout(LATEST_MS).emitWithAck('get', { url: '/api/app/subscribe' }),
    );
    try {
      const alice = await signIn(origin);
      const name = `Bench ${Date.now()}`;
      const organization = await made(alice, '/organization', { name, timeZone: 'UTC' });
      const system = await made(alice, '/system', { name, organization });
      const key = String((await alice.ask('GET', `/api/system/${system}/get-client-key`)).body.key);
      const rosie = new Browser(origin, { authorization: `Bearer ${key}`, 'x-client-instance': key });
      const report = (text: string) =>
        rosie.ask('POST', '/api/client/report', { system, event: 'log', at: new Date().toISOString(), text });
      await report('first');
      await wait(500);
      const times = await repeated((index) => untilLast(sockets, 'system', () => report(`run ${index}`)));
      const against = `a server that only sends to all: p50 ${median(bare).toFixed(0)} ms, p99 ${quantile(bare, 0.99).toFixed(0)} ms`;
      return [
        {
          name: `one event to ${SOCKETS} enrolled sockets, the last, p99`,
          how: `${EVENTS} events, from sending the report; p50 ${median(times).toFixed(0)} ms; ${against}`,
          value: quantile(times, 0.99),
          unit: 'ms',
          goal: 250,
          sense: 'atMost',
        },
        await peak(server, fleet),
      ];
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  });
