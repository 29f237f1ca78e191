// The alarms that were resolved in the last 24 hours.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { type AlarmItem, useAlarmItems } from './alarm-queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of the group; the history has the others. */
const MOST = 20;

/** The alarms resolved within a day before `now` (epoch ms), the newest first; none while not loaded. */
export function useResolvedLately(now: number): readonly AlarmItem[] {
  // The query changes once an hour, the rows with `now`.
  const from = new Date(Math.floor((now - DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
  const { data } = useQuery({
    ...api.alarm.list.queryOptions({ where: { resolvedAt: { '>=': from } }, sort: 'resolvedAt DESC', limit: MOST }),
    enabled: useCan('alarm.read'),
    placeholderData: (held) => held,
  });
  const rows = data?.rows;
  const lately = useMemo(
    () => rows?.filter(({ resolvedAt }) => resolvedAt !== null && Date.parse(resolvedAt) > now - DAY_MS),
    [rows, now],
  );
  return useAlarmItems(lately) ?? [];
}
