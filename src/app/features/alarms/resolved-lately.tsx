// The alarms that were resolved in the last 24 hours: a short row each, below the open ones.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { formatMoment } from '#text/format.ts';
import { type Alarm, reasonOf } from './alarm-format.ts';
import { type AlarmItem, useAlarmItems } from './alarm-queries.ts';
import { addressOf, subjectOf } from './alarm-subject.ts';

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

interface ResolvedRowProps {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
  href: string | undefined;
  current: boolean;
  onHold: (alarm: Alarm, row: HTMLElement) => void;
}

/** Mark, name, the trouble that was, and the time of its end. */
export function ResolvedRow({ alarm, now, href, current, onHold }: ResolvedRowProps) {
  const Link = useLink();
  const row = useRef<HTMLLIElement>(null);
  useLongPress(row, (element) => onHold(alarm, element));
  return (
    <li
      ref={row}
      className="border-b border-line has-aria-current:bg-s2 has-aria-current:shadow-[inset_3px_0_0_var(--lamp)]"
    >
      <Link
        to={href ?? addressOf(alarm)}
        className="flex min-h-11 flex-wrap items-center gap-x-3 px-1 py-1.5 no-underline"
        data-row=""
        draggable={false}
        {...(current && { 'aria-current': 'true' })}
      >
        <Mark kind="ok" size={19} hollow />
        <span className="line-clamp-2 min-w-0 flex-[1_1_9rem] wrap-anywhere">
          <b className="font-semibold" data-name="">
            <bdi>{subjectOf(alarm)}</bdi>
          </b>{' '}
          <span className="text-text2">{reasonOf(alarm, now)}</span>
        </span>
        <time dateTime={alarm.resolvedAt ?? ''} className="text-secondary whitespace-nowrap text-text3 tabular-nums">
          {alarm.resolvedAt && formatMoment(alarm.resolvedAt, now, reader())}
        </time>
      </Link>
    </li>
  );
}
