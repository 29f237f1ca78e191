// How long one list call may hold the server: every list with the filters, orders and relations that cost most. A refusal counts
// too. What is measured is the processor time of the server: nothing else is asked meanwhile, and the machine may have other work.
import { contract } from '#contract/index.ts';
import type { Call } from '#contract/define.ts';
import { tables } from '#server/registry.ts';
import { Asker } from './asker.ts';
import { withFleet } from './fleet-once.ts';
import type { ServerProcess } from './server-process.ts';
import type { Figure } from './table.ts';

const HELD_MS = 250;
const READS = 3;

const where = (terms: object): string => `where=${encodeURIComponent(JSON.stringify(terms))}`;
const contains = (text: string) => ({ contains: text });

/** The queries of one list, by the attributes of its records. */
function queriesOf(attributes: string[]): string[] {
  const any = (count: number) =>
    where({ or: attributes.slice(0, count).map((attribute) => ({ [attribute]: contains('7x') })) });
  const ids = Array.from({ length: 100 }, (_, index) => `${index}`);
  return [
    'limit=1000',
    'limit=100&skip=10000',
    ...attributes.flatMap((attribute) => [
      `limit=100&sort=${attribute} DESC`,
      `limit=100&sort=${attribute}&skip=10000`,
      `limit=100&${where({ [attribute]: contains('zz') })}&sort=id DESC`,
      `limit=100&${where({ [attribute]: { nin: ids } })}`,
      `limit=100&${where({ [attribute]: { '>': '2' } })}&sort=id`,
      `limit=100&${where({ and: Array.from({ length: 190 }, () => ({ [attribute]: contains('y') })) })}`,
      `limit=100&sort=${encodeURIComponent(JSON.stringify([`${attribute} DESC`, 'createdAt ASC']))}`,
    ]),
    ...[2, 5, 10].map((count) => `limit=100&${any(count)}`),
  ];
}

/** The nouns that are asked; all of them unless the environment names some. */
const nouns = process.env.BENCH_NOUNS?.split(',') ?? Object.keys(contract);

/** The attributes that lists are filtered and sorted by: those of the records, and those derived from other rows. */
const attributesOf = (noun: string, record: { shape: object }): string[] => [
  ...new Set([...Object.keys(record.shape), ...Object.keys(tables.get(noun)?.derived ?? {})]),
];

/** The paths of lists that name nothing but themselves, with their queries. */
function pages(): string[] {
  return Object.entries(contract).flatMap(([noun, { calls, record }]) =>
    Object.values(calls as Record<string, Call>)
      .filter(({ list, path }) => nouns.includes(noun) && list && !path.includes(':'))
      .flatMap(({ path }) => queriesOf(attributesOf(noun, record)).map((query) => `/api${path}?${query}`)),
  );
}

interface Held {
  page: string;
  ms: number;
}

/** The time of one page; the least of some tries, since the server also cleans up. */
async function costOf(server: ServerProcess, asker: Asker, page: string): Promise<Held> {
  let least = Infinity;
  for (let read = 0; read < READS && least > HELD_MS / 2; read += 1) {
    const before = await server.cpuMs();
    await asker.get(page).catch(() => null);
    least = Math.min(least, (await server.cpuMs()) - before);
  }
  const held = { page: decodeURIComponent(page), ms: least };
  if (process.env.BENCH_WORST && least > HELD_MS) console.log(least.toFixed(0), held.page.slice(0, 150));
  return held;
}

export const listCosts = (): Promise<Figure[]> =>
  withFleet({}, async (server, fleet) => {
    const figures: Figure[] = [];
    for (const [who, cookie] of [
      ['all', fleet.cookies.watchers[0] ?? ''],
      ['some', fleet.cookies.engineer],
    ] as const) {
      const asker = new Asker(server.origin, cookie);
      const held: Held[] = [];
      for (const page of pages()) held.push(await costOf(server, asker, page));
      asker.close();
      const worst = held.toSorted((a, b) => b.ms - a.ms);
      figures.push({
        name: `${who}: the longest that a list holds the server`,
        how: `${held.length} calls, at ${fleet.sizes.systems} systems; ${worst[0]?.page.slice(0, 120)}`,
        value: worst[0]?.ms ?? 0,
        unit: 'ms',
        goal: HELD_MS,
        sense: 'atMost',
      });
    }
    return figures;
  });
