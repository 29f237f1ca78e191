// The persisted cache: stored on the device, restored before the first screen, and unharmed by a failed refetch.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  cacheStore,
  openStore,
  reopening,
  takeOpenUrl,
  shareWithWorker,
  withFallback,
  type KeyValueStore,
} from '#app/offline/idb.ts';
import { persistCache, maxCharacters, dehydrateQueries } from '#app/offline/persist-cache.ts';
import { clearCache, maxAgeMs, restoreCache } from '#app/offline/restore-cache.ts';
import { startOnline } from '#app/offline/online.ts';
import { saveOpenUrl, sharedState } from '#sw/store.ts';

const persist = { meta: { persist: true } };
const buster = 'v1:u1';
const start = Date.parse('2026-11-21T02:58:00.000Z');

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}
const makePage = () => ({ page: new FakeDocument(), window: new EventTarget() });
const clients: QueryClient[] = [];
const makeClient = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clients.push(client);
  return client;
};
// The database works on immediates, which the test leaves real.
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
};
const wait = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};
const fetchRows = (client: QueryClient, rows: () => Promise<unknown>) =>
  client.fetchQuery({ queryKey: ['alarm', 'list'], queryFn: rows, ...persist });
const cold = async (options: { buster?: string; store?: KeyValueStore } = {}) => {
  const client = makeClient();
  const restored = await restoreCache(client, { buster, now: Date.now, ...options });
  return { client, restored };
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
  await cacheStore.clear();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
  vi.useRealTimers();
});

