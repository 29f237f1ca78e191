// An alarm that was resolved lately, as a short row.
import { useRef } from 'react';
import { reader } from '#app/device/reader.ts';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { formatMoment } from '#text/format.ts';
import { reasonOf } from './alarm-format.ts';
import type { RowParts } from './alarm-list.tsx';
import { addressOf, subjectOf } from './alarm-subject.ts';

/** Mark, name, the trouble that was, and the time of its end. */
export default function ResolvedRow({ alarm, now, href, current, onHold }: RowParts) {
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
