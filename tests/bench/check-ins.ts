// Durable check-ins: fifty clients report a backup each, again and again; every answer waits for its fsync.
import autocannon from 'autocannon';
import { Browser } from '#tests/test-clients.ts';
import { dropFolder, made, makeFolder, signIn, startServer } from './server-process.ts';
import { startBare } from './machine.ts';
import { median, type Figure } from './table.ts';

const CLIENTS = 50;
/** More than clients: each system may report only so often. */
const SYSTEMS = 1000;
const SECONDS = 3;
const ROUNDS = 5;
const how = `${CLIENTS} connections, median of ${ROUNDS} times ${SECONDS} s, POST /api/client/report`;

interface Reporter {
  key: string;
  system: string;
}

async function reporters(origin: string): Promise<Reporter[]> {
  const alice = await signIn(origin);
  const organization = await made(alice, '/organization', { name: 'Acme', timeZone: 'UTC' });
  const schedule = await made(alice, '/schedule', { name: 'Every midnight', alarmAfter: 2 });
  const list: Reporter[] = [];
  for (let index = 0; index < SYSTEMS; index += 1) {
    const system = await made(alice, '/system', { name: `bench-${index}`, organization, schedule });
    const key = String((await alice.ask('GET', `/api/system/${system}/get-client-key`)).body.key);
    await new Browser(origin, { authorization: `Bearer ${key}`, 'x-client-instance': key }).ask(
      'POST',
      '/api/client/report',
      { system, event: 'start', at: new Date().toISOString() },
    );
    list.push({ key, system });
  }
  return list;
}

/** By the clock on the wall: the generator's own seconds stretch when the machine is taken away from it. */
async function perSecond<T extends { requests: { total: number } }>(
  run: () => Promise<T>,
): Promise<T & { rate: number }> {
  const begun = performance.now();
  const result = await run();
  return { ...result, rate: (result.requests.total / (performance.now() - begun)) * 1000 };
}

const RATE = { connections: CLIENTS, duration: SECONDS, method: 'POST' } as const;

/** Each client reports one backup after the other: the same one again would change nothing. */
async function reporting(origin: string, list: Reporter[]) {
  let reported = 0;
  const result = await autocannon({
    ...RATE,
    url: `${origin}/api/client/report`,
    requests: [
      {
        setupRequest(request) {
          const { key, system } = list[reported % SYSTEMS] ?? { key: '', system: '' };
          const at = new Date().toISOString();
          reported += 1;
          return {
            ...request,
            headers: {
              authorization: `Bearer ${key}`,
              'x-client-instance': key,
              'content-type': 'application/json',
            },
            body: JSON.stringify({ system, event: 'success', at, file: `${reported}.zip`, size: reported }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} answers were refusals, ${result.errors} were none`);
  return result;
}

export async function checkIns(): Promise<Figure[]> {
  const folder = await makeFolder();
  const server = await startServer(folder);
  const bare = await startBare();
  try {
    const list = await reporters(server.origin);
    const [rates, waits, bares] = [[], [], []] as [number[], number[], number[]];
    // The first round is for the compiler of both sides.
    await reporting(server.origin, list);
    for (let round = 0; round < ROUNDS; round += 1) {
      bares.push((await perSecond(async () => autocannon({ ...RATE, url: bare.url, body: '{}' }))).rate);
      const { rate, latency } = await perSecond(() => reporting(server.origin, list));
      rates.push(rate);
      waits.push(latency.p99);
    }
    const ratio = median(rates.map((rate, round) => rate / (bares[round] ?? rate)));
    const against = `a server that does nothing: ${median(bares).toFixed(0)} /s, ratio ${ratio.toFixed(2)}`;
    return [
      {
        name: 'durable check-ins a second',
        how: `${how}; ${against}`,
        value: median(rates),
        unit: '/s',
        goal: 3000,
        sense: 'atLeast',
      },
      { name: 'durable check-ins, p99', how, value: median(waits), unit: 'ms', goal: 30, sense: 'atMost' },
    ];
  } finally {
    bare.stop();
    await server.stop();
    await dropFolder(folder);
  }
}
