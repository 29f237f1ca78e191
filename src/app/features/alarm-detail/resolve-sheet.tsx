// The sheet that resolves an alarm by hand, with a note.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { subjectOf } from '#app/features/alarms/alarm-subject.ts';
import { TextAreaField } from '#app/ui/form/other-fields.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useFlashIfClosed } from '#app/features/shell/use-sheet-call.tsx';
import * as m from '#text/messages.js';

interface ResolveSheetProps {
  alarm: Alarm;
  open: boolean;
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Called after it was done. */
  onDone: () => void;
}

/** Opens over the alarm: resolving cannot be undone. */
export default function ResolveSheet({ alarm, open, anchor, onClose, onDone }: ResolveSheetProps) {
  const title = m.alarms_resolve_of({ system: subjectOf(alarm) });
  return (
    <Sheet open={open} onClose={onClose} anchor={anchor} title={title} detail={m.alarms_resolve_detail()}>
      {open && <ResolveForm alarm={alarm} onDone={onDone} />}
    </Sheet>
  );
}

function ResolveForm({ alarm, onDone }: Pick<ResolveSheetProps, 'alarm' | 'onDone'>) {
  const closeThen = useCloseThen();
  const flashIfClosed = useFlashIfClosed(m.forms_not_saved());
  const form = useRequestForm({
    initial: { note: '' },
    validate: () => ({}),
    send: async ({ note }) => {
      const given = note.trim() === '' ? {} : { note: note.trim() };
      const { outcome, alarm: resolved } = await api.alarm.resolve({ id: alarm.id, ...given });
      // An alarm that was resolved before took no note.
      if (given.note !== undefined && resolved.note !== given.note)
        await api.alarm.note({ id: alarm.id, note: given.note });
      closeThen(() => {
        if (outcome === 'already') flash('info', m.shell_outbox_resolved());
        else flash('positive', m.alarms_resolved_now({ system: subjectOf(alarm) }));
        onDone();
      });
    },
    readErrors: (error) => ({ form: flashIfClosed(errorMessage(error)) }),
  });
  return (
    <RequestFields form={form}>
      <TextAreaField
        {...form.field('note')}
        label={m.alarms_note_label()}
        hint={m.alarms_note_stays()}
        maxLength={2000}
      />
      <Button kind="lamp" type="submit" wide busy={form.isBusy}>
        <Icon name="checks" />
        {m.alarms_resolve()}
      </Button>
    </RequestFields>
  );
}
