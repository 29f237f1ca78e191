// A change and the query cache: what is merged, what goes stale, what is asked again.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { derivesFrom } from '#app/api/call-table.gen.ts';
import { applyChange, applyNounChange } from '#app/realtime/apply-change.ts';

const derives = { alarm: ['system'], system: ['alarm'], organization: ['system'], user: [] };
const at = (minute: number) => `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`;
const key = (noun: string, call: string, input: object = {}) => [noun, call, input];
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const isStale = (queryKey: unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
const watch = (queryKey: unknown[], queryFn: () => unknown) =>
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);

describe('a detail', () => {
  test('applies the values of a newer change and keeps the rest', () => {
    client.setQueryData(key('system', 'get', { id: 'a' }), {
      id: 'a',
      name: 'ledger-01',
      notes: 'x',
      updatedAt: at(1),
    });
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'ledger-02', updatedAt: at(2) } }, derives);
    expect(client.getQueryData(key('system', 'get', { id: 'a' }))).toEqual({
      id: 'a',
      name: 'ledger-02',
      notes: 'x',
      updatedAt: at(2),
    });
  });

  test('ignores a change that is older than the record', () => {
    client.setQueryData(key('system', 'get', { id: 'a' }), { id: 'a', name: 'new', updatedAt: at(5) });
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'old', updatedAt: at(2) } }, derives);
    expect(client.getQueryData(key('system', 'get', { id: 'a' }))).toMatchObject({ name: 'new' });
  });

  test('becomes stale if the change has no time', () => {
    client.setQueryData(key('system', 'get', { id: 'a' }), { id: 'a', updatedAt: at(1) });
    client.setQueryData(key('system', 'get', { id: 'b' }), { id: 'b', updatedAt: at(1) });
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { organization: null } }, derives);
    expect(isStale(key('system', 'get', { id: 'a' }))).toBe(true);
    expect(isStale(key('system', 'get', { id: 'b' }))).toBe(false);
  });

  test('of a destroyed record leaves the cache', () => {
    client.setQueryData(key('system', 'get', { id: 'a' }), { id: 'a', updatedAt: at(1) });
    applyChange(client, 'system', { verb: 'destroyed', id: 'a', previous: {} }, derives);
    expect(client.getQueryData(key('system', 'get', { id: 'a' }))).toBeUndefined();
  });
});

describe('a query that an event does not concern', () => {
  const old = { updatedAt: Date.now() - 3 * 86_400_000 };

  test('keeps its age and state; an affected one does not count as a newer answer', () => {
    const [mine, other, list] = [
      key('system', 'get', { id: 'a' }),
      key('system', 'get', { id: 'b' }),
      key('system', 'list', { limit: 1 }),
    ];
    client.setQueryData(mine, { id: 'a', name: 'x', updatedAt: at(1) }, old);
    client.setQueryData(other, { id: 'b', updatedAt: at(1) }, old);
    client.setQueryData(list, { rows: [{ id: 'a', updatedAt: at(1) }], total: 9 }, old);
    void client.invalidateQueries();
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'y', updatedAt: at(2) } }, derives);
    applyChange(client, 'system', { verb: 'destroyed', id: 'c', previous: {} }, derives);
    for (const queryKey of [mine, other, list])
      expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: old.updatedAt, isInvalidated: true });
    expect(client.getQueryData(mine)).toMatchObject({ name: 'y' });
  });

  test('keeps its error', async () => {
    const failed = key('system', 'get', { id: 'b' });
    client.setQueryData(failed, { id: 'b', updatedAt: at(1) }, old);
    const asked = client.fetchQuery({
      queryKey: failed,
      queryFn: () => Promise.reject(new Error('no')),
      staleTime: 0,
      retry: false,
    });
    await expect(asked).rejects.toThrow('no');
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'y', updatedAt: at(2) } }, derives);
    expect(client.getQueryState(failed)).toMatchObject({ status: 'error', dataUpdatedAt: old.updatedAt });
  });
});

describe('a list', () => {
  test('shows a newer row at once and becomes stale', () => {
    client.setQueryData(key('system', 'list'), { rows: [{ id: 'a', name: 'x', updatedAt: at(1) }], total: 1 });
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'y', updatedAt: at(2) } }, derives);
    expect(client.getQueryData(key('system', 'list'))).toMatchObject({ rows: [{ name: 'y' }] });
    expect(isStale(key('system', 'list'))).toBe(true);
  });

  test('loses a destroyed row and counts one less', () => {
    client.setQueryData(key('system', 'list'), { rows: [{ id: 'a' }, { id: 'b' }], total: 7 });
    applyChange(client, 'system', { verb: 'destroyed', id: 'a', previous: {} }, derives);
    expect(client.getQueryData(key('system', 'list'))).toEqual({ rows: [{ id: 'b' }], total: 6 });
  });

  test('becomes stale if its noun derives from the changed one, else not', () => {
    client.setQueryData(key('organization', 'list'), { rows: [], total: 0 });
    client.setQueryData(key('user', 'list'), { rows: [], total: 0 });
    client.setQueryData(key('organization', 'preview'), {});
    applyChange(client, 'system', { verb: 'created', id: 'a', data: { id: 'a' } }, derives);
    // Each asks for thousands of systems.
    expect(isStale(key('organization', 'preview'))).toBe(false);
    expect(isStale(key('organization', 'list'))).toBe(true);
    expect(isStale(key('user', 'list'))).toBe(false);
  });
});

