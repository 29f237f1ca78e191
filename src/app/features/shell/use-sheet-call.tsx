// The call of a sheet: the sheet closes once it was done, and a failure is seen also where the person closed it meanwhile.
import { type ReactNode, useState } from 'react';
import { flash } from '#app/device/flash.ts';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { useIsMounted } from '#app/ui/hooks/use-is-mounted.ts';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';

/** Returns a function that flashes the sentence of a failure, under `failed`, if the sheet was closed. It returns the sentence. */
export function useFlashIfClosed(failed: string): (text: string) => string {
  const isMounted = useIsMounted();
  return (text) => {
    if (!isMounted.current) flash('negative', [failed, text]);
    return text;
  };
}

interface SheetCall {
  isBusy: boolean;
  /** The failure of the last call, to be drawn in the sheet. */
  failure: ReactNode;
  /** Calls, closes the sheet, and then calls `onDone`. */
  run: (call: () => Promise<unknown>, onDone: () => void) => Promise<void>;
}

/** `failed`: the heading of a failure, "Not deleted". */
export function useSheetCall(failed: string): SheetCall {
  const closeThen = useCloseThen();
  const flashIfClosed = useFlashIfClosed(failed);
  const [{ text, attempt, isBusy }, setState] = useState({ text: '', attempt: 0, isBusy: false });
  return {
    isBusy,
    failure: <FormErrorSummary errors={text === '' ? [] : [{ text }]} attempt={attempt} title={failed} />,
    run: async (call, onDone) => {
      setState({ text, attempt, isBusy: true });
      try {
        await call();
        closeThen(onDone);
      } catch (error) {
        setState({ text: flashIfClosed(errorMessage(error)), attempt: attempt + 1, isBusy: false });
      }
    },
  };
}
