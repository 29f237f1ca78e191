// The live dot: is what I see fresh?

/** Where the connection stands. */
export type LiveState = 'enrolled' | 'enrolling' | 'offline';

const words: Record<LiveState, string> = { enrolled: 'Live', enrolling: 'Joining', offline: 'Offline' };

/** The dot and its word; a button that tells more. */
export function LiveDot({ state, onOpen }: { state: LiveState; onOpen: () => void }) {
  return (
    <button type="button" className="live" data-state={state} onClick={onOpen}>
      <i />
      <span role="status">{words[state]}</span>
    </button>
  );
}
