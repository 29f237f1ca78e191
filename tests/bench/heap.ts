// Whether an hour of live events makes the tab of a large fleet grow: the events of an hour, sped up, and its heap.
import { setTimeout as wait } from 'node:timers/promises';
import { Browser } from '#tests/test-clients.ts';
import { clientKeyOf } from './fleet-rows.ts';
import { signIn } from './server-process.ts';
import { onPhone, type PhoneStage } from './phone-stage.ts';
import type { Figure } from './table.ts';
import type { CdpSession } from './trace.ts';

const SYSTEMS = 5000;
/** Ten a second for an hour. */
const EVENTS = 36_000;
/** A report of a backup is two events or more. */
const REPORTS = EVENTS / 2;
const AT_MINUTE_5 = REPORTS / 12;
/** Reports that wait for their answer at the same time: the server is the slow part, not the tab. */
const AT_ONCE = 8;
const PAGE = 1000;
const GOAL = 1.1;

interface Reporter {
  id: string;
  client: Browser;
}

/** Every system of the fleet, with its client. */
async function reporters(origin: string): Promise<Reporter[]> {
  const alice = await signIn(origin);
  const list: Reporter[] = [];
  for (let skip = 0; skip < SYSTEMS; skip += PAGE) {
    const { body } = await alice.ask('GET', `/api/system?sort=name&select=id,name&limit=${PAGE}&skip=${skip}`);
    for (const { id, name } of body as { id: string; name: string }[]) {
      const key = clientKeyOf(Number(/\d+$/.exec(name)?.[0]));
      list.push({ id, client: new Browser(origin, { authorization: `Bearer ${key}`, 'x-client-instance': key }) });
    }
  }
  return list;
}

/** Reports backups from the one numbered `from` up to `to`, each of another system than the one before. */
async function report(list: readonly Reporter[], from: number, to: number): Promise<void> {
  let next = from;
  const one = async (): Promise<void> => {
    while (next < to) {
      const number = next;
      next += 1;
      const { id, client } = list[number % list.length] as Reporter;
      const backup = { file: `${number}.zip`, size: 1_000_000 + number };
      const at = new Date().toISOString();
      const answer = await client.ask('POST', '/api/client/report', { system: id, event: 'success', at, ...backup });
      if (answer.status !== 200) throw new Error(`a report was refused: ${JSON.stringify(answer.body)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Megabytes (10^6 bytes) of the page's heap that are in use once the garbage is collected. */
async function heapMb(cdp: CdpSession): Promise<number> {
  // Until the reads that follow the last event are over.
  await wait(3000);
  // Objects that a finalizer frees go with the second collection.
  for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** Counts the live events that arrive over the page's socket. */
async function countEvents(cdp: CdpSession): Promise<() => number> {
  let events = 0;
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    if (/^42\["(?:system|backup|alarm|recent|run)/.test(response.payloadData)) events += 1;
  });
  await cdp.send('Network.enable');
  return () => events;
}

async function grown({ server, page, cdp }: PhoneStage): Promise<Figure[]> {
  // The tab is not measured in time: it must keep up with the reports.
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const events = await countEvents(cdp);
  await page.goto(`${server.origin}/admin/systems`);
  await page
    .getByText(/ \d{5}$/)
    .first()
    .waitFor();
  await page.locator('[data-state=enrolled]').first().waitFor();
  await wait(5000);
  const list = await reporters(server.origin);
  await report(list, 0, AT_MINUTE_5);
  const early = await heapMb(cdp);
  const later: number[] = [];
  for (let from = AT_MINUTE_5; from < REPORTS; from += AT_MINUTE_5) {
    await report(list, from, from + AT_MINUTE_5);
    later.push(await heapMb(cdp));
  }
  if (events() < EVENTS) throw new Error(`the tab heard of ${events()} events only`);
  const late = later.at(-1) ?? 0;
  const course = [early, ...later].map((mb) => mb.toFixed(1)).join(' ');
  return [
    {
      name: `heap of the tab after an hour, as of minute 5, ${SYSTEMS.toLocaleString('en')} systems`,
      how: `${events().toLocaleString('en')} live events, sped up; every 5 minutes ${course} MB after garbage collection`,
      value: late / early,
      unit: 'x',
      goal: GOAL,
      sense: 'atMost',
    },
  ];
}

/** The heap of the Systems screen after the reports of an hour, as a multiple of that after five minutes. */
export const heap = (): Promise<Figure[]> =>
  onPhone({ organizations: SYSTEMS / 20, systems: SYSTEMS, backups: SYSTEMS }, grown);
