// The flag row: signal flag, name, reason, where and since when, one action; swipes and a long press.
import { useRef, type ReactNode } from 'react';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './swipe-row.module.css';

/** Where the row stands. `stale` is open but only remembered. */
export type SlabState = 'open' | 'queued' | 'taken' | 'snoozed' | 'stale' | 'resolved';

/** The one thing the thumb can do, with its full name for screen readers. */
export type SlabAction = { label: string; short: string; icon?: IconName; onAct: () => void };

export type SlabProps = {
  kind: MarkKind;
  name: string;
  reason: string;
  meta?: ReactNode;
  state?: SlabState;
  /** Only remembered: hatched flag, outline mark; the state still says queued or open. */
  stale?: boolean;
  /** "Mia, 01:44" or "until 07:00", for taken and snoozed rows. */
  who?: string;
  action?: SlabAction;
  /** Where a tap goes, or what it does. */
  to?: string;
  onOpen?: () => void;
  /** Whether what it stands for is shown below it. */
  expanded?: boolean;
  /** Long press or right click, with the row to anchor a sheet to. */
  onHold?: (row: HTMLElement) => void;
  onSwipeRight?: () => void;
  onSwipeLeft?: () => void;
  swipeRightLabel?: string;
  swipeLeftLabel?: string;
};

/** One row of the list of troubles; put it in Slabs. */
export function Slab(props: SlabProps) {
  const { kind, state = 'open', onSwipeRight, onSwipeLeft } = props;
  const row = useRef<HTMLDivElement>(null);
  useSwipe(row, { onRight: onSwipeRight, onLeft: onSwipeLeft });
  useLongPress(row, props.onHold);
  const quiet = state === 'taken' || state === 'snoozed';
  const stale = props.stale === true || state === 'stale';
  return (
    <li className={styles.swipe} data-state={state}>
      {onSwipeRight && <Under side="right" icon="check" label={props.swipeRightLabel} />}
      {onSwipeLeft && <Under side="left" icon="clock" label={props.swipeLeftLabel} />}
      <div ref={row} className={`${styles.row} ${quiet ? styles.quiet : ''}`}>
        <Flag kind={state === 'resolved' ? 'ok' : kind} quiet={quiet} stale={stale && state !== 'resolved'} />
        <Words {...props} />
        <Tail {...props} state={state} />
      </div>
    </li>
  );
}

/** The list the rows stand in. */
export function Slabs({ children, label }: { children: ReactNode; label?: string }) {
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

function Words({ name, reason, meta, to, onOpen, expanded }: SlabProps) {
  const Link = useLink();
  const words = (
    <>
      <span className={styles.name} data-name="">
        {name}
      </span>
      <span className={styles.reason}>{reason}</span>
      {meta && <span className={`${styles.meta} truncate`}>{meta}</span>}
    </>
  );
  return (
    <div className={styles.body}>
      {to !== undefined ? (
        <Link to={to} className={styles.go} data-row="" draggable={false} {...(onOpen && { onClick: onOpen })}>
          {words}
        </Link>
      ) : onOpen ? (
        <button type="button" className={styles.go} data-row="" aria-expanded={expanded} onClick={onOpen}>
          {words}
        </button>
      ) : (
        words
      )}
    </div>
  );
}

function Tail({ state, who, action }: SlabProps & { state: SlabState }) {
  if (state === 'taken' || state === 'snoozed')
    return who ? (
      <div className={styles.who}>
        <Icon name={state === 'taken' ? 'check' : 'moon'} size={18} />
        {who}
      </div>
    ) : null;
  // As wide as the button was: nothing moves while it stands there.
  if (state === 'resolved')
    return (
      <div className={`${styles.action} ${styles.queued}`}>
        <Icon name="check" size={26} />
        Cleared
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