describe('saving the cache', () => {
  test('restores the data and its age after a cold start', async () => {
    const client = makeClient();
    const stop = persistCache(client, { buster, ...makePage() });
    await fetchRows(client, async () => [{ id: 'a1' }]);
    await wait(1500);
    stop();
    await wait(60_000);
    const again = await cold();
    expect(again.restored).toBe('restored');
    expect(again.client.getQueryData(['alarm', 'list'])).toEqual([{ id: 'a1' }]);
    expect(again.client.getQueryState(['alarm', 'list'])).toMatchObject({
      dataUpdatedAt: start,
      status: 'success',
      fetchStatus: 'idle',
    });
  });

  test('three failed refetches lose nothing (TanStack/query#5112)', async () => {
    const client = makeClient();
    persistCache(client, { buster, ...makePage() });
    await fetchRows(client, async () => [{ id: 'a1' }]);
    await wait(1500);
    for (let i = 0; i < 3; i += 1) {
      await fetchRows(client, () => Promise.reject(new Error('offline'))).catch(() => undefined);
      await wait(1500);
    }
    expect(client.getQueryState(['alarm', 'list'])?.status).toBe('error');
    const again = await cold();
    expect(again.client.getQueryState(['alarm', 'list'])).toMatchObject({
      status: 'success',
      error: null,
      fetchFailureCount: 0,
      data: [{ id: 'a1' }],
      dataUpdatedAt: start,
    });
  });

  test('writes once, 1.5 s after the first of many changes', async () => {
    const set = vi.fn(async () => undefined);
    const client = makeClient();
    await fetchRows(client, async () => []);
    persistCache(client, { buster, store: { ...cacheStore, set }, ...makePage() });
    for (let i = 0; i < 10; i += 1) {
      client.setQueryData(['alarm', 'list'], [i]);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(499);
    expect(set).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(set).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(set).toHaveBeenCalledOnce();
  });

  test.each(['visibilitychange', 'pagehide'])('writes at once at %s', async (event) => {
    const client = makeClient();
    const { page, window } = makePage();
    persistCache(client, { buster, page, window });
    await fetchRows(client, async () => [1]);
    page.visibilityState = 'hidden';
    (event === 'pagehide' ? window : page).dispatchEvent(new Event(event));
    await settle();
    expect((await cold()).restored).toBe('restored');
  });

  test('only what is marked, of at most 7 days, two pages of a long list, and within the size', async () => {
    const client = makeClient();
    const put = (key: string, data: unknown, options: object, updatedAt = start) => {
      client
        .getQueryCache()
        .build(client, { queryKey: [key], ...options })
        .setData(data, { updatedAt, manual: true });
    };
    put('marked', [1], persist);
    put('unmarked', [1], {});
    put('old', [1], persist, start - maxAgeMs);
    put('big', 'x'.repeat(maxCharacters), persist, start - 1000);
    put('circular', 'x', persist);
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    client
      .getQueryCache()
      .find({ queryKey: ['circular'] })
      ?.setState({ data: loop });
    const stored = dehydrateQueries(client, start);
    expect(stored.map((query) => query.queryKey[0])).toEqual(['marked']);
  });

  test('the session is stored however many lists are newer', async () => {
    const client = makeClient();
    const put = (queryKey: string[], data: unknown, updatedAt: number) =>
      client
        .getQueryCache()
        .build(client, { queryKey, ...persist })
        .setData(data, { updatedAt, manual: true });
    put(['auth', 'checkUser'], { user: 'x'.repeat(4000) }, start - 1000);
    for (const list of ['a', 'b', 'c', 'd']) put(['system', list], 'x'.repeat(maxCharacters / 4), start);
    const stored = dehydrateQueries(client, start).map(({ queryKey }) => queryKey[1]);
    expect(stored).toEqual(['checkUser', 'a', 'b', 'c']);
  });

  test('the alarms of a large outage are stored up to the limit, with their total', async () => {
    const client = makeClient();
    persistCache(client, { buster, ...makePage() });
    const rows = Array.from({ length: 1000 }, (_, at) => ({ id: `a${at}`, reason: 'x'.repeat(800) }));
    await fetchRows(client, async () => ({ rows, total: 1400 }));
    await client.fetchQuery({ queryKey: ['system', 'counts'], queryFn: async () => ({ total: 5000 }), ...persist });
    await wait(1500);
    const { client: again } = await cold();
    const list = again.getQueryData<{ rows: unknown[]; total: number }>(['alarm', 'list']);
    expect(list?.total).toBe(1400);
    expect(list?.rows.length).toBeGreaterThan(100);
    expect(list?.rows).toEqual(rows.slice(0, list?.rows.length));
    expect(again.getQueryData(['system', 'counts'])).toEqual({ total: 5000 });
  });

  test('a query that cannot be stored does not affect the others', async () => {
    const client = makeClient();
    persistCache(client, { buster, ...makePage() });
    await fetchRows(client, async () => [1]);
    await client.fetchQuery({ queryKey: ['odd'], queryFn: async () => ({ call: () => 1 }), ...persist });
    await wait(1500);
    const again = await cold();
    expect(again.client.getQueryData(['alarm', 'list'])).toEqual([1]);
    expect(again.client.getQueryData(['odd'])).toBeUndefined();
  });

  test('ends with stop: clearing the client at logout writes nothing', async () => {
    const client = makeClient();
    const stop = persistCache(client, { buster, ...makePage() });
    await fetchRows(client, async () => [1]);
    stop();
    client.clear();
    await clearCache();
    await wait(10_000);
    expect(await cacheStore.values()).toEqual([]);
  });
});

describe('restoring', () => {
  const keepRows = async () => {
    const client = makeClient();
    const stop = persistCache(client, { buster, ...makePage() });
    await fetchRows(client, async () => [{ id: 'a1' }]);
    await wait(1500);
    stop();
  };
  const slowly = (): { store: KeyValueStore; go: () => void } => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const get = <T>(key: string) => gate.then(() => cacheStore.get<T>(key));
    return { store: { ...cacheStore, get }, go };
  };

  test('data of another user or version is dropped', async () => {
    await keepRows();
    expect((await cold({ buster: 'v1:u2' })).restored).toBe('empty');
    expect((await cold()).restored).toBe('empty');
  });

  test('the app starts empty when the database fails', async () => {
    const store = { ...cacheStore, get: () => Promise.reject(new Error('blocked')) };
    expect((await cold({ store })).restored).toBe('empty');
  });

  test('a slow database delays the start by at most 500 ms, and its data is added later', async () => {
    await keepRows();
    const { store, go } = slowly();
    const client = makeClient();
    let restored = '';
    const done = async () => {
      restored = await restoreCache(client, { buster, store });
    };
    void done();
    await vi.advanceTimersByTimeAsync(499);
    expect(restored).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(restored).toBe('late');
    go();
    await settle();
    expect(client.getQueryData(['alarm', 'list'])).toEqual([{ id: 'a1' }]);
  });

  test('late data never replaces a newer answer, and is not overwritten before it is read', async () => {
    await keepRows();
    const { store, go } = slowly();
    const client = makeClient();
    const restoring = restoreCache(client, { buster, store });
    persistCache(client, { buster, ...makePage() });
    await vi.advanceTimersByTimeAsync(500);
    await restoring;
    await client.fetchQuery({ queryKey: ['system', 'list'], queryFn: async () => [2], ...persist });
    await wait(1500);
    expect(JSON.stringify(await cacheStore.values())).toContain('a1');
    await fetchRows(client, async () => [{ id: 'new' }]);
    go();
    await settle();
    expect(client.getQueryData(['alarm', 'list'])).toEqual([{ id: 'new' }]);
  });

  test('data that was stored after the answer on the page replaces it', async () => {
    await keepRows();
    const client = makeClient();
    client.setQueryData(['alarm', 'list'], [{ id: 'old' }], { updatedAt: 1 });
    await restoreCache(client, { buster });
    expect(client.getQueryData(['alarm', 'list'])).toEqual([{ id: 'a1' }]);
  });

  test('a sign-out during the restore restores nothing', async () => {
    await keepRows();
    const { store, go } = slowly();
    const client = makeClient();
    const restoring = restoreCache(client, { buster, store, limitMs: 1 });
    await vi.advanceTimersByTimeAsync(1);
    await restoring;
    void clearCache({ ...cacheStore, clear: async () => undefined });
    go();
    await settle();
    expect(client.getQueryData(['alarm', 'list'])).toBeUndefined();
  });
});

