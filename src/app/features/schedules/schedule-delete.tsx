// Deleting a schedule: held for a second, on a sheet that says what is lost and what stands in the way.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import { useFormContext } from '#app/ui/form/form-context.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import type { Schedule } from './schedule-text.ts';

/** The button and its sheet. */
export function DeleteSchedule({ schedule }: { schedule: Schedule }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { name, systems } = schedule;
  return (
    <div className="px-4 pt-4 pb-6">
      <Button kind="danger" wide onPress={setAnchor}>
        {m.schedules_delete()}
      </Button>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={m.schedules_delete_title({ name })}
        detail={systems > 0 ? m.schedules_delete_in_use({ count: systems }) : m.schedules_delete_detail()}
        anchor={anchor}
      >
        <HoldToDelete schedule={schedule} />
      </Sheet>
    </div>
  );
}

function HoldToDelete({ schedule: { id, name } }: { schedule: Schedule }) {
  const { history } = useRouter();
  const { discard } = useFormContext();
  const closeThen = useCloseThen();
  const remove = async () => {
    try {
      await api.schedule.destroy({ id });
    } catch (error) {
      const inUse = api.schedule.destroy.failedWith(error, 'E_IN_USE');
      return flash('negative', inUse ? m.schedules_in_use() : errorMessage(error));
    }
    discard();
    flash('positive', m.schedules_deleted({ name }));
    history.replace('/admin/schedules', undefined, { ignoreBlocker: true });
  };
  // The sheet goes first: its history entry must not outlive the page of the schedule.
  return (
    <HoldButton confirm={m.schedules_confirm_delete()} onConfirm={() => closeThen(() => void remove())}>
      {m.schedules_hold_delete()}
    </HoldButton>
  );
}
