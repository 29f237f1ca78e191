// An upload that a server refuses, or drops, while the file is still on its way.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { putFile } from '#agent/http-upload.ts';
import { folder, put } from './workshop.ts';

/** Listens on a thread of its own: on the client's, each would wait until the other has read. */
async function serverThat(answers: string): Promise<URL> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => { ${answers} });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  `;
  const worker = new Worker(code, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  return new URL(`http://127.0.0.1:${port}/upload`);
}

/** A large file that is refused again and again. */
async function outcomes(url: URL, times: number): Promise<unknown[]> {
  const [path, size] = [join(await folder(), 'large.zip'), 8_000_000];
  await put(path, randomBytes(size));
  const signal = new AbortController().signal;
  const send = () => putFile({ url, headers: {}, path, size }, signal).catch((error: Error) => error);
  const found: unknown[] = [];
  for (let count = 0; count < times; count += 1) found.push(await send());
  return found;
}

test('a refusal that comes before the end of a large file is always heard', async () => {
  const url = await serverThat(`
    response.writeHead(403, { connection: 'close', 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: 'This upload link is expired.' }));
  `);
  const rejection = { status: 403, body: { message: 'This upload link is expired.' } };
  expect(await outcomes(url, 30)).toEqual(Array.from({ length: 30 }, () => rejection));
});

test('a line that is cut without a word is the network’s fault', async () => {
  const url = await serverThat("request.once('data', () => request.socket.resetAndDestroy());");
  const broken = expect.objectContaining({ message: expect.stringMatching(/^The upload broke off: /) });
  expect(await outcomes(url, 10)).toEqual(Array.from({ length: 10 }, () => broken));
});
