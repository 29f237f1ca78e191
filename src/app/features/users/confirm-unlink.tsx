// The removal of a person from an organization by somebody who cannot add that person again: the button is held.
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';

interface ConfirmUnlinkProps {
  /** What the button does: "Remove from Acme". */
  title: string;
  call: () => Promise<unknown>;
  /** The sentence of a success. */
  done: string;
}

/** Stands in a sheet, in the place of an action with Undo. */
export function ConfirmUnlink({ title, call, done }: ConfirmUnlinkProps) {
  return (
    <>
      <p className="px-1.5 py-3 text-text2">
        <bdi className="block font-[650] text-text">{title}</bdi>
        {m.users_unlink_final()}
      </p>
      <ConfirmSheet
        hold={m.forms_remove_hold()}
        confirm={m.forms_remove_confirm()}
        failed={m.forms_not_removed()}
        onConfirm={call}
        onDone={() => flash('positive', done)}
      />
    </>
  );
}
