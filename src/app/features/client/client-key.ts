// The key of a client: read from the server each time it is needed, never cached.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { cachedSession } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';

/** The record that a client is bound to. */
export interface KeyOwner {
  noun: 'system' | 'organization';
  id: string;
  name: string;
  organizationId: string;
}

/** The key; reading it is recorded in the activity. */
export const readClientKey = async ({ noun, id }: KeyOwner): Promise<string> => (await api[noun].clientKey({ id })).key;

/** The address that clients connect to. */
export const serverAddress = (): string => cachedSession()?.secureUrl ?? window.location.origin;

/** The line that starts a client; `key` stands in it as given. */
export const clientCommand = (key: string): string =>
  [`BACKWATCH_KEY=${key}`, 'npm', 'run', 'client', '--', '--server', serverAddress(), '--root', '/var/backups'].join(
    ' ',
  );

/** Copies the key, or what `text` makes of it; answers whether that worked. */
export async function copyKey(owner: KeyOwner, text = (key: string) => key): Promise<boolean> {
  try {
    const key = await readClientKey(owner);
    await navigator.clipboard.writeText(text(key));
    return true;
  } catch (error) {
    flash('negative', error instanceof DOMException ? m.client_copy_failed() : errorMessage(error));
    return false;
  }
}
