// The object store in a local folder: <root>/objects holds what counts, <root>/tmp what is still arriving.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  type PutOptions,
  type PutResult,
  type Storage,
  StorageError,
  type StoredObject,
  assertKey,
  rangeLies,
  takeIn,
} from './storage.ts';

/** Refuses to open a link; Windows has no such flag, and there the walk along the path alone guards. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Opens a store, making its folders and sweeping what a killed process left. One process per folder. */
export async function openFolderStorage(root: string): Promise<Storage> {
  const storage = new FolderStorage(path.resolve(root));
  await storage.open();
  return storage;
}

class FolderStorage implements Storage {
  private readonly objects: string;
  private readonly temporary: string;
  private readonly arriving = new Set<string>();
  private readonly placing = new Map<string, Promise<unknown>>();

  constructor(root: string) {
    this.objects = path.join(root, 'objects');
    this.temporary = path.join(root, 'tmp');
  }

  async open(): Promise<void> {
    await this.mapErrors(async () => {
      await mkdir(this.objects, { recursive: true, mode: 0o700 });
      await mkdir(this.temporary, { recursive: true, mode: 0o700 });
    });
    await this.sweep();
  }

  async putStream(key: string, body: Readable, options: PutOptions): Promise<PutResult> {
    await this.pathOf(key);
    return this.mapErrors(() =>
      this.withTemporary(
        (handle) => takeIn(body, options, (chunk) => handle.writeFile(chunk)),
        (file, result) => this.oneAtATime(key, () => this.place(key, file, result)),
      ),
    );
  }

  async stat(key: string): Promise<StoredObject | null> {
    const file = await this.pathOf(key);
    const found = await this.mapErrors(() => orNull(lstat(file)));
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime.toISOString() } : null;
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.pathOf(key);
    return this.mapErrors(async () => {
      const handle = await orNull(open(file, constants.O_RDONLY | noFollow));
      const found = await handle?.stat();
      if (!handle || !found?.isFile()) {
        await handle?.close();
        throw new StorageError('E_NOT_FOUND', 'Nothing is stored under this key.');
      }
      if (range && !rangeLies(range, found.size)) {
        await handle.close();
        throw new StorageError('E_SIZE', `The range is outside the ${found.size} stored bytes.`);
      }
      return handle.createReadStream({ ...range });
    });
  }

  async remove(key: string): Promise<boolean> {
    const file = await this.pathOf(key);
    if ((await this.stat(key)) === null) return false;
    return this.oneAtATime(key, () =>
      this.mapErrors(async () => {
        if ((await orNull(unlink(file).then(() => true))) === null) return false;
        await syncFolder(path.dirname(file));
        return true;
      }),
    );
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    await this.pathOf(`${folder}any`);
    yield* this.listFolder(folder, prefix);
  }

  async sweep(): Promise<number> {
    return this.mapErrors(async () => {
      const left = (await readdir(this.temporary)).filter((name) => !this.arriving.has(name));
      for (const name of left) await orNull(unlink(path.join(this.temporary, name)));
      return left.length;
    });
  }

  async ready(): Promise<void> {
    await this.mapErrors(() => this.withTemporary((handle) => handle.writeFile('ready')));
  }

  private async *listFolder(folder: string, prefix: string): AsyncGenerator<StoredObject, void> {
    const reading = () => readdir(path.join(this.objects, folder), { withFileTypes: true });
    // A store whose own folder is gone (an unmounted disk) is in trouble, not empty.
    const entries = await this.mapErrors(() => (folder === '' ? reading() : orNull(reading())));
    for (const entry of entries ?? []) {
      const key = folder + entry.name;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) {
        const inner = `${key}/`;
        if (inner.startsWith(prefix) || prefix.startsWith(inner)) yield* this.listFolder(inner, prefix);
      } else if (entry.isFile() && key.startsWith(prefix)) {
        const object = await this.stat(key);
        if (object) yield object;
      }
    }
  }

  /** Writes a fresh temporary file to the disk and hands it on; it is gone afterwards unless it was renamed. */
  private async withTemporary<T>(
    write: (handle: FileHandle) => Promise<T>,
    then?: (file: string, result: T) => Promise<void>,
  ): Promise<T> {
    const name = randomUUID();
    const file = path.join(this.temporary, name);
    this.arriving.add(name);
    try {
      const handle = await open(file, 'wx', 0o600);
      let result: T;
      try {
        result = await write(handle);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await then?.(file, result);
      return result;
    } finally {
      await orNull(unlink(file)).catch(() => undefined);
      this.arriving.delete(name);
    }
  }

  private async place(key: string, file: string, result: PutResult): Promise<void> {
    const target = await this.pathOf(key, true);
    const taken = await orNull(lstat(target));
    if (!taken) await rename(file, target);
    else if (!taken.isFile() || taken.size !== result.size || (await this.hashOf(key)) !== result.sha256) {
      throw new StorageError('E_EXISTS', 'Another file is already stored under this key.');
    }
    try {
      await this.syncFolders(path.dirname(target));
    } catch (error) {
      if (!taken) await orNull(unlink(target)).catch(() => undefined);
      throw error;
    }
  }

  /** Also for what was there already: the process that put it may have been killed before it did this. */
  private async syncFolders(folder: string): Promise<void> {
    await syncFolder(folder);
    if (folder !== this.objects) await this.syncFolders(path.dirname(folder));
  }

  private async hashOf(key: string): Promise<string> {
    const hash = createHash('sha256');
    const content: AsyncIterable<Buffer> = await this.openRead(key);
    for await (const chunk of content) hash.update(chunk);
    return hash.digest('hex');
  }

  /** The file of a key, after walking its folders: one that is a link or a file is refused with E_BAD_KEY. */
  private async pathOf(key: string, make = false): Promise<string> {
    assertKey(key);
    const segments = key.split('/');
    let at = this.objects;
    for (const segment of segments.slice(0, -1)) {
      at = path.join(at, segment);
      if (make) await mkdir(at, { mode: 0o700 }).catch(unless('EEXIST'));
      const found = await this.mapErrors(() => orNull(lstat(at)));
      if (found && !found.isDirectory()) throw new StorageError('E_BAD_KEY', 'A part of the key is not a folder.');
    }
    return path.join(this.objects, ...segments);
  }

  /** Two uploads to one key in turn, so that neither overwrites the other between its look and its rename. */
  private async oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.placing.get(key) ?? Promise.resolve()).then(work, work);
    this.placing.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.placing.get(key) === turn) this.placing.delete(key);
    }
  }

  /** Maps errors of the file system to errors of the store. */
  private async mapErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof StorageError) throw cause;
      throw storageErrorOf(cause);
    }
  }
}

/** A file that someone else put here under a name no key can have is not an object. */
function isKey(key: string): boolean {
  try {
    assertKey(key);
    return true;
  } catch {
    return false;
  }
}

function storageErrorOf(cause: unknown): StorageError {
  const code = codeOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('E_DISK_FULL', 'The disk is full.', { cause });
  if (code === 'EFBIG') return new StorageError('E_TOO_LARGE', 'The file is too large for the file system.', { cause });
  return new StorageError('E_UNAVAILABLE', `The backup storage is not available (${code}).`, { cause });
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

function unless(...codes: string[]): (error: unknown) => null {
  return (error) => {
    if (codes.includes(codeOf(error))) return null;
    throw error;
  };
}

/** null for what is not there; a link where a file was asked for (ELOOP) is not there either. */
const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(unless('ENOENT', 'ELOOP', 'ENOTDIR'));

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
