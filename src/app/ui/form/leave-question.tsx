// The question before unsaved changes are left or given up, with each change named.
import { useRef } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { ChangeList } from './change-list.tsx';
import { summaryId, useFormContext } from './form-context.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import * as m from '#text/messages.js';

/** Asks at every way out while the form has changes; `holds` returns false once nothing may hold the page. */
export function LeaveQuestion({ holds, onUnload }: { holds: () => boolean; onUnload: () => void }) {
  const { isDirty, changes, formId } = useFormContext();
  const guard = useLeaveGuard(() => isDirty && holds(), onUnload);
  const failed = useRef(false);
  // The changes as they stood: after saving, while the sheet goes, there are none.
  const asked = useRef(changes);
  if (isDirty) asked.current = changes;
  return (
    <Sheet
      open={guard.isAsked}
      onClose={guard.stay}
      title={m.forms_leave()}
      detail={m.forms_leave_detail({ count: asked.current.length })}
      returnFocus={() => (failed.current ? document.getElementById(summaryId(formId)) : null)}
    >
      <ChangeList changes={asked.current} />
      <LeaveButtons count={asked.current.length} onLeave={guard.leave} onFailed={(now) => (failed.current = now)} />
    </Sheet>
  );
}

type LeaveButtonsProps = { count: number; onLeave: () => void; onFailed: (failed: boolean) => void };

function LeaveButtons({ count, onLeave, onFailed }: LeaveButtonsProps) {
  const { submit, discard, isSaving } = useFormContext();
  const closeThen = useCloseThen();
  const save = async () => {
    const isSaved = await submit(true);
    onFailed(!isSaved);
    closeThen(() => isSaved && onLeave());
  };
  const give = () =>
    closeThen(() => {
      discard();
      onLeave();
    });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
      <Button kind="quiet" wide className="text-misstext" onPress={give}>
        {m.forms_discard_all({ count })}
      </Button>
      <div data-focus-first="" className="grid">
        <Button kind="quiet" wide onPress={() => closeThen(() => undefined)}>
          {m.actions_keep_editing()}
        </Button>
      </div>
      <div className="col-span-full grid">
        <Button kind="lamp" wide size="large" busy={isSaving} onPress={() => void save()}>
          {m.forms_save_and_leave()}
        </Button>
      </div>
    </div>
  );
}

/** The button that takes the other side of a merge: "Take Mara’s" where the person is known. */
export const takeTheirs = (name: string | null): string =>
  name === null ? m.forms_take_theirs() : m.forms_take_theirs_of({ name });

interface TakeTheirsProps {
  open: boolean;
  /** The first name of the other person, where it is known. */
  name: string | null;
  onClose: () => void;
}

/** Asks before the own changes are thrown away. */
export function TakeTheirsQuestion({ open, name, onClose }: TakeTheirsProps) {
  const { changes } = useFormContext();
  const title = name === null ? m.forms_take_theirs_title() : m.forms_take_theirs_title_of({ name });
  return (
    <Sheet open={open} onClose={onClose} title={title} detail={m.forms_take_theirs_detail()}>
      <ChangeList changes={changes} />
      <TakeTheirsButtons count={changes.length} />
    </Sheet>
  );
}

function TakeTheirsButtons({ count }: { count: number }) {
  const { discard } = useFormContext();
  const closeThen = useCloseThen();
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
      <Button kind="quiet" wide className="text-misstext" onPress={() => closeThen(discard)}>
        {m.forms_discard_all({ count })}
      </Button>
      <div data-focus-first="" className="grid">
        <Button kind="quiet" wide onPress={() => closeThen(() => undefined)}>
          {m.actions_keep_editing()}
        </Button>
      </div>
    </div>
  );
}
