// The typed client: how a call becomes a request, what it answers, and how it fails.
// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { checkRequest } from '#app/api/check-request.ts';
import { ApiError } from '#app/api/errors.ts';
import { provideReauthentication } from '#app/api/reauthentication.ts';
import { request } from '#app/api/http-client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { provideSocketId } from '#app/realtime/socket-id.ts';

const id = '0193a1b2-0000-7000-8000-000000000001';
const system = { id, name: 'mail-gw', updatedAt: '2026-11-21T02:00:00.000Z' };
const renamed = { ...system, name: 'mail-gw-2', updatedAt: '2026-11-21T03:00:00.000Z' };
const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const lastRequest = () => {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url, ...init, headers: init?.headers as Record<string, string> };
};
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
};

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  document.cookie = 'XSRF-TOKEN=abc';
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  provideSocketId(() => null);
  vi.unstubAllGlobals();
});

describe('a call that needs a fresh sign-in', () => {
  const stale = () => answer({ code: 'E_REAUTHENTICATE', message: 'x' }, 403);

  test('is repeated once the person has proven who they are; calls at the same time ask once', async () => {
    fetched.mockResolvedValueOnce(stale()).mockResolvedValueOnce(stale());
    fetched.mockImplementation(() => Promise.resolve(answer(system)));
    const prompt = vi.fn(async () => true);
    const stop = provideReauthentication(prompt);
    const both = await Promise.all([api.system.update({ id, name: 'a' }), api.system.update({ id, name: 'b' })]);
    expect([both.length, prompt.mock.calls.length, fetched.mock.calls.length]).toEqual([2, 1, 4]);
    expect(fetched.mock.calls.map(([, init]) => init?.body).toSorted()).toEqual([
      '{"name":"a"}',
      '{"name":"a"}',
      '{"name":"b"}',
      '{"name":"b"}',
    ]);
    stop();
  });

  test('fails as it was answered where the person declines, the sheet cannot be loaded, or nobody can ask', async () => {
    fetched.mockImplementation(() => Promise.resolve(stale()));
    for (const prompt of [async () => false, () => Promise.reject(new Error('offline'))]) {
      const stop = provideReauthentication(prompt);
      expect((await failure(api.system.update({ id, name: 'a' }))).code).toBe('E_REAUTHENTICATE');
      stop();
    }
    expect((await failure(api.system.update({ id, name: 'a' }))).code).toBe('E_REAUTHENTICATE');
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('is repeated once only', async () => {
    fetched.mockImplementation(() => Promise.resolve(stale()));
    const prompt = vi.fn(async () => true);
    const stop = provideReauthentication(prompt);
    expect((await failure(api.system.update({ id, name: 'a' }))).code).toBe('E_REAUTHENTICATE');
    expect([prompt.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 2]);
    stop();
  });
});

describe('a call becomes a request', () => {
  test('with path parameters in the path and the rest in the query of a GET', async () => {
    fetched.mockResolvedValue(answer([system], 200, { 'X-Total-Count': '42' }));
    const page = await api.system.list({ where: { active: true }, limit: 1 });
    expect(page).toEqual({ rows: [system], total: 42 });
    expect(lastRequest().url).toBe(`/api/system?where=${encodeURIComponent('{"active":true}')}&limit=1`);
    expectTypeOf(page.rows[0]?.name).toEqualTypeOf<string | undefined>();
  });

  test('with the rest in the body of any other method, and the anti-forgery header', async () => {
    fetched.mockResolvedValue(answer(system));
    await api.system.update({ id, name: 'mail-gw' });
    expect(lastRequest()).toMatchObject({ url: `/api/system/${id}`, method: 'PATCH', body: '{"name":"mail-gw"}' });
    expect(lastRequest().headers).toMatchObject({ 'X-XSRF-TOKEN': 'abc', 'Content-Type': 'application/json' });
  });

  test('with the id of the live socket while it is subscribed', async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(system)));
    await api.system.get({ id });
    expect(lastRequest().headers).not.toHaveProperty('X-Socket-Id');
    provideSocketId(() => 'socket-1');
    await api.system.get({ id });
    expect(lastRequest().headers).toMatchObject({ 'X-Socket-Id': 'socket-1' });
  });

  test('with If-Match when the caller read the record', async () => {
    fetched.mockResolvedValue(answer(system));
    await api.system.update({ id, name: 'x' }, { ifMatch: '2026-11-21T02:00:00.000Z' });
    expect(lastRequest().headers).toMatchObject({ 'If-Match': '"2026-11-21T02:00:00.000Z"' });
  });

  test('once more with the new cookie after E_CSRF', async () => {
    fetched.mockResolvedValueOnce(answer({ code: 'E_CSRF' }, 403)).mockResolvedValueOnce(answer(system));
    expect(await api.system.get({ id })).toEqual(system);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('and does not compile with a call, an input or an error code that the contract does not know', () => {
    // @ts-expect-error no such call
    expect(api.system.nothing).toBeUndefined();
    // @ts-expect-error the id is missing
    void (() => api.system.get({}));
    // @ts-expect-error a setting that a system does not have
    void (() => api.system.update({ id, colour: 'red' }));
    // @ts-expect-error a code that this call does not declare
    expect(api.system.get.failedWith(new ApiError(409, 'E_RESOLVED'), 'E_NO_CLIENT')).toBe(false);
    expect(api.alarm.act.failedWith(new ApiError(409, 'E_RESOLVED'), 'E_RESOLVED')).toBe(true);
  });
});

describe('an answer', () => {
  test('to a query is keyed by noun, call and input', () => {
    const options = api.recent.latest.queryOptions({}, { persist: true });
    expect(options.queryKey).toEqual(['recent', 'latest', {}]);
    expect(options.meta).toEqual({ persist: true });
    expect(api.recent.latest.queryOptions().meta).toBeUndefined();
  });

  test('to a write is merged into the cache, by a mutation and by a plain call', async () => {
    const { queryKey } = api.system.get.queryOptions({ id });
    queryClient.setQueryData<unknown>(queryKey, system);
    fetched.mockResolvedValue(answer(renamed));
    await api.system.update.mutationOptions().mutationFn({ id, name: 'mail-gw-2' });
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ name: 'mail-gw-2' });
    fetched.mockResolvedValue(answer({ ...renamed, name: 'mail-gw-3', updatedAt: '2026-11-21T04:00:00.000Z' }));
    await api.system.rescanAlarm({ id });
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ name: 'mail-gw-3' });
  });

  test('to a read leaves lists as they are', async () => {
    const { queryKey } = api.system.list.queryOptions({});
    queryClient.setQueryData<unknown>(queryKey, { rows: [system], total: 1 });
    fetched.mockResolvedValue(answer(renamed));
    await api.system.get({ id });
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });
});

