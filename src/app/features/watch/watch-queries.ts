// The queries of Watch. The route asks for them before the screen is drawn.
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { cachedSession } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';

/** Every alarm that is not resolved. */
export const openAlarmsQuery = api.alarm.list.queryOptions({ where: { resolvedAt: null } }, { persist: true });
/** Counts of systems by health. */
export const countsQuery = api.system.counts.queryOptions({}, { persist: true });
/** The latest backups and alarms. */
export const recentQuery = api.recent.latest.queryOptions({}, { persist: true });

/** Asks for the data of Watch that the device does not hold, as far as the signed-in person may read it. */
export function prefetchWatch(client: QueryClient): void {
  const me = cachedSession()?.user;
  if (!me) return;
  if (may(me, 'alarm.read')) void client.prefetchQuery({ ...openAlarmsQuery, staleTime: Infinity });
  if (may(me, 'system.read')) void client.prefetchQuery({ ...countsQuery, staleTime: Infinity });
  if (may(me, 'backup.read')) void client.prefetchQuery({ ...recentQuery, staleTime: Infinity });
}
