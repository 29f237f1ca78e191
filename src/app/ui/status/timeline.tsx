// A timeline: entries above the line happened, outlined entries below it are still to come.
import { Fragment, type ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import styles from './timeline.module.css';

/** `raised` and `trouble` are solid, `key` is what a person decided. */
export type TimelineLook = 'plain' | 'key' | 'raised' | 'trouble';

/** One entry. `time` is written out; `iso` is the moment for machines. */
export interface TimelineEntry {
  readonly id: string;
  readonly iso: string;
  readonly time: string;
  readonly icon: IconName;
  readonly look: TimelineLook;
  readonly text: ReactNode;
  /** Words of a person. */
  readonly quote?: string | undefined;
  /** At the end of the line: the time that had passed. */
  readonly end?: string | undefined;
}

interface TimelineProps {
  label: string;
  past: readonly TimelineEntry[];
  ahead: readonly TimelineEntry[];
  /** Stands on the line between both. */
  now: string;
}

/** Entries in their order, the line of now, and the entries ahead. */
export function Timeline({ label, past, ahead, now }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {past.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {ahead.length > 0 && (
        <Fragment>
          <li className={styles.now}>
            <span>{now}</span>
          </li>
          {ahead.map((entry) => (
            <Entry key={entry.id} entry={entry} isAhead />
          ))}
        </Fragment>
      )}
    </ol>
  );
}

function Entry({ entry, isAhead = false }: { entry: TimelineEntry; isAhead?: boolean }) {
  const { iso, time, icon, look, text, quote, end } = entry;
  return (
    <li data-look={look} {...(isAhead && { 'data-ahead': '' })}>
      <time dateTime={iso}>{time}</time>
      <span className={styles.node}>
        <Icon name={icon} size={15} />
      </span>
      <p>
        {text}
        {quote !== undefined && (
          <q>
            <bdi>{quote}</bdi>
          </q>
        )}
      </p>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </li>
  );
}
