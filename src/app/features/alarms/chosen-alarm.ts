// The alarm beside the list of a desk.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/api/client.ts';
import { isGone } from '#app/features/shell/is-gone.ts';
import { type AlarmItem, useAlarmItems } from './alarm-queries.ts';
import type { AlarmsSearch, AlarmsView } from './alarms-view.ts';

const none: readonly AlarmItem[] = [];

/**
 * Returns the alarm that the address names, else the one that was shown before without a name, else the first of the list,
 * and its place in the list; -1 for an alarm that is not in it. An alarm that leaves the list stays, with what is written
 * about it. `missing`: the query of one that is not there; no other alarm stands for it.
 *
 * @param isPaned false where the list has no pane beside it
 */
export function useChosenAlarm(view: AlarmsView, { kind, day, alarm: named }: AlarmsSearch, isPaned: boolean) {
  const list = [view.view, kind, day].join();
  const items = view.items ?? none;
  const [known, setKnown] = useState<{ list: string; item: AlarmItem; unnamed: string | undefined }>();
  const before = known?.list === list ? known : undefined;
  const id = named ?? before?.unnamed;
  const at = items.findIndex(({ alarm }) => alarm.id === id);
  const isApart = isPaned && at < 0 && id !== undefined && view.items !== undefined;
  const fetched = useQuery({ ...api.alarm.get.queryOptions({ id: id ?? '' }), enabled: isApart });
  const held = before?.item.alarm.id === id ? before?.item : undefined;
  const apart = useAlarmItems(fetched.data && [fetched.data])?.[0] ?? held;
  // Only one that nobody named may be gone for good.
  if (isApart && (apart || named !== undefined || !isGone(fetched.error)))
    return { item: apart, at, items, missing: apart ? undefined : fetched };
  const place = Math.max(0, at);
  const item = items[place];
  const unnamed = item?.alarm.id === named ? before?.unnamed : item?.alarm.id;
  if (item && (item.alarm !== before?.item.alarm || unnamed !== before?.unnamed)) setKnown({ list, item, unnamed });
  return { item, at: place, items, missing: undefined };
}
