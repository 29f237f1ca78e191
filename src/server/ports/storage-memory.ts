// The object store in memory, for worlds without a disk; it keeps the same promises as the others.
import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { type Storage, StorageError, type StoredObject, assertKey, rangeLies, takeIn } from './storage.ts';

/** `now` gives the ISO instant that stored objects carry. */
export function openMemoryStorage(now: () => string): Storage {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: string }>();
  const objectOf = (key: string): StoredObject | null => {
    const found = objects.get(key);
    return found ? { key, size: found.bytes.length, modifiedAt: found.modifiedAt } : null;
  };
  return {
    async putStream(key, body, options) {
      assertKey(key);
      const chunks: Buffer[] = [];
      const result = await takeIn(body, options, async (chunk) => void chunks.push(chunk));
      const taken = objects.get(key);
      if (taken && createHash('sha256').update(taken.bytes).digest('hex') !== result.sha256) {
        throw new StorageError('E_EXISTS', 'Another file is already stored under this key.');
      }
      if (!taken) objects.set(key, { bytes: Buffer.concat(chunks), modifiedAt: now() });
      return result;
    },
    async stat(key) {
      assertKey(key);
      return objectOf(key);
    },
    async openRead(key, range) {
      assertKey(key);
      const bytes = objects.get(key)?.bytes;
      if (!bytes) throw new StorageError('E_NOT_FOUND', 'Nothing is stored under this key.');
      if (range && !rangeLies(range, bytes.length))
        throw new StorageError('E_SIZE', 'The range is outside the stored file.');
      const end = range?.end === undefined ? bytes.length : range.end + 1;
      return Readable.from([bytes.subarray(range?.start ?? 0, end)], { objectMode: false });
    },
    async remove(key) {
      assertKey(key);
      return objects.delete(key);
    },
    async *list(prefix) {
      assertKey(`${prefix.slice(0, prefix.lastIndexOf('/') + 1)}any`);
      for (const key of objects.keys()) {
        const object = key.startsWith(prefix) ? objectOf(key) : null;
        if (object) yield object;
      }
    },
    sweep: async () => 0,
    ready: async () => undefined,
  };
}