describe('the stores', () => {
  test.each(['InvalidStateError', 'UnknownError'])('%s reopens the database, once', async (name) => {
    let made = 0;
    const make = () => {
      made += 1;
      const dies = made === 1;
      return async <T>() => {
        if (dies) throw new DOMException('connection lost', name);
        return 'fine' as T;
      };
    };
    expect(await reopening(make)('readonly', () => undefined)).toBe('fine');
    expect(made).toBe(2);
  });

  test('a second failure, and any other error, is reported', async () => {
    let made = 0;
    const failing = (name: string) =>
      reopening(() => {
        made += 1;
        return () => Promise.reject(new DOMException('no', name));
      });
    await expect(failing('UnknownError')('readonly', () => undefined)).rejects.toThrow('no');
    expect(made).toBe(2);
    await expect(failing('QuotaExceededError')('readonly', () => undefined)).rejects.toThrow('no');
    expect(made).toBe(3);
  });

  test('a call that hangs or fails returns the fallback', async () => {
    const hanging = withFallback(500, new Promise<string>(() => undefined), 'otherwise');
    await vi.advanceTimersByTimeAsync(500);
    expect(await hanging).toBe('otherwise');
    expect(await withFallback(500, Promise.reject(new Error('no')), 'otherwise')).toBe('otherwise');
    expect(await withFallback(500, Promise.resolve('value'), 'otherwise')).toBe('value');
  });

  test('one store does not see the records of another', async () => {
    const store = openStore('backwatch-test', 'x');
    await store.set('k', 1);
    expect(await store.get('k')).toBe(1);
    expect(await cacheStore.get('k')).toBeUndefined();
  });

  test('page and worker read each other’s state', async () => {
    await shareWithWorker({ userId: 'u1', pushKey: 'key' });
    await shareWithWorker({ installId: 'i1' });
    expect(await sharedState()).toEqual({ userId: 'u1', pushKey: 'key', installId: 'i1' });
    await saveOpenUrl('/admin/system?id=7', start);
    expect(await takeOpenUrl(start + 60_000)).toBe('/admin/system?id=7');
    expect(await takeOpenUrl(start + 60_000)).toBeNull();
  });

  test.each([
    ['too old', '/admin', 3 * 60 * 1000],
    ['not a path', 'https://evil.example', 0],
    ['another host', '//evil.example', 0],
  ])('an address that is %s is not followed', async (_name, url, age) => {
    await saveOpenUrl(url, start - age);
    expect(await takeOpenUrl(start)).toBeNull();
  });
});

test('only an explicit offline state is trusted at the start', () => {
  const setOnline = vi.fn();
  startOnline({ setOnline }, { onLine: true });
  startOnline({ setOnline }, {});
  expect(setOnline).not.toHaveBeenCalled();
  startOnline({ setOnline }, { onLine: false });
  expect(setOnline).toHaveBeenCalledExactlyOnceWith(false);
});
