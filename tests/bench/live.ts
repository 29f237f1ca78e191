// How soon a report changes the row of its system on the open list of systems.
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { Browser } from '#tests/test-clients.ts';
import { makeFleet } from './fleet.ts';
import { dropFolder, made, makeFolder, signIn, startServer } from './server-process.ts';
import { addSession, openPhone } from './phone.ts';
import { median, quantile, type Figure } from './table.ts';

const RUNS = 25;
const SIZES = [20, 1000];

/** In the page: the clock's time (epoch ms) at which the row of the system says another state. */
const rowChange = (id: string): Promise<number> =>
  new Promise((changed, failed) => {
    setTimeout(() => failed(new Error('the row did not change within 5 s')), 5000);
    const row = `a[href*="id=${id}"]`;
    // Without the digits: an age that counts on is not a change.
    const before = document.querySelector(row)?.textContent.replaceAll(/\d+/g, '');
    const observer = new MutationObserver(() => {
      const now = document.querySelector(row)?.textContent.replaceAll(/\d+/g, '');
      if (now === undefined || now === before) return;
      observer.disconnect();
      changed(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });

async function timesOf(systems: number): Promise<number[]> {
  const folder = await makeFolder();
  const { cookies } = await makeFleet(folder, { organizations: Math.ceil(systems / 20), systems, backups: systems });
  const server = await startServer(folder);
  const context = await openPhone(join(folder, 'profile'));
  try {
    const alice = await signIn(server.origin);
    const organization = await made(alice, '/organization', { name: 'Acme', timeZone: 'UTC' });
    // The first by its name: the row stays in sight whatever the state.
    const system = await made(alice, '/system', { name: '0 Bench', organization });
    const key = String((await alice.ask('GET', `/api/system/${system}/get-client-key`)).body.key);
    const client = new Browser(server.origin, { authorization: `Bearer ${key}`, 'x-client-instance': key });
    await addSession(context, server.origin, cookies);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${server.origin}/admin/systems?sort=name`);
    await page.getByRole('link', { name: '0 Bench' }).waitFor();
    await wait(3000);
    const times: number[] = [];
    for (let run = -1; run < RUNS; run += 1) {
      // Until the reads that follow a report by themselves are over.
      await wait(1200);
      const event = run % 2 === 0 ? 'success' : 'failed';
      const send = async () => {
        await wait(50);
        const at = performance.timeOrigin + performance.now();
        const report = { system, event, at: new Date().toISOString(), text: `run ${run}` };
        await client.ask('POST', '/api/client/report', report);
        return at;
      };
      const [changed, sent] = await Promise.all([page.evaluate(rowChange, system), send()]);
      // The first changes the row from "never backed up".
      if (run >= 0) times.push(changed - sent);
    }
    return times;
  } finally {
    await context.close();
    await server.stop();
    await dropFolder(folder);
  }
}

export async function live(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of SIZES) {
    const times = await timesOf(count);
    const spread = `quickest ${Math.min(...times).toFixed(0)} ms, p90 ${quantile(times, 0.9).toFixed(0)} ms`;
    figures.push({
      name: `report to its row on the Systems screen, ${count.toLocaleString('en')} systems`,
      how: `median of ${RUNS}, from sending the report to the change of the row; ${spread}`,
      value: median(times),
      unit: 'ms',
      goal: 40,
      sense: 'atMost',
    });
  }
  return figures;
}
