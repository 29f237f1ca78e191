// The typed client of the API: `api.<noun>.<call>`, made of the generated call table. Types come from the contract.
import type { DataTag, UnusedSkipTokenOptions } from '@tanstack/react-query';
import { table } from './call-table.gen.ts';
import { applyAnswer } from './apply-answer.ts';
import { ApiError, type CallError, type CommonCode } from './errors.ts';
import { type HttpRequest, type HttpResponse, request } from './http-client.ts';
import { reauthenticate } from './reauthentication.ts';
import { maxAgeMs } from '#app/offline/restore-cache.ts';
import type { Answer, CallName, ClientNoun, ErrorCode, Input } from './types.ts';

/** Abort signal, If-Match and time limit of one call. */
export interface CallOptions {
  /** Fails with `E_ABORTED` when it aborts. */
  signal?: AbortSignal;
  /** The `editedAt` of the record that was read; the call fails with status 412 if it was saved since. */
  ifMatch?: string;
  /** Fails with `E_TIMEOUT` after this time, ms. Default: no limit. */
  timeoutMs?: number;
}

/** Options of `queryOptions`. Default: the answer stays in memory. */
export interface QueryCallOptions {
  /** Stores the answer on the device, to be shown with its age when there is no connection. */
  persist?: boolean;
}

type QueryKey<I> = readonly [noun: string, call: string, input: I];
/** The input may be left out if it has no required key. */
type WithInput<I, O> = object extends I ? [input?: I, options?: O] : [input: I, options?: O];

/** One call of the contract. `A` is its answer, `E` the error codes that it declares. */
export interface Endpoint<I, A, E extends string> {
  /** Makes the call. A call that writes also merges the answered record into the cache. Throws `ApiError`. */
  (...args: WithInput<I, CallOptions>): Promise<A>;
  /** Options for `useQuery`, `fetchQuery` and the like. */
  queryOptions(
    ...args: WithInput<I, QueryCallOptions>
  ): UnusedSkipTokenOptions<A, CallError<E>, A, QueryKey<I>> & { queryKey: DataTag<QueryKey<I>, A, CallError<E>> };
  /** Options for `useMutation`; the variables are the input. */
  mutationOptions(): { mutationKey: readonly [noun: string, call: string]; mutationFn: (input: I) => Promise<A> };
  /** True if the call failed with this code, which must be one that it declares. */
  failedWith(error: unknown, code: E | CommonCode): error is CallError<E>;
}

/** The client: a function with query and mutation options for each call. */
export type Api = {
  readonly [N in ClientNoun]: {
    readonly [C in CallName<N>]: Endpoint<Input<N, C>, Answer<N, C>, ErrorCode<N, C>>;
  };
};

type Row = readonly [method: string, path: string, kind?: 'list' | 'write'];

/** Builds an object whose properties are made when they are first read. */
const lazyObject = (make: (key: string) => unknown): object => {
  const made: Record<string, unknown> = {};
  return new Proxy(made, { get: (_, key) => (made[String(key)] ??= make(String(key))) });
};

function endpointOf(noun: string, call: string): unknown {
  const row = (table as Record<string, Record<string, Row>>)[noun]?.[call];
  if (row === undefined) return undefined;
  const run = (input: object = {}, options: CallOptions = {}) => callServer(noun, call, row, input, options);
  const queryOptions = (input: object = {}, { persist = false }: QueryCallOptions = {}) => ({
    queryKey: [noun, call, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => run(input, { signal }),
    ...(persist && { gcTime: maxAgeMs, meta: { persist } }),
  });
  const mutationOptions = () => ({ mutationKey: [noun, call], mutationFn: (input: object) => run(input) });
  const failedWith = (error: unknown, code: string) => error instanceof ApiError && error.code === code;
  return Object.assign(run, { queryOptions, mutationOptions, failedWith });
}

async function callServer(noun: string, call: string, [method, path, kind]: Row, input: object, options: CallOptions) {
  const { url, rest } = fillPath(path, input);
  const { body, total } = await requestProven({ method, url, data: rest, ...options });
  if (kind === 'list' && Array.isArray(body)) return { rows: body as unknown[], total: total ?? body.length };
  // A read must not mark the lists of its noun stale.
  if (method !== 'GET' || kind === 'write') applyAnswer(noun, call, body);
  return body;
}

/** As `request`. A call that needs a fresh sign-in is repeated once the person has signed in again. */
async function requestProven(options: HttpRequest): Promise<HttpResponse> {
  try {
    return await request(options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'E_REAUTHENTICATE' || !(await reauthenticate())) throw error;
    return request(options);
  }
}

/** Puts the path parameters into the path; `rest` is the input without them. */
export function fillPath(path: string, input: object): { url: string; rest: object } {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  return { url: `/api${filled}`, rest };
}

/** The app's client: `api.system.list.queryOptions({...})`, `api.alarm.note.mutationOptions()`, `api.system.get({ id })`. */
export const api = lazyObject((noun) => lazyObject((call) => endpointOf(noun, call))) as Api;
