// The keys of a pane, at its foot: for hands on a keyboard.
import { Fragment } from 'react';

/** Keys and the action that they do. */
export interface KeyHintEntry {
  readonly keys: readonly string[];
  readonly action: string;
}

/** One line of keys; hidden where no fine pointer is, since such a device rarely has a keyboard. */
export function KeyHints({ label, hints }: { label: string; hints: readonly KeyHintEntry[] }) {
  return (
    <ul
      aria-label={label}
      className="hidden flex-none flex-wrap gap-x-5 gap-y-1 border-t border-line bg-deep px-4 py-2 text-[0.8125rem] text-text3 pointer-fine:flex"
    >
      {hints.map(({ keys, action }) => (
        <li key={action} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <Fragment key={key}>
              <kbd className="rounded-md px-1.5 ring-1 ring-edge ring-inset">{key}</kbd>
            </Fragment>
          ))}
          {action}
        </li>
      ))}
    </ul>
  );
}
