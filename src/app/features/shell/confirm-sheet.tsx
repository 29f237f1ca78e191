// The inside of a sheet that asks before something irreversible: holding the button confirms, on a desk typing the name.
import { useState } from 'react';
import { TextField } from '#app/ui/form/field.tsx';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { useSheetCall } from './use-sheet-call.tsx';

interface ConfirmSheetProps {
  /** The button to hold: "Hold to delete". */
  hold: string;
  /** The button for those who cannot hold, and after typing: "Yes, delete it". */
  confirm: string;
  /** The heading of a failure: "Not deleted". */
  failed: string;
  /** The call; the sheet stays open and shows the sentence of its failure. */
  onConfirm: () => Promise<unknown>;
  /** Called once the sheet has gone. */
  onDone: () => void;
  /** The name to type, in the place of holding the button. */
  typed?: string | undefined;
}

/** Confirms, calls, and closes. */
export function ConfirmSheet({ hold, confirm, failed, onConfirm, onDone, typed }: ConfirmSheetProps) {
  const { isBusy, failure, run } = useSheetCall(failed);
  const shared = { confirm, busy: isBusy, onConfirm: () => void run(onConfirm, onDone) };
  return (
    <>
      {failure}
      {typed === undefined ? <HoldButton {...shared}>{hold}</HoldButton> : <TypedName name={typed} {...shared} />}
    </>
  );
}

interface ConfirmDeleteProps<R> extends Pick<ConfirmSheetProps, 'onDone' | 'typed'> {
  record: R;
  destroy: () => Promise<unknown>;
  /** Gets the record before the call, which takes it out of the cache, and null if it was not deleted. */
  onDeleting: (record: R | null) => void;
  /** Default: "Yes, delete it". */
  confirm?: string;
}

/** Confirms that a record is deleted. */
export function ConfirmDelete<R>({ record, destroy, onDeleting, confirm, ...rest }: ConfirmDeleteProps<R>) {
  const onConfirm = async () => {
    onDeleting(record);
    await destroy().catch((error: unknown) => {
      onDeleting(null);
      throw error;
    });
  };
  return (
    <ConfirmSheet
      {...rest}
      hold={m.forms_delete_hold()}
      confirm={confirm ?? m.forms_delete_confirm()}
      failed={m.forms_not_deleted()}
      onConfirm={onConfirm}
    />
  );
}

interface TypedNameProps {
  name: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
}

function TypedName({ name, confirm, busy, onConfirm }: TypedNameProps) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const isSame = text.trim() === name.trim();
  return (
    <form
      className="[--field-inset:0px]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) onConfirm();
        setTried(true);
      }}
    >
      <TextField
        label={m.forms_delete_type({ name })}
        error={tried && !isSame ? m.forms_delete_type_wrong() : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      <Button kind="danger" type="submit" wide size="large" busy={busy}>
        {confirm}
      </Button>
    </form>
  );
}
