// A change that is saved at once: its success or failure as a flash, and the user read again.
import { errorMessage } from '#app/api/write-error-messages.ts';
import { queryClient } from '#app/api/query-client.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';

/** Reads a user again: the event of a link does not change the user. */
export const readUser = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['user', 'get', { id }] });

/** Waits for the call. `user`: the id of the user whose page shows the change. `undo`: offered after a success. */
export async function saying(call: Promise<unknown>, done: string, user: string, undo?: () => void): Promise<void> {
  try {
    await call;
    flash('positive', done, undo && { action: { word: m.actions_undo(), run: undo } });
  } catch (error) {
    flash('negative', errorMessage(error));
  }
  await readUser(user);
}
