// The properties of a sheet, and the contexts that its parts share.
import { createContext, useContext, type ReactNode } from 'react';

/** The properties of a sheet. */
export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  detail?: ReactNode;
  /** A flag or icon beside the title. */
  badge?: ReactNode;
  /** The element that opened it: on a desk the sheet stands beside it, and focus returns to it. */
  anchor?: HTMLElement | null;
  /** Waits for an answer: only its own buttons and Back close it. */
  required?: boolean;
  /** The element that takes focus afterwards; null for the one that had it before. */
  returnFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** The function by which a part of a sheet closes it; the default runs its callback at once. */
export const CloseSheetContext = createContext<(then: () => void) => void>((then) => then());

/** Inside a sheet: close it, and then, with its history entry gone, do this. */
export function useCloseThen(): (then: () => void) => void {
  return useContext(CloseSheetContext);
}

/** Drawn above every sheet: the flash, which behind it would be neither seen nor spoken. */
export const OverSheetContext = createContext<ReactNode>(null);
