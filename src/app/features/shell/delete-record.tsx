// Deleting the record of a form: a quiet row at its end, and a sheet that is confirmed by holding.
import { useState } from 'react';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { HoldButton } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { errorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import * as m from '#text/messages.js';

interface DeleteSheetProps {
  /** The call; the sheet shows the sentence of its failure. */
  onDelete: () => Promise<unknown>;
  /** Called once the sheet has gone: leaves the page. */
  onDeleted: () => void;
}

interface DeleteRecordProps extends DeleteSheetProps {
  /** The row: "Delete retention". */
  label: string;
  name: string;
  /** What goes with it, or what stands in the way. */
  detail: string;
}

/** The row and its sheet. */
export function DeleteRecord({ label, name, detail, ...sheet }: DeleteRecordProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Rows>
        <LinkRow icon="trash" label={<span className="text-misstext">{label}</span>} onPress={setAnchor} />
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={m.forms_delete_title({ name })}
        detail={detail}
        anchor={anchor}
      >
        <DeleteSheet {...sheet} />
      </Sheet>
    </>
  );
}

const failureText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'E_IN_USE' ? m.forms_in_use() : errorMessage(error);

function DeleteSheet({ onDelete, onDeleted }: DeleteSheetProps) {
  const closeThen = useCloseThen();
  const [state, setState] = useState({ text: '', attempt: 0, isBusy: false });
  const remove = async () => {
    setState({ ...state, isBusy: true });
    try {
      await onDelete();
      closeThen(onDeleted);
    } catch (error) {
      setState({ text: failureText(error), attempt: state.attempt + 1, isBusy: false });
    }
  };
  return (
    <>
      <FormErrorSummary
        errors={state.text === '' ? [] : [{ text: state.text }]}
        attempt={state.attempt}
        title={m.forms_not_deleted()}
      />
      <HoldButton confirm={m.forms_delete_confirm()} busy={state.isBusy} onConfirm={() => void remove()}>
        {m.forms_delete_hold()}
      </HoldButton>
    </>
  );
}
