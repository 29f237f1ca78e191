// The live dot: is what I see fresh?

/** Where the connection stands. */
export type LiveState = 'enrolled' | 'enrolling' | 'offline';

const words: Record<LiveState, string> = { enrolled: 'Live', enrolling: 'Joining', offline: 'Offline' };

/** The dot and its word; with `onOpen` it is a button that tells more. */
export function LiveDot({ state, onOpen }: { state: LiveState; onOpen?: () => void }) {
  const inner = (
    <>
      <i />
      <span role="status">{words[state]}</span>
    </>
  );
  if (!onOpen)
    return (
      <span className="live" data-state={state}>
        {inner}
      </span>
    );
  return (
    <button type="button" className="live" data-state={state} onClick={onOpen}>
      {inner}
    </button>
  );
}
