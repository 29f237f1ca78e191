// The alarm that an address names, for the sheet over a page.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import type { isHalted } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';
import type { AlarmItem } from './alarm-queries.ts';

/**
 * Returns the id of the alarm that the address of a page names, and what closes its sheet. It is taken out of the address
 * before the sheet opens: the sheet is a history entry of its own, which Back closes.
 */
export function useNamedId(
  named: string | undefined,
  from: '/admin/alarms' | '/admin/system/',
): [string | null, () => void] {
  const navigate = useNavigate({ from });
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    if (named === undefined) return;
    void navigate({ search: (before) => ({ ...before, alarm: undefined }), replace: true }).then(() => setId(named));
  }, [named, navigate]);
  return [id, useCallback(() => setId(null), [])];
}

/**
 * Returns the alarm of this id, null until it is there. It is fetched also while it is listed: one that leaves the list stays
 * open, with what is typed about it. `failed`: it will not come.
 *
 * @param isLost true if the sheet waits for the answer no longer; then a flash says so, and `close` is called
 */
export function useLinkedAlarm(
  id: string | null,
  items: readonly AlarmItem[] | undefined,
  close: () => void,
  isLost: (query: Parameters<typeof isHalted>[0]) => boolean,
): { alarm: Alarm | null; failed: boolean } {
  const listed = items?.find((item) => item.alarm.id === id)?.alarm;
  const query = useQuery({ ...api.alarm.get.queryOptions({ id: id ?? '' }), enabled: id !== null });
  const { error } = query;
  const alarm = (id === null ? null : (listed ?? query.data)) ?? null;
  const failed = id !== null && alarm === null && isLost(query);
  useEffect(() => {
    if (!failed) return;
    flash('negative', [m.alarms_not_loaded(), readErrorMessage(error ?? new ApiError(0, 'E_NETWORK'))]);
    close();
  }, [failed, error, close]);
  return { alarm, failed };
}
