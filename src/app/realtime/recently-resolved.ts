// Alarms that were cleared a moment ago: their rows say so before they leave.
import { useSyncExternalStore } from 'react';
import type { Change } from '#contract/define.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer, Rows } from '#app/api/types.ts';

type Alarm = Answer<'alarm', 'get'>;

/** How long a row stands as cleared, ms. */
const STAYS_MS = 4000;

let cleared: readonly Alarm[] = [];
const listeners = new Set<() => void>();

function put(next: readonly Alarm[]): void {
  cleared = next;
  for (const listener of listeners) listener();
}

/** To be told of each change of an alarm before the lists are: only who saw it open sees it go. */
export function noteResolved(change: Change): void {
  if (change.verb !== 'updated' || !change.data['resolvedAt']) return;
  const rows = queryClient
    .getQueriesData<Rows<Alarm>>({ queryKey: ['alarm', 'list'] })
    .flatMap(([, list]) => list?.rows ?? []);
  const open = rows.find(({ id, resolvedAt }) => id === change.id && resolvedAt === null);
  if (!open) return;
  const alarm = { ...open, ...change.data };
  put([...cleared, alarm]);
  setTimeout(() => put(cleared.filter((one) => one !== alarm)), STAYS_MS);
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What was cleared in the last four seconds. */
export const useRecentlyResolved = (): readonly Alarm[] => useSyncExternalStore(listen, () => cleared);
