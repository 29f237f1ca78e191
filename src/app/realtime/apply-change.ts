// Puts changes into the query cache: those of live events, and the answers to the app's own writes.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Change } from '#contract/define.ts';

const COALESCE_MS = 300;
const pendingRefetches = new WeakMap<QueryClient, Set<string>>();

type Derives = Readonly<Record<string, readonly string[]>>;
type Fields = Record<string, unknown>;
interface Page {
  rows: Fields[];
  total: number;
}

/**
 * Merges the change into the cached record and rows if it is newer, and marks the lists of that noun and the queries of
 * nouns that derive from it stale. Refetches only queries on screen, at most once in 300 ms.
 * `derives`: noun -> the nouns whose changes make its records stale.
 */
export function applyChange(client: QueryClient, noun: string, change: Change, derives: Derives): void {
  if (change.verb === 'destroyed') remove(client, noun, change.id);
  else merge(client, noun, change.id, change.data);
  if (change.verb === 'created') enter(client, noun, change.data);
  const nouns = affectedNouns(noun, derives);
  invalidate(client, (query) => goesStale(query, noun, change, nouns));
  refetchSoon(client, nouns);
}

/** Applies an event that names no record, such as `recent`: marks all queries of the noun and its dependents stale. */
export function applyNounChange(client: QueryClient, noun: string, derives: Derives): void {
  const nouns = affectedNouns(noun, derives);
  invalidate(client, ({ queryKey: [of] }) => nouns.has(String(of)));
  refetchSoon(client, nouns);
}

const affectedNouns = (noun: string, derives: Derives): Set<string> =>
  new Set([noun, ...Object.keys(derives).filter((other) => derives[other]?.includes(noun))]);

function invalidate(client: QueryClient, predicate: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ predicate })) {
    query.invalidate();
    // An answer that is on its way may be older than the change, and would count as fresh.
    if (isFetching(query))
      void query.promise?.then(
        () => askAgain(client, query),
        () => undefined,
      );
  }
}

function askAgain(client: QueryClient, query: Query): void {
  query.invalidate();
  refetchSoon(client, new Set([String(query.queryKey[0])]));
}

const isFetching = (query: Query): boolean => query.state.fetchStatus === 'fetching';

/** Refetches every query on screen: after a gap in which events may have been missed. */
export const refetchAll = (client: QueryClient): void => void client.invalidateQueries({ refetchType: 'active' });

function goesStale(query: Query, noun: string, change: Change, touched: Set<string>): boolean {
  const [of, call, input] = query.queryKey;
  if (typeof of !== 'string' || !touched.has(of)) return false;
  // A preview looks at up to thousands of systems, which change all the time: it asks again by itself.
  if (call === 'preview' && of !== noun) return false;
  if (of !== noun || call !== 'get') return true;
  if (idOf(input) !== change.id || change.verb === 'destroyed') return false;
  // A change cannot be merged without cached data, or without the time when it was made.
  return !isRecord(query.state.data) || typeof change.data['updatedAt'] !== 'string' || isFetching(query);
}

// Sets the state directly, not as an answer: the query keeps its age, error and staleness.
function put(client: QueryClient, noun: string, to: (held: unknown, query: Query) => unknown): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [noun] })) {
    const data = to(query.state.data, query);
    if (data !== query.state.data) query.setState({ data });
  }
}

const merge = (client: QueryClient, noun: string, id: string, data: Fields): void =>
  put(client, noun, (held) => {
    if (isPage(held)) return mergePage(held, id, data);
    return isRecord(held) && held['id'] === id ? mergeRecord(held, data) : held;
  });

// A list without paging that filters by plain values gets the new row at once; other lists are refetched.
function enter(client: QueryClient, noun: string, data: Fields): void {
  const belongs = ([, call, input]: readonly unknown[]): boolean => {
    const { where = {}, ...more } = isRecord(input) ? input : {};
    const plain = call === 'list' && Object.keys(more).length === 0;
    return plain && Object.entries(where as Fields).every(([key, value]) => data[key] === value);
  };
  // Events leave out what depends on the reader: such a row comes with the next fetch.
  const isComplete = ([row]: Fields[]): boolean => row === undefined || Object.keys(row).every((key) => key in data);
  put(client, noun, (held, { queryKey }) =>
    belongs(queryKey) &&
    isPage(held) &&
    isComplete(held.rows) &&
    held.rows.length === held.total &&
    !held.rows.some((row) => row['id'] === data['id'])
      ? { rows: [...held.rows, data], total: held.total + 1 }
      : held,
  );
}

function mergePage(page: Page, id: string, data: Fields): Page {
  const rows = page.rows.map((row) => (row['id'] === id ? mergeRecord(row, data) : row));
  return rows.some((row, index) => row !== page.rows[index]) ? { ...page, rows } : page;
}

function mergeRecord(held: Fields, data: Fields): Fields {
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
  // A screen that still shows the record refetches it, and gets the 404.
  void client.resetQueries({ ...one, type: 'active' });
}

function refetchSoon(client: QueryClient, touched: Set<string>): void {
  const pending = pendingRefetches.get(client);
  if (pending) return touched.forEach((noun) => pending.add(noun));
  pendingRefetches.set(client, touched);
  // After the events that arrived together: one commit makes several.
  refetchIn(client, 0);
}

// The first change refetches at once; later ones wait for the end of the window, together.
function refetchIn(client: QueryClient, ms: number): void {
  setTimeout(() => {
    const nouns = pendingRefetches.get(client);
    if (!nouns?.size) return void pendingRefetches.delete(client);
    pendingRefetches.set(client, new Set());
    refetchIn(client, COALESCE_MS);
    void client.refetchQueries({
      type: 'active',
      stale: true,
      predicate: (query) => nouns.has(String(query.queryKey[0])),
    });
  }, ms);
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPage = (value: unknown): value is Page => isRecord(value) && Array.isArray(value['rows']);
const idOf = (input: unknown): unknown => (isRecord(input) ? input['id'] : undefined);
