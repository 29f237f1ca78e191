// Deleting the record of a form: a quiet row at its end, and a sheet that is confirmed by holding.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { HoldButton } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { errorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import { useAllowed } from './record-allowed.ts';
import type { NamedRecord, RecordKind } from './record-kind.ts';

/** A record that may be deleted. */
export interface Deleting<R> {
  record: R;
  /** Called with the record before it is deleted, and with null when that failed: deleting takes it out of the cache. */
  onDeleting: (record: R | null) => void;
}

interface DeleteRecordProps<R extends NamedRecord> extends Deleting<R> {
  kind: Deletable<R>;
  /** Called before the page is left. */
  onDeleted: () => void;
}

type Deletable<R extends NamedRecord> = Pick<RecordKind<R, never, never, never>, 'listHref' | 'texts' | 'allows'> & {
  entity: { noun: string };
  calls: { destroy(input: { id: string }): Promise<unknown> };
};

/** The row and its sheet, for those who may; leads to the list afterwards. */
export function DeleteRecord<R extends NamedRecord>({ kind, record, onDeleting, onDeleted }: DeleteRecordProps<R>) {
  const { history } = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, name } = record;
  const { remove, removeDetail } = kind.texts();
  const destroy = async () => {
    onDeleting(record);
    await kind.calls.destroy({ id }).catch((error: unknown) => {
      onDeleting(null);
      throw error;
    });
  };
  const leave = () => {
    onDeleted();
    flash('positive', m.forms_deleted({ name }));
    history.replace(kind.listHref, undefined, { ignoreBlocker: true });
  };
  if (!useAllowed(kind, 'destroy', record)) return null;
  return (
    <>
      <Rows>
        <LinkRow icon="trash" label={<span className="text-misstext">{remove}</span>} onPress={setAnchor} />
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={m.forms_delete_title({ name })}
        detail={removeDetail(record)}
        anchor={anchor}
      >
        <DeleteSheet onDelete={destroy} onDeleted={leave} />
      </Sheet>
    </>
  );
}

interface DeleteSheetProps {
  /** The call; the sheet shows the sentence of its failure. */
  onDelete: () => Promise<unknown>;
  /** Called once the sheet has gone: leaves the page. */
  onDeleted: () => void;
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
