// The row of a trouble: signal flag, name, reason, place and time, one action; swipes and a long press.
import { useRef, type ReactNode } from 'react';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';
import * as m from '#text/messages.js';
import { useSwipe } from './use-swipe.ts';
import styles from './swipe-row.module.css';

/** The state of the row. `stale`: open, but only cached. `acknowledged`: somebody has it. */
export type SwipeRowState = 'open' | 'queued' | 'acknowledged' | 'snoozed' | 'stale' | 'resolved';

/** The button at the end of the row. `short` is visible, `label` is read by screen readers. */
export type SwipeRowAction = { label: string; short: string; icon?: IconName; onAct: () => void };

/** The text, state and actions of a row. A swipe or an action that is left out is not offered. */
export type SwipeRowProps = {
  kind: MarkKind;
  name: string;
  reason: string;
  meta?: ReactNode;
  state?: SwipeRowState;
  /** Only cached: hatched flag, outline mark. The state is still queued or open. */
  stale?: boolean;
  /** "Mia, 01:44" or "until 07:00", for acknowledged and snoozed rows. */
  who?: string;
  action?: SwipeRowAction;
  /** The target or the action of a tap. */
  to?: string;
  onOpen?: () => void;
  /** The page that it leads to is shown beside the list. */
  current?: boolean;
  /** True while the rows of a group are shown below it. */
  expanded?: boolean;
  /** Long press or right click, with the row to anchor a sheet to. */
  onHold?: (row: HTMLElement) => void;
  onSwipeRight?: () => void;
  onSwipeLeft?: () => void;
  swipeRightLabel?: string;
  swipeLeftLabel?: string;
};

/** One row of the list of troubles; put it in `SwipeRows`. */
export function SwipeRow(props: SwipeRowProps) {
  const { kind, state = 'open', onSwipeRight, onSwipeLeft } = props;
  const row = useRef<HTMLDivElement>(null);
  useSwipe(row, { onRight: onSwipeRight, onLeft: onSwipeLeft });
  useLongPress(row, props.onHold);
  const quiet = state === 'acknowledged' || state === 'snoozed';
  const stale = props.stale === true || state === 'stale';
  return (
    <li className={styles.swipe} data-state={state}>
      {onSwipeRight && <Under side="right" icon="check" label={props.swipeRightLabel} />}
      {onSwipeLeft && <Under side="left" icon="clock" label={props.swipeLeftLabel} />}
      <div ref={row} className={`${styles.row} ${quiet ? styles.quiet : ''}`}>
        <Flag kind={state === 'resolved' ? 'ok' : kind} quiet={quiet} stale={stale && state !== 'resolved'} />
        <RowText {...props} />
        <Tail {...props} state={state} />
      </div>
    </li>
  );
}

/** The list that holds the rows. */
export function SwipeRows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.list} data-rows="" aria-label={label}>
      {children}
    </ul>
  );
}

function Under({ side, icon, label }: { side: 'left' | 'right'; icon: IconName; label?: string | undefined }) {
  return (
    <div className={`${styles.under} ${styles[side]}`} aria-hidden="true">
      <span>
        <Icon name={icon} size={30} />
        {label}
      </span>
    </div>
  );
}

function RowText({ name, reason, meta, to, onOpen, expanded, current = false }: SwipeRowProps) {
  const Link = useLink();
  const text = (
    <>
      <span className={styles.name} data-name="">
        {name}
      </span>
      <span className={styles.reason}>{reason}</span>
      {meta && <span className={styles.meta}>{meta}</span>}
    </>
  );
  return (
    <div className={styles.body}>
      {to !== undefined ? (
        <Link
          to={to}
          className={styles.go}
          data-row=""
          draggable={false}
          {...(current && { 'aria-current': 'true' })}
          {...(onOpen && { onClick: onOpen })}
        >
          {text}
        </Link>
      ) : onOpen ? (
        <button type="button" className={styles.go} data-row="" aria-expanded={expanded} onClick={onOpen}>
          {text}
        </button>
      ) : (
        text
      )}
    </div>
  );
}

function Tail({ state, who, action }: SwipeRowProps & { state: SwipeRowState }) {
  if (state === 'acknowledged' || state === 'snoozed')
    return who ? (
      <div className={styles.who}>
        <Icon name={state === 'acknowledged' ? 'check' : 'moon'} size={18} />
        {who}
      </div>
    ) : null;
  // As wide as the button, so that nothing moves.
  if (state === 'resolved')
    return (
      <div className={`${styles.action} ${styles.queued}`}>
        <Icon name="check" size={26} />
        {m.lists_row_resolved()}
      </div>
    );
  if (!action) return null;
  return (
    <button
      type="button"
      className={state === 'queued' ? `${styles.action} ${styles.queued}` : styles.action}
      aria-label={action.label}
      onClick={action.onAct}
    >
      <Icon name={action.icon ?? 'check'} size={26} />
      {action.short}
    </button>
  );
}
