// A large installation through every list in every order, whoever reads: its first page of a hundred, and the one in its middle.
import { contract } from '#contract/index.ts';
import type { Call } from '#contract/define.ts';
import { Asker } from './asker.ts';
import { withFleet } from './fleet-once.ts';
import { median, quantile, type Figure } from './table.ts';

const READS = 5;
const PAGE_MS = 50;

/** The paths of lists that name nothing but themselves, with what their rows can be sorted by. */
const lists = (): { path: string; attributes: string[] }[] =>
  Object.values(contract).flatMap(({ calls, record }) => {
    const list: Call | undefined = (calls as Record<string, Call>)['list'];
    return list?.list ? [{ path: `/api${list.path}`, attributes: Object.keys(record.shape) }] : [];
  });

async function timesOf(asker: Asker, path: string): Promise<number[]> {
  await asker.get(path);
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const begun = performance.now();
    await asker.get(path);
    times.push(performance.now() - begun);
  }
  return times;
}

interface Read {
  path: string;
  times: number[];
}

/** What may not be read, and what is no order of the list, is a refusal and left out. */
async function readAll(asker: Asker): Promise<Read[]> {
  const reads: Read[] = [];
  for (const { path, attributes } of lists()) {
    const total = await asker.total(`${path}?limit=0`).catch(() => null);
    if (total === null) continue;
    for (const by of attributes)
      for (const skip of total > 100 ? [0, Math.min(10_000, Math.floor(total / 2))] : [0]) {
        const page = `${path}?limit=100&skip=${skip}&sort=${encodeURIComponent(`${by} DESC`)}`;
        const times = await timesOf(asker, page).catch(() => null);
        if (times) reads.push({ path: decodeURIComponent(page), times });
      }
  }
  return reads;
}

export const largeOrders = (): Promise<Figure[]> =>
  withFleet({}, async (house, fleet) => {
    const figures: Figure[] = [];
    for (const [who, cookie] of [
      ['all', fleet.cookies.watchers[0] ?? ''],
      ['some', fleet.cookies.engineer],
    ] as const) {
      const asker = new Asker(house.origin, cookie);
      const reads = await readAll(asker);
      asker.close();
      const [worst] = reads.toSorted((a, b) => median(b.times) - median(a.times));
      const all = reads.flatMap(({ times }) => times);
      const slowest = `${worst?.path}, median ${median(worst?.times ?? []).toFixed(1)} ms`;
      figures.push({
        name: `${who}: every list in every order, p99`,
        how: `${reads.length} pages, ${READS} reads of each; the slowest: ${slowest}`,
        value: quantile(all, 0.99),
        unit: 'ms',
        goal: PAGE_MS,
        sense: 'atMost',
      });
    }
    return figures;
  });
