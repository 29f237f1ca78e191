// Acts: a call that changes something; its answer goes into the cache by the same road as an event.
import { derivesFrom } from './call-table.gen.ts';
import { applyChange } from '#app/realtime/apply-change.ts';
import { carry } from './http-client.ts';
import { queryClient } from './query-client.ts';
import { rowOf } from './ask.ts';
import type { Answer, CallName, Input, Noun } from './types.ts';

/** A mutation function for one call: `useMutation({ mutationFn: act('system', 'update') })`. Throws `Refused`. */
export function act<N extends Noun, C extends CallName<N>>(
  noun: N,
  call: C,
): (input: Input<N, C>) => Promise<Answer<N, C>> {
  return async (input) => {
    const [method, path] = rowOf(noun, call);
    const { body } = await carry(method, path, input as object);
    applyAnswer(noun, call, method, body);
    return body as Answer<N, C>;
  };
}

/** Puts the answer to an act into the cache: the record itself, or the one it carries under its noun. */
export function applyAnswer(noun: string, call: string, method: string, body: unknown): void {
  const record = recordIn(noun, body);
  if (record === null) return;
  const id = String(record['id']);
  if (method === 'DELETE') applyChange(queryClient, noun, { verb: 'destroyed', id, previous: record }, derivesFrom);
  else
    applyChange(queryClient, noun, { verb: call === 'create' ? 'created' : 'updated', id, data: record }, derivesFrom);
}

function recordIn(noun: string, body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  const bag = body as Record<string, unknown>;
  if (typeof bag['id'] === 'string') return bag;
  return noun in bag ? recordIn(noun, bag[noun]) : null;
}
