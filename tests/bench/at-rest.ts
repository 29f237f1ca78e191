// The server at rest with the demonstration fleet: its memory, its start, and a page of a thousand systems.
import { dropFolder, made, makeFolder, signIn, startServer } from './server-process.ts';
import { median, quantile, type Figure } from './table.ts';

const REST_MS = 5000;
const PAGE = 1000;
const READS = 30;

export async function atRest(): Promise<Figure[]> {
  const folder = await makeFolder();
  const demo = { BACKWATCH_DEMO: '1' };
  try {
    await (await startServer(folder, demo)).stop();
    const starts: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const server = await startServer(folder, demo);
      starts.push(server.startedInMs);
      await server.stop();
    }
    const server = await startServer(folder, demo);
    await new Promise((rested) => setTimeout(rested, REST_MS));
    const resident = await server.residentMb();
    await server.stop();
    return [
      {
        name: 'server at rest, demonstration fleet',
        how: `VmRSS ${REST_MS / 1000} s after the start`,
        value: resident,
        unit: 'MB',
        goal: 130,
        sense: 'atMost',
      },
      {
        name: 'start to listening, existing database',
        how: 'median of 3',
        value: median(starts),
        unit: 'ms',
        goal: 1500,
        sense: 'atMost',
      },
    ];
  } finally {
    await dropFolder(folder);
  }
}

export async function systemPage(): Promise<Figure[]> {
  const folder = await makeFolder();
  const server = await startServer(folder);
  try {
    const alice = await signIn(server.origin);
    const organization = await made(alice, '/organization', { name: 'Acme', timeZone: 'Europe/Berlin' });
    const schedule = await made(alice, '/schedule', { name: 'Every midnight', alarmAfter: 2 });
    const names = Array.from({ length: PAGE }, (_, index) => `page-${index}`);
    // In waves, so that group commit has something to group.
    for (let from = 0; from < PAGE; from += 50)
      await Promise.all(
        names.slice(from, from + 50).map((name) => made(alice, '/system', { name, organization, schedule })),
      );
    const times: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const begun = performance.now();
      const answer = await alice.ask('GET', `/api/system?limit=${PAGE}&populate=organization,schedule`);
      times.push(performance.now() - begun);
      if (answer.body.length !== PAGE) throw new Error(`${answer.body.length} rows came`);
    }
    const how = `${READS} reads, one after the other, with parsing`;
    return [
      {
        name: 'GET /api/system, page of 1,000, p50',
        how,
        value: quantile(times, 0.5),
        unit: 'ms',
        goal: 60,
        sense: 'atMost',
      },
    ];
  } finally {
    await server.stop();
    await dropFolder(folder);
  }
}
