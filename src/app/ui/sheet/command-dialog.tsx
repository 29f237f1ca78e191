// The dialog of a search: the whole screen of a phone, 880 px in the middle of a desk.
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { CloseSheetContext } from './sheet-context.ts';
import { useBackCloses } from './sheet-history.ts';
import css from './command-dialog.module.css';
import frame from './dialog-host.module.css';

interface CommandDialogProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Open while it is mounted. Escape, Back and a press beside it close it; the focus returns where it was. */
export function CommandDialog({ label, onClose, children }: CommandDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeThen = useBackCloses(true, onClose);
  useEffect(() => {
    const returnsTo = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => {
      element?.close();
      if (returnsTo instanceof HTMLElement) returnsTo.focus({ preventScroll: true });
    };
  }, []);
  const cancel = (e: SyntheticEvent) => {
    e.preventDefault();
    onClose();
  };
  return (
    <CloseSheetContext value={closeThen}>
      <dialog ref={dialog} className={frame['host']} aria-label={label} onCancel={cancel}>
        <div className={frame['scrim']} role="presentation" onClick={onClose} />
        <div className={css['panel']}>{children}</div>
      </dialog>
    </CloseSheetContext>
  );
}
