// Puts the answer to a write into the query cache, through the same function as live events.
import { derivesFrom } from './call-table.gen.ts';
import { queryClient } from './query-client.ts';
import type { Change } from '#contract/define.ts';
import { applyChange } from '#app/realtime/apply-change.ts';

/** Merges the answered record: the answer itself, or the record that it carries under its noun. */
export function applyAnswer(noun: string, call: string, body: unknown): void {
  const record = recordIn(noun, body);
  if (record === null) return;
  const id = String(record['id']);
  const change: Change = call.startsWith('destroy')
    ? { verb: 'destroyed', id, previous: record }
    : { verb: call === 'create' ? 'created' : 'updated', id, data: record };
  applyChange(queryClient, noun, change, derivesFrom);
}

function recordIn(noun: string, body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  if (typeof fields['id'] === 'string') return fields;
  return noun in fields ? recordIn(noun, fields[noun]) : null;
}
