// A note on an alarm. Apart from the other actions, since no list needs it before its first paint.
import { flash } from '#app/device/flash.ts';
import { addActions } from '#app/offline/outbox-store.ts';
import * as m from '#text/messages.js';
import { actionOn, report } from './alarm-actions.ts';
import type { NamedAlarm } from './alarm-subject.ts';

/** Adds a note through the outbox. Resolves to false if this device could not store it. */
export async function addNote(alarm: NamedAlarm, note: string): Promise<boolean> {
  try {
    const added = await addActions([actionOn(alarm, 'note', { note })]);
    void report(added, { later: m.alarms_note_later(), done: m.alarms_note_saved() });
    return true;
  } catch {
    flash('negative', m.alarms_not_stored());
    return false;
  }
}