describe('a new record', () => {
  const fresh = { id: 'n', updatedAt: '2026-11-21T03:00:00.000Z', resolvedAt: null };
  const arrives = (data: object = fresh) =>
    applyChange(client, 'alarm', { verb: 'created', id: 'n', data: data as never }, derives);
  const open = ['alarm', 'list', { where: { resolvedAt: null } }];
  const held = (queryKey: unknown[]) => client.getQueryData<{ rows: { id: string }[]; total: number }>(queryKey);

  test('appears at once in an unpaged list, once', () => {
    client.setQueryData(open, { rows: [{ id: 'a' }], total: 1 });
    arrives();
    arrives();
    expect(held(open)).toEqual({ rows: [{ id: 'a' }, fresh], total: 2 });
    expect(isStale(open)).toBe(true);
  });

  test.each([
    ['of other values', { where: { resolvedAt: 'x' } }, 1],
    ['by a rule', { where: { resolvedAt: { '!=': null } } }, 1],
    ['in an order', { where: { resolvedAt: null }, sort: 'since DESC' }, 1],
    ['of which a part is there', { where: { resolvedAt: null } }, 9],
  ])('stands in no list %s before the server says so', (_what, input, total) => {
    const queryKey = ['alarm', 'list', input];
    client.setQueryData(queryKey, { rows: [{ id: 'a' }], total });
    arrives();
    expect(held(queryKey)).toEqual({ rows: [{ id: 'a' }], total });
    expect(isStale(queryKey)).toBe(true);
  });
});

test.each([false, true])(
  'an answer that was on its way when a change came is asked again, cached before: %s',
  async (isCached) => {
    const answers: ((record: object) => void)[] = [];
    const detail = key('system', 'get', { id: 'a' });
    if (isCached) client.setQueryData(detail, { id: 'a', name: 'first', updatedAt: at(0) });
    const end = watch(detail, () => new Promise((resolve) => answers.push(resolve)));
    if (isCached) void client.refetchQueries({ queryKey: detail });
    applyChange(client, 'system', { verb: 'updated', id: 'a', data: { name: 'third', updatedAt: at(3) } }, derives);
    answers.at(-1)?.({ id: 'a', name: 'second', updatedAt: at(2) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers.length).toBeGreaterThan(1);
    answers.at(-1)?.({ id: 'a', name: 'third', updatedAt: at(3) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.getQueryData(detail)).toMatchObject({ name: 'third' });
    expect(client.getQueryState(detail)?.fetchStatus).toBe('idle');
    end();
  },
);

test('a burst of changes refetches once, and only queries on screen', async () => {
  const shown = vi.fn(() => ({ rows: [], total: 0 }));
  const hidden = vi.fn(() => ({ rows: [], total: 0 }));
  client.setQueryData(key('system', 'list'), { rows: [], total: 0 });
  client.setQueryDefaults(key('alarm', 'list'), { queryFn: hidden });
  client.setQueryData(key('alarm', 'list'), { rows: [], total: 0 });
  const end = watch(key('system', 'list'), shown);
  for (let i = 0; i < 50; i += 1)
    applyChange(client, 'system', { verb: 'created', id: `s${i}`, data: { id: `s${i}` } }, derives);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect(shown).toHaveBeenCalledTimes(1);
  expect(hidden).not.toHaveBeenCalled();
  end();
});

test.each(['user', 'userorg', 'usergroup', 'group'])(
  'a change of a %s makes the list of who would be rung stale',
  (noun) => {
    const recipients = key('alarm', 'recipients', { everywhere: true });
    client.setQueryData(recipients, []);
    applyChange(client, noun, { verb: 'destroyed', id: 'a', previous: {} }, derivesFrom);
    expect(isStale(recipients)).toBe(true);
  },
);

test('an event that names no record refetches the queries of its noun on screen, together', async () => {
  const answers = vi.fn(() => ['backup']);
  const stop = watch(key('recent', 'latest'), answers);
  await vi.advanceTimersByTimeAsync(0);
  client.setQueryData(key('organization', 'list'), { rows: [], total: 0 });
  for (let event = 0; event < 5; event += 1) applyNounChange(client, 'recent', { organization: ['recent'] });
  await vi.advanceTimersByTimeAsync(0);
  expect([answers.mock.calls.length, isStale(key('organization', 'list'))]).toEqual([2, true]);
  stop();
});
