// Two lines for a very long name in a title: the page below it says more. The whole of it stands in its tooltip.
import type { ReactNode } from 'react';

/** From so many characters on a text is a very long name, and no sentence that has to be read whole. */
export const LONG = 60;

interface Clamp {
  className?: string;
  title?: string;
}

/** Props of the element that shows a title; none for a text of usual length. */
export const clampOf = (text: ReactNode): Clamp =>
  typeof text === 'string' && text.length > LONG ? { className: 'line-clamp-2', title: text } : {};
