// The live dot: is what I see fresh?
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './live-dot.module.css';

/** Where the connection stands. */
export type LiveState = 'enrolled' | 'enrolling' | 'offline';

const words: Record<LiveState, string> = { enrolled: 'Live', enrolling: 'Joining', offline: 'Offline' };

type LiveDotProps = {
  state: LiveState;
  /** For the rail. */
  narrow?: boolean;
  onOpen: () => void;
};

/** The dot and its word; a button that opens the connection's details. */
export function LiveDot({ state, narrow = false, onOpen }: LiveDotProps) {
  return (
    <button type="button" className={cx(styles.live, narrow && styles.narrow)} data-state={state} onClick={onOpen}>
      <i />
      <span role="status">{words[state]}</span>
    </button>
  );
}
