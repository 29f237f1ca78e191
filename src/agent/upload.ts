// Stores one backup: hash, ask for a place, send, tell. Every step may be repeated, and nothing is doubled.
import type { Clock } from './clock.ts';
import { Changed, hashFile, putFile } from './http-upload.ts';
import type { Item } from './queue.ts';
import { isUnchanged } from './scan.ts';
import { Broken, Refused, isPassing, isRecord, words, type Ask } from './protocol.ts';

export type UploadOptions = { server: () => string; ask: Ask; signal: AbortSignal; clock: Pick<Clock, 'now'> };
/** `sent`: bytes went over the line; false when the server had this very content already. */
export type Stored = { sha256: string; key: string; sent: boolean };
type Place = { url: URL; headers: Record<string, string>; key: string; stored: boolean };

/** Throws Broken (network), Changed (the file), Refused (by the server), Stopped, or the error of the disk. */
export async function upload(found: Item, options: UploadOptions): Promise<Stored> {
  if (!(await isUnchanged(found))) throw new Changed('The file changed before it was sent.');
  const sha256 = (found.sha256 ??= await hashFile(found.path, found.size, options.signal));
  const place = await send(found, sha256, options);
  const sentAt = new Date(options.clock.now()).toISOString();
  await options.ask('notify', { system: found.system, date: found.date, key: place.key, sentAt });
  return { sha256, key: place.key, sent: !place.stored };
}

async function send(found: Item, sha256: string, options: UploadOptions): Promise<Place> {
  for (let tries = 1; ; tries++) {
    const place = await askPlace(found, sha256, options);
    if (place.stored) return place;
    const { status, body } = await putFile({ ...place, path: found.path, size: found.size }, options.signal);
    if (!(await isUnchanged(found))) throw new Changed('The file changed while it was sent.');
    if (status >= 200 && status < 300) return place;
    if (isPassing(status)) throw new Broken(`The server is not ready to take files (${status}).`);
    // A long wait may have outlived the address: a new one is asked for, once.
    const outlived = [401, 403, 404, 410].includes(status);
    if (!outlived || tries > 1) throw new Refused(status, body);
  }
}

async function askPlace(found: Item, sha256: string, { server, ask }: UploadOptions): Promise<Place> {
  const { system, name, date, fileset, size } = found;
  const body = await ask('uploadKeys', { id: system, name, date, fileset, size, sha256 });
  // The place is one of the server that answered.
  const origin = server();
  const fields = isRecord(body) ? body : {};
  const [key, address] = [words(fields.key), words(fields.url)];
  const stored = fields.stored === true;
  if (key === '' || (!stored && !URL.canParse(address, origin))) {
    throw new Error('The server named no place to send the file to.');
  }
  const headers = Object.entries(isRecord(fields.headers) ? fields.headers : {}).map(([header, value]) => [
    header,
    String(value),
  ]);
  return { url: new URL(address, origin), headers: Object.fromEntries(headers) as Record<string, string>, key, stored };
}