describe('a call fails', () => {
  test('with the error of the server, its issues, and the newer record of a 412', async () => {
    const issues = [{ path: 'name', code: 'too_long', max: 200 }];
    fetched.mockResolvedValueOnce(
      answer({ code: 'E_INVALID_VALUES_TO_SET', details: ['name: too long'], issues }, 400),
    );
    expect(await failure(api.system.update({ id }))).toMatchObject({
      status: 400,
      details: ['name: too long'],
      issues,
    });
    const editedBy = { id, name: 'Ruth Okafor' };
    fetched.mockResolvedValueOnce(answer({ code: 'E_CHANGED', record: renamed, editedBy }, 412));
    expect(await failure(api.system.update({ id }))).toMatchObject({ status: 412, current: renamed, editedBy });
  });

  test('without an answer, a write that was sent is told apart from one that never was', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure(api.system.update({ id, name: 'mail-gw-2' }))).toMatchObject({ code: 'E_DISCONNECTED' });
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    expect(await failure(api.system.update({ id, name: 'mail-gw-2' }))).toMatchObject({ code: 'E_NETWORK' });
  });

  test('without an answer, each reason with its own code', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failure(api.system.counts())).toMatchObject({
      status: 0,
      code: 'E_NETWORK',
      message: 'Network Error',
    });
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const controller = new AbortController();
    const aborted = failure(api.system.counts({}, { signal: controller.signal }));
    controller.abort();
    expect(await aborted).toMatchObject({ status: 0, code: 'E_ABORTED', message: 'Request aborted' });
    const late = await failure(api.system.counts({}, { timeoutMs: 5 }));
    expect(late).toMatchObject({ status: 0, code: 'E_TIMEOUT', message: 'timeout of 5ms exceeded' });
  });

  test('but not by time alone: an answer after a minute is used', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(answer(system)), 60_000)));
    const observer = new QueryObserver(queryClient, api.system.get.queryOptions({ id }));
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(observer.getCurrentResult().data).toEqual(system);
    stop();
  });

  test('when the answer is not JSON, as behind a sign-in page of a hotel', async () => {
    fetched.mockResolvedValue(new Response('<html>'));
    expect(await failure(api.system.counts())).toMatchObject({ code: 'E_BAD_ANSWER' });
  });
});

describe('a malformed request', () => {
  const good = { method: 'GET', url: '/api/system' };
  test.each<[string, object]>([
    ['Invalid or missing URL!', { ...good, url: 7 }],
    ['Invalid `method` provided', { ...good, method: 7 }],
    ['Invalid `headers` provided', { ...good, headers: { a: 7 } }],
    ['Invalid `params` provided', { ...good, params: 'a=1' }],
    ['Invalid `data` provided', { ...good, data: 'a=1' }],
    ['Cannot specify both `params` and `data`!', { ...good, params: {}, data: {} }],
  ])('%s', async (message, options) => {
    expect(() => checkRequest(options as Parameters<typeof checkRequest>[0])).toThrow(message);
    await expect(request(options as Parameters<typeof request>[0])).rejects.toThrow(message);
    expect(fetched).not.toHaveBeenCalled();
  });
});
