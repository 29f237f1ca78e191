// Sends one file's bytes to a pre-signed address: a stream, never held in memory.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Broken, Stopped, isRecord, type Answer } from './protocol.ts';

/** How long a transfer may stand still before it counts as broken off. */
export const IDLE_MS = 60_000;
/** The file was not the same from the first byte to the last. */
export class Changed extends Error {}

/** The SHA-256 of a file of `size` bytes, as hex. Throws Changed, Stopped, or what the disk says. */
export async function hashFile(path: string, size: number, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > size) break;
      hash.update(chunk);
    }
  } catch (error) {
    throw signal.aborted ? new Stopped() : error;
  }
  if (read !== size) throw new Changed('The file changed while it was read.');
  return hash.digest('hex');
}

export type Put = { url: URL; headers: Record<string, string>; path: string; size: number };

/** PUTs the file; returns the server's answer. Throws Broken (network), Changed, Stopped, or the error of the disk. */
export async function putFile(
  { url, headers, path, size }: Put,
  signal: AbortSignal,
  idleMs = IDLE_MS,
): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(size) },
    agent: false,
    timeout: idleMs,
    signal,
  });
  request.on('socket', ignoreWriteErrors);
  request.on('timeout', () => request.destroy(new Error(`nothing moved for ${idleMs / 1000} s`)));
  const answered = answerOf(request);
  // The answer decides when both fail: a server that refuses early also breaks the stream.
  const [answer, poured] = await Promise.allSettled([answered, pour(request, path, size)]);
  if (answer.status === 'fulfilled') return answer.value;
  if (signal.aborted) throw new Stopped();
  if (poured.status === 'rejected' && isOurs(poured.reason)) throw poured.reason;
  throw new Broken(`The upload broke off: ${(answer.reason as Error).message}.`);
}

/** A failed write would close the socket over an unread answer: the reading side notices the end. */
function ignoreWriteErrors(socket: Socket): void {
  const { _write: write, _writev: writev } = socket;
  const unlessGone = (done: (error?: Error | null) => void) => (error?: NodeJS.ErrnoException | null) =>
    done(['EPIPE', 'ECONNRESET'].includes(error?.code ?? '') ? null : error);
  socket._write = (chunk, encoding, done) => write.call(socket, chunk, encoding, unlessGone(done));
  if (writev) socket._writev = (chunks, done) => writev.call(socket, chunks, unlessGone(done));
}

async function pour(request: ClientRequest, path: string, size: number): Promise<void> {
  if (size === 0) return void request.end();
  await pipeline(
    createReadStream(path, { end: size - 1 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      let sent = 0;
      for await (const chunk of chunks) {
        sent += chunk.length;
        yield chunk;
      }
      if (sent !== size) throw new Changed('The file became shorter while it was sent.');
    },
    request,
  );
}

function answerOf(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('close', () => reject(new Error('the connection was closed')));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      // A server that answers before it has the whole file is not sent the rest.
      void readBody(response)
        .catch(() => ({}))
        .then((body) => resolve({ status, body }))
        .finally(() => request.destroy());
    });
  });
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    if (text.length < 10_000) text += chunk;
  }
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

const DISK = [
  'EACCES',
  'EBADF',
  'EBUSY',
  'EIO',
  'EISDIR',
  'ELOOP',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENXIO',
  'EPERM',
  'ESTALE',
];

function isOurs(error: unknown): boolean {
  return error instanceof Changed || DISK.includes((error as NodeJS.ErrnoException).code ?? '');
}
