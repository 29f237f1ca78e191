// Questions: a call of the contract as query options, keyed by noun, call and input.
import { queryOptions } from '@tanstack/react-query';
import { carry } from './http-client.ts';
import { table } from './call-table.gen.ts';
import type { Answer, CallName, Input, Noun } from './types.ts';

const KEPT_MS = 7 * 24 * 3600 * 1000;

interface AskOptions {
  /** Kept on the device, to be shown with its age when there is no connection. */
  persist?: boolean;
}

/** The method, path and kind of a call. */
export function rowOf<N extends Noun>(noun: N, call: CallName<N>): readonly [string, string, 'list'?] {
  const row = (table[noun] as Record<string, readonly [string, string, 'list'?]>)[call];
  if (row === undefined) throw new Error(`no such call: ${noun}.${call}`);
  return row;
}

/** Query options for one call: `useQuery(ask('alarm', 'list', { where }))`. Lists answer `{rows, total}`; throws `Refused`. */
export function ask<N extends Noun, C extends CallName<N>>(
  noun: N,
  call: C,
  input: Input<N, C> = {} as Input<N, C>,
  options: AskOptions = {},
) {
  const [method, path, kind] = rowOf(noun, call);
  const persist = options.persist === true;
  return queryOptions({
    queryKey: [noun, call, input] as const,
    queryFn: async ({ signal }): Promise<Answer<N, C>> => {
      const { body, total } = await carry(method, path, input as object, signal);
      if (kind !== 'list') return body as Answer<N, C>;
      const rows = body as unknown[];
      return { rows, total: total ?? rows.length } as Answer<N, C>;
    },
    ...(persist ? { gcTime: KEPT_MS, meta: { persist: true } } : {}),
  });
}
