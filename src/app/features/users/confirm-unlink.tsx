// The removal of a person from an organization by somebody who cannot add that person again: the button is held.
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';
import * as m from '#text/messages.js';

interface ConfirmUnlinkProps {
  /** The heading, with the effect of the button: "Remove from Acme". */
  title: string;
  /** The consequence for the person. */
  note?: string;
  call: () => Promise<unknown>;
  onDone: () => void;
}

/** Stands in a sheet, in the place of an action with Undo. */
export function ConfirmUnlink({ title, note, call, onDone }: ConfirmUnlinkProps) {
  return (
    <>
      <p className="px-1.5 py-3 text-text2">
        <bdi className="block font-[650] text-text">{title}</bdi>
        {note} {m.users_unlink_final()}
      </p>
      <ConfirmSheet
        hold={m.forms_remove_hold()}
        confirm={m.forms_remove_confirm()}
        failed={m.forms_not_removed()}
        onConfirm={call}
        onDone={onDone}
      />
    </>
  );
}
