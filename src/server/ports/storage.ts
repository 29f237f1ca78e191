// The object store: what every store must do, its errors, the rules of keys, and the guarded intake of a stream.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export type StorageCode =
  | 'E_CHECKSUM'
  | 'E_SIZE'
  | 'E_TOO_LARGE'
  | 'E_ABORTED'
  | 'E_DISK_FULL'
  | 'E_BAD_KEY'
  | 'E_EXISTS'
  | 'E_NOT_FOUND'
  | 'E_UNAVAILABLE';

/** Every expected failure of a store. The message is a sentence for people and names no path of the machine. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  constructor(code: StorageCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface PutOptions {
  /** Bytes; more than this is refused with E_TOO_LARGE, as early as it is known. */
  maxBytes: number;
  /** The hash the sender promised, in hex: anything else is refused with E_CHECKSUM. */
  sha256?: string;
  /** The bytes the sender promised: more or fewer are refused with E_SIZE. */
  size?: number;
}

export interface PutResult {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The first 64 bytes, or fewer: enough to tell what kind of file it is. */
  headBytes: Buffer;
}

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** ISO instant. */
  modifiedAt: string;
}

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** Whether a range begins within an object of `size` bytes; it may end past it, as in HTTP. */
export function rangeLies({ start, end = start }: ByteRange, size: number): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < size && end >= start;
}

export interface Storage {
  /**
   * Stores a stream, all or nothing: it is on disk under its key when this resolves, and there is no trace of it when
   * this rejects. The same content again is fine; other content under a taken key is E_EXISTS. A refused stream is
   * left as it is, not destroyed, so that a request handler can still answer its sender.
   */
  putStream(key: string, body: Readable, options: PutOptions): Promise<PutResult>;
  /** null when nothing is stored there. */
  stat(key: string): Promise<StoredObject | null>;
  /** E_NOT_FOUND when nothing is stored there, E_SIZE when the range begins past the end. */
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  /** true when something was there. */
  remove(key: string): Promise<boolean>;
  /** Every object whose key begins with the prefix ('' for all), in no promised order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes what killed uploads left behind, never what is still arriving; says how many. */
  sweep(): Promise<number>;
  /** Resolves when the store can be written now; else rejects with the reason (E_UNAVAILABLE, E_DISK_FULL). */
  ready(): Promise<void>;
}

const KEY_MAX_BYTES = 1024;
const NAME_MAX_CHARACTERS = 200;
/** The longest part of a path that file systems allow. */
const SEGMENT_MAX_BYTES = 255;
/** Control characters (NUL among them), line separators, and halves of characters, which no disk keeps as they are. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

const badKey = (message: string) => new StorageError('E_BAD_KEY', message);

/** Throws E_BAD_KEY for keys that could leave the store's root or could not be stored on a disk as they are written. */
export function assertKey(key: string): void {
  if (key === '') throw badKey('A key cannot be empty.');
  if (Buffer.byteLength(key) > KEY_MAX_BYTES) throw badKey(`A key may have at most ${KEY_MAX_BYTES} bytes.`);
  if (unprintable.test(key)) throw badKey('A key cannot contain control characters or invalid characters.');
  if (key.includes('\\')) throw badKey('A key cannot contain a backslash.');
  for (const segment of key.split('/')) {
    if (segment === '') throw badKey('A key cannot begin or end with a slash, or contain two in a row.');
    if (segment === '.' || segment === '..') throw badKey('A key cannot contain "." or ".." as a part.');
    if (Buffer.byteLength(segment) > SEGMENT_MAX_BYTES) {
      throw badKey(`A part of a key may have at most ${SEGMENT_MAX_BYTES} bytes.`);
    }
  }
}

/**
 * The key of a backup: `<system>/<fileset or 'upload'>/<YYYYMMDDTHHmmssZ>-<name>`. `date` is an ISO instant. A name is
 * stored as it is or refused (E_BAD_KEY), never changed: two names must not become one.
 */
export function makeKey(parts: { system: string; fileset: string | null; date: string; name: string }): string {
  assertName(parts.name);
  for (const id of [parts.system, parts.fileset ?? 'upload']) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw badKey('A key begins with the ids of a system and a fileset.');
  }
  const time = new Date(parts.date);
  if (Number.isNaN(time.getTime())) throw badKey('The date of a backup must be an instant.');
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, '');
  const last = `${stamp}-${parts.name}`;
  if (Buffer.byteLength(last) > SEGMENT_MAX_BYTES) {
    throw badKey(`A file name may have at most ${SEGMENT_MAX_BYTES - stamp.length - 1} bytes.`);
  }
  const key = `${parts.system}/${parts.fileset ?? 'upload'}/${last}`;
  assertKey(key);
  return key;
}

function assertName(name: string): void {
  if (name === '') throw badKey('A file name cannot be empty.');
  if (name === '.' || name === '..') throw badKey('A file name cannot be "." or "..".');
  if (name.includes('\0')) throw badKey('A file name cannot contain a NUL character.');
  if (unprintable.test(name)) throw badKey('A file name cannot contain control characters or invalid characters.');
  if (/[/\\]/.test(name))
    throw badKey('A file name cannot contain a slash or a backslash. Send the name, not the path.');
  if ([...name].length > NAME_MAX_CHARACTERS) {
    throw badKey(`A file name may have at most ${NAME_MAX_CHARACTERS} characters.`);
  }
}

const HEAD_BYTES = 64;

/**
 * Reads a stream into `write`, one chunk at a time, and checks it against what was promised. Throws E_TOO_LARGE,
 * E_SIZE, E_CHECKSUM or E_ABORTED; what `write` throws passes through.
 */
export async function takeIn(
  body: Readable,
  options: PutOptions,
  write: (chunk: Buffer) => Promise<void>,
): Promise<PutResult> {
  const { maxBytes, size: promised } = options;
  if (promised !== undefined && promised > maxBytes) throw tooLarge(maxBytes);
  const hash = createHash('sha256');
  let size = 0;
  let headBytes = Buffer.alloc(0);
  for await (const chunk of chunksOf(body)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (promised !== undefined && size > promised) {
      throw new StorageError('E_SIZE', `The upload has more than the announced ${promised} bytes.`);
    }
    if (headBytes.length < HEAD_BYTES) headBytes = Buffer.concat([headBytes, chunk]).subarray(0, HEAD_BYTES);
    hash.update(chunk);
    await write(chunk);
  }
  if (promised !== undefined && size !== promised) {
    throw new StorageError('E_SIZE', `The upload has ${size} of the announced ${promised} bytes.`);
  }
  const sha256 = hash.digest('hex');
  if (options.sha256 !== undefined && sha256 !== options.sha256.toLowerCase()) {
    throw new StorageError('E_CHECKSUM', 'The checksum of the upload does not match. Send the file again.');
  }
  return { size, sha256, headBytes: Buffer.from(headBytes) };
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      let next: IteratorResult<Buffer | string, void>;
      try {
        next = await chunks.next();
      } catch (cause) {
        throw new StorageError('E_ABORTED', 'The upload was interrupted.', { cause });
      }
      if (next.done) return;
      yield typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

const tooLarge = (maxBytes: number) => new StorageError('E_TOO_LARGE', `At most ${maxBytes} bytes can be stored.`);
