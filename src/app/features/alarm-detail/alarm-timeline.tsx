// The timeline of one alarm, loaded with its deliveries and its history.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { Timeline } from '#app/ui/status/timeline.tsx';
import { formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { timelineOf } from './timeline-entries.ts';

interface AlarmTimelineProps {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
}

/** Every delivery and every act, and what comes next. */
export function AlarmTimeline({ alarm, now }: AlarmTimelineProps) {
  const mine = useMe()?.id ?? null;
  const deliveries = useQuery(api.alarm.deliveries.queryOptions({ id: alarm.id }));
  const history = useQuery(api.alarm.history.queryOptions({ id: alarm.id }));
  const entries = useMemo(
    () =>
      deliveries.data && history.data
        ? timelineOf({ alarm, deliveries: deliveries.data, history: history.data, now, mine })
        : null,
    [alarm, deliveries.data, history.data, now, mine],
  );
  if (entries === null) {
    const query = deliveries.data === undefined ? deliveries : history;
    return <Unanswered title={m.alarms_timeline_not_loaded()} retryKind="quiet" query={query} />;
  }
  return (
    <Timeline
      {...entries}
      label={m.alarms_timeline()}
      now={m.alarms_timeline_now({ time: formatTime(new Date(now).toISOString(), reader()) })}
    />
  );
}
