// Alarms that were resolved a moment ago: lists show them for a few seconds before the rows disappear.
import type { Change } from '#contract/define.ts';
import { createStore } from '#app/device/create-store.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer, Rows } from '#app/api/types.ts';

type Alarm = Answer<'alarm', 'get'>;

/** A row is shown as resolved for this time, ms. */
const STAYS_MS = 4000;

const resolved = createStore<readonly Alarm[]>([]);

/** Call it with each change of an alarm before the lists change: only alarms that a list showed as open count. */
export function noteResolved(change: Change): void {
  if (change.verb !== 'updated' || !change.data['resolvedAt']) return;
  const rows = queryClient
    .getQueriesData<Rows<Alarm>>({ queryKey: ['alarm', 'list'] })
    .flatMap(([, list]) => list?.rows ?? []);
  const open = rows.find(({ id, resolvedAt }) => id === change.id && resolvedAt === null);
  if (!open) return;
  const alarm = { ...open, ...change.data };
  resolved.set([...resolved.get(), alarm]);
  setTimeout(() => resolved.set(resolved.get().filter((one) => one !== alarm)), STAYS_MS);
}

/** The alarms that were resolved in the last four seconds. */
export const useRecentlyResolved = (): readonly Alarm[] => resolved.use();
