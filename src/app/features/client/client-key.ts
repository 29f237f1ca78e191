// The key of a client: read from the server each time it is needed, never cached.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
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

/** A word of a command as a shell reads it. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The line that starts a client over one folder; `key` stands in it as given. */
export const clientCommand = (key: string, root = '/var/backups', server = serverAddress()): string =>
  [`BACKWATCH_KEY=${key}`, 'npm', 'run', 'client', '--', '--server', server, '--root', shellWord(root)].join(' ');

/**
 * Copies the key, or what `text` makes of it; answers whether that worked. The clipboard is asked before the key arrives: Safari
 * allows it within the press only.
 */
export async function copyKey(owner: KeyOwner, text = (key: string) => key): Promise<boolean> {
  const line = readClientKey(owner).then(text);
  try {
    // A promise of a text is not taken before Chrome 133.
    const blob = line.then((content) => new Blob([content], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    // Without HTTPS a browser has no clipboard.
    const failure = await line.then(() => m.client_copy_failed(), errorMessage);
    flash('negative', failure);
    return false;
  }
}
