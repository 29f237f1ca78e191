// Deleting the record of a form: a quiet row at its end, and a sheet that is confirmed by holding.
import { useState } from 'react';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { HoldButton } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { errorMessage } from '#app/api/error-messages.ts';
import * as m from '#text/messages.js';

interface DeleteSheetProps {
  /** "Hold to delete". */
  hold: string;
  /** The button for those who cannot hold: "Yes, delete it". */
  confirm: string;
  /** The call; the sheet shows the sentence of its failure. */
  onDelete: () => Promise<unknown>;
  /** Called once the sheet has gone: leaves the page. */
  onDeleted: () => void;
}

interface DeleteRecordProps extends DeleteSheetProps {
  /** The row: "Delete retention". */
  label: string;
  /** The sheet: "Delete Standard?" */
  title: string;
  /** The data that is deleted with it. */
  detail: string;
}

/** The row and its sheet. */
export function DeleteRecord({ label, title, detail, ...sheet }: DeleteRecordProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Rows>
        <LinkRow icon="trash" label={<span className="text-misstext">{label}</span>} onPress={setAnchor} />
      </Rows>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} title={title} detail={detail} anchor={anchor}>
        <DeleteSheet {...sheet} />
      </Sheet>
    </>
  );
}

function DeleteSheet({ hold, confirm, onDelete, onDeleted }: DeleteSheetProps) {
  const closeThen = useCloseThen();
  const [state, setState] = useState({ text: '', attempt: 0, isBusy: false });
  const remove = async () => {
    setState({ ...state, isBusy: true });
    try {
      await onDelete();
      closeThen(onDeleted);
    } catch (error) {
      setState({ text: errorMessage(error), attempt: state.attempt + 1, isBusy: false });
    }
  };
  return (
    <>
      <FormErrorSummary
        errors={state.text === '' ? [] : [{ text: state.text }]}
        attempt={state.attempt}
        title={m.forms_not_deleted()}
      />
      <HoldButton confirm={confirm} busy={state.isBusy} onConfirm={() => void remove()}>
        {hold}
      </HoldButton>
    </>
  );
}
