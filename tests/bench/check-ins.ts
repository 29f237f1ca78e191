// Durable check-ins: fifty clients report a backup each, again and again; every answer waits for its fsync.
import autocannon from 'autocannon';
import { Browser } from '../wire.ts';
import { dropFolder, made, makeFolder, signIn, startHouse } from './house.ts';
import type { Figure } from './table.ts';

const CLIENTS = 50;
const SECONDS = 10;
const how = `${CLIENTS} connections, ${SECONDS} s, POST /api/client/report`;

interface Reporter {
  key: string;
  system: string;
}

async function reporters(origin: string): Promise<Reporter[]> {
  const alice = await signIn(origin);
  const organization = await made(alice, '/organization', { name: 'Acme', timeZone: 'UTC' });
  const schedule = await made(alice, '/schedule', { name: 'Nightly', alarmAfter: 2 });
  const list: Reporter[] = [];
  for (let index = 0; index < CLIENTS; index += 1) {
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

export async function checkIns(): Promise<Figure[]> {
  const folder = await makeFolder();
  const house = await startHouse(folder);
  try {
    const list = await reporters(house.origin);
    let next = 0;
    const { requests, latency, non2xx, errors } = await autocannon({
      url: `${house.origin}/api/client/report`,
      method: 'POST',
      connections: CLIENTS,
      duration: SECONDS,
      setupClient(client) {
        const { key, system } = list[next++ % CLIENTS] ?? { key: '', system: '' };
        client.setHeaders({
          authorization: `Bearer ${key}`,
          'x-client-instance': key,
          'content-type': 'application/json',
        });
        client.setBody(
          JSON.stringify({ system, event: 'success', at: new Date().toISOString(), file: 'a.zip', size: 1 }),
        );
      },
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx} answers were refusals, ${errors} were none`);
    return [
      { name: 'durable check-ins a second', how, value: requests.average, unit: '/s', goal: 3000, sense: 'atLeast' },
      { name: 'durable check-ins, p99', how, value: latency.p99, unit: 'ms', goal: 50, sense: 'atMost' },
    ];
  } finally {
    await house.stop();
    await dropFolder(folder);
  }
}
