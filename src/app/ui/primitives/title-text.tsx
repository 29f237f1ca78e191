// The text of a title: a very long name takes two lines until it is pressed, as a touch screen shows no tooltip.
import { useState, type ReactNode } from 'react';
import { LONG, clampOf } from './clamp.ts';
import { cx } from './cx.ts';

/** The text of a title. A very long one is a button that unfolds it, and folds it again. */
export function TitleText({ text }: { text: ReactNode }) {
  return typeof text === 'string' && text.length > LONG ? <LongText key={text} text={text} /> : text;
}

function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const clamp = clampOf(text);
  return (
    <button
      type="button"
      title={clamp.title}
      aria-expanded={isOpen}
      className="block min-h-11 w-full text-start"
      onClick={() => setOpen(!isOpen)}
    >
      <span className={cx('wrap-anywhere', isOpen ? 'block' : clamp.className)}>{text}</span>
    </button>
  );
}
