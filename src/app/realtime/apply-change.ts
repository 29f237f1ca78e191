// The one function that puts a change into the query cache: an event's, or the answer to one's own act.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '#contract/define.ts';

const COALESCE_MS = 300;
const waiting = new WeakMap<QueryClient, Set<string>>();

type Bag = Record<string, unknown>;
interface Page {
  rows: Bag[];
  total: number;
}

/**
 * Merges the change into the cached record and rows when it is newer, marks the lists of that noun and every query of
 * what derives from it stale, and asks again only for what is on screen, at most once in 300 ms.
 * `derives`: noun -> the nouns whose changes make its records stale.
 */
export function applyChange(
  client: QueryClient,
  noun: string,
  change: Change,
  derives: Readonly<Record<string, readonly string[]>>,
): void {
  if (change.verb === 'destroyed') remove(client, noun, change.id);
  else merge(client, noun, change.id, change.data);
  if (change.verb === 'created') enter(client, noun, change.data);
  const touched = new Set([noun, ...Object.keys(derives).filter((other) => derives[other]?.includes(noun))]);
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: (query) => goesStale(query, noun, change, touched) })) {
    query.invalidate();
  }
  refetchSoon(client, touched);
}

/** Asks again for everything on screen: after a gap in which changes may have been missed. */
export const refetchAll = (client: QueryClient): void => void client.invalidateQueries({ refetchType: 'active' });

function goesStale(query: Query, noun: string, change: Change, touched: Set<string>): boolean {
  const [of, call, input] = query.queryKey;
  if (typeof of !== 'string' || !touched.has(of)) return false;
  if (of !== noun || call !== 'get') return true;
  if (idOf(input) !== change.id || change.verb === 'destroyed') return false;
  // A base that is missing, or a change that does not say when it was made, cannot be merged.
  return !isBag(query.state.data) || typeof change.data['updatedAt'] !== 'string';
}

// By hand, and not as an answer: what is held keeps its age, its error and what it is marked as.
function put(client: QueryClient, noun: string, to: (held: unknown, query: Query) => unknown): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [noun] })) {
    const data = to(query.state.data, query);
    if (data !== query.state.data) query.setState({ data });
  }
}

const merge = (client: QueryClient, noun: string, id: string, data: Bag): void =>
  put(client, noun, (held) => {
    if (isPage(held)) return mergePage(held, id, data);
    return isBag(held) && held['id'] === id ? mergeRecord(held, data) : held;
  });

// What is asked for whole, by plain values alone, has its new row at once; all other lists are asked for again.
function enter(client: QueryClient, noun: string, data: Bag): void {
  const belongs = ([, call, input]: readonly unknown[]): boolean => {
    const { where = {}, ...more } = isBag(input) ? input : {};
    const plain = call === 'list' && Object.keys(more).length === 0;
    return plain && Object.entries(where as Bag).every(([key, value]) => data[key] === value);
  };
  put(client, noun, (held, { queryKey }) =>
    belongs(queryKey) &&
    isPage(held) &&
    held.rows.length === held.total &&
    !held.rows.some((row) => row['id'] === data['id'])
      ? { rows: [...held.rows, data], total: held.total + 1 }
      : held,
  );
}

function mergePage(page: Page, id: string, data: Bag): Page {
  const rows = page.rows.map((row) => (row['id'] === id ? mergeRecord(row, data) : row));
  return rows.some((row, index) => row !== page.rows[index]) ? { ...page, rows } : page;
}

function mergeRecord(held: Bag, data: Bag): Bag {
  const [old, fresh] = [held['updatedAt'], data['updatedAt']];
  return typeof old === 'string' && typeof fresh === 'string' && fresh > old ? { ...held, ...data } : held;
}

function remove(client: QueryClient, noun: string, id: string): void {
  put(client, noun, (held) => {
    if (!isPage(held)) return held;
    const rows = held.rows.filter((row) => row['id'] !== id);
    return rows.length === held.rows.length ? held : { ...held, rows, total: held.total - 1 };
  });
  const one = {
    predicate: (query: Query) =>
      query.queryKey[0] === noun && query.queryKey[1] === 'get' && idOf(query.queryKey[2]) === id,
  };
  client.removeQueries({ ...one, type: 'inactive' });
  // What a screen still shows is asked for again, so that the screen hears that it is gone.
  void client.resetQueries({ ...one, type: 'active' });
}

function refetchSoon(client: QueryClient, touched: Set<string>): void {
  const pending = waiting.get(client);
  if (pending) return touched.forEach((noun) => pending.add(noun));
  waiting.set(client, touched);
  // After what arrived with it: one commit makes several events.
  refetchIn(client, 0);
}

// The first change is answered at once; those that follow within the window wait for its end, together.
function refetchIn(client: QueryClient, ms: number): void {
  setTimeout(() => {
    const nouns = waiting.get(client);
    if (!nouns?.size) return void waiting.delete(client);
    waiting.set(client, new Set());
    refetchIn(client, COALESCE_MS);
    void client.refetchQueries({
      type: 'active',
      stale: true,
      predicate: (query) => nouns.has(String(query.queryKey[0])),
    });
  }, ms);
}

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPage = (value: unknown): value is Page => isBag(value) && Array.isArray(value['rows']);
const idOf = (input: unknown): unknown => (isBag(input) ? input['id'] : undefined);
