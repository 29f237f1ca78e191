// The live dot: whether the page shows live data.
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './live-dot.module.css';
import * as m from '#text/messages.js';

/** The state of the live connection. */
export type LiveState = 'enrolled' | 'enrolling' | 'offline';

const labels: Record<LiveState, () => string> = {
  enrolled: m.ui_live,
  enrolling: m.ui_connecting,
  offline: m.ui_offline,
};

type LiveDotProps = {
  state: LiveState;
  /** `rail`: narrow. `beside`: next to a button, so a phone leaves the label to screen readers. */
  look?: 'rail' | 'beside';
  onOpen: () => void;
};

/** The dot and its label; a button that opens the connection's details. */
export function LiveDot({ state, look, onOpen }: LiveDotProps) {
  const [widest] = Object.values(labels)
    .map((label) => label())
    .toSorted((a, b) => b.length - a.length);
  return (
    <button
      type="button"
      className={cx(styles.live, look && styles[look])}
      data-live=""
      data-state={state}
      onClick={onOpen}
    >
      <span role="status" className={styles.place} data-widest={widest}>
        <Label key={state} state={state} />
      </span>
    </button>
  );
}

function Label({ state }: { state: LiveState }) {
  return (
    <span className={styles.label}>
      <i />
      <span className={styles.word}>{labels[state]()}</span>
    </span>
  );
}
