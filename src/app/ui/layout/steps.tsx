// Numbered steps down a line: what is done, what is now, what comes later; and cards of things to do inside one.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './steps.module.css';
import * as m from '#text/messages.js';

/** The state of a step; `now` marks the current one. */
export type StepState = 'done' | 'now' | 'later';

/** Read aloud before the title. */
const prefixes: Record<StepState, () => string> = { done: m.ui_step_done, now: () => '', later: m.ui_step_later };

/** A page of steps: a large title, a line under it. The line is announced when it changes. */
export function StepsPage({ title, line, children }: { title: ReactNode; line: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p aria-live="polite">{line}</p>
      {children}
    </div>
  );
}

/** The list that steps stand in. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

/** One step; its number is a check mark once it is done. */
export function Step(props: {
  number: number;
  state: StepState;
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}) {
  const { number, state, title, note, children } = props;
  return (
    <li className={styles.step} aria-current={state === 'now' ? 'step' : undefined}>
      <div className={styles.stepHeader}>
        <span className={cx(styles.number, state !== 'later' && styles[state])} aria-hidden="true">
          {state === 'done' ? <Icon name="check" /> : number}
        </span>
        <h2>
          {prefixes[state]() !== '' && <span className="sr-only">{prefixes[state]()} </span>}
          {title}
        </h2>
      </div>
      {note && <p>{note}</p>}
      {children}
    </li>
  );
}

/** A card of things to do by hand. */
export function HowTo({ children }: { children: ReactNode }) {
  return <ul className={styles.how}>{children}</ul>;
}

/** One thing to do; `lamp` shows the app's own icon. */
export function HowToLine({ icon, children }: { icon: IconName | 'lamp'; children: ReactNode }) {
  return (
    <li>
      <span className={cx(styles.howIcon, icon === 'lamp' && styles.lampIcon)}>
        {icon === 'lamp' ? <Lamp size={26} /> : <Icon name={icon} />}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** The progress of something: each line has the time at which it was reached, or a dot. */
export function Trail({ children }: { children: ReactNode }) {
  return <ol className={styles.trail}>{children}</ol>;
}

const pointLooks = { done: styles.reached, now: styles.awaited, failed: styles.failed, later: undefined };

/** One point of a trail. */
export function TrailPoint(props: { state: 'done' | 'now' | 'later' | 'failed'; at?: ReactNode; children: ReactNode }) {
  const { state, at, children } = props;
  const icon = state === 'done' ? 'check' : state === 'failed' ? 'x' : null;
  return (
    <li className={pointLooks[state]}>
      <i aria-hidden="true">{icon && <Icon name={icon} size={16} />}</i>
      <span>{children}</span>
      {at !== undefined && <time className="tabular-nums">{at}</time>}
    </li>
  );
}
