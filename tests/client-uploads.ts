// Uploads of backups as the client makes them: asks for the keys, sends the file, and reports it.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** The SHA-256 of a text in hexadecimal digits. */
export const sha256Of = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The requests of the client of a world. Every file is named db.zip. */
export function clientUploads(world: () => World) {
  const get = (path: string, values: Record<string, string>) =>
    world().rosie.ask('GET', `${path}?${new URLSearchParams(values)}`);
  /** `content`: null leaves its size and its hash out of the request. */
  const ask = (system: string, date: string, content: string | null, more: Record<string, string> = {}) =>
    get(`/system/${system}/get-upload-keys`, {
      name: 'db.zip',
      date,
      ...(content === null ? {} : { size: String(Buffer.byteLength(content)), sha256: sha256Of(content) }),
      ...more,
    });
  /** Returns the status. */
  const put = async ({ url }: { url: string }, content: string) =>
    (await fetch(`${world().origin}${url}`, { method: 'PUT', body: content })).status;
  const notify = (system: string, date: string, key: string, more: { sentAt?: string } = {}) =>
    get('/backup/notify', { system, date, key, ...more });
  /** Returns the record of the backup. */
  async function store(system: string, date: string, content = date) {
    const { body } = await ask(system, date, content);
    expect(await put(body, content)).toBe(200);
    const notified = await notify(system, date, body.key);
    expect(notified.status).toBe(200);
    return notified.body;
  }
  return { ask, put, notify, store };
}
