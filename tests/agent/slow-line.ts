// A line to a server on which every upload is held up until the test has done what it wants: before its first byte, or in the middle.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';

/** Called while upload number `count` (from 1) is held up. */
export type Meanwhile = (count: number) => Promise<void> | void;

/** Answers the origin of the line; it is cut when the test ends. Up to `after` bytes of an upload pass before it is held up. */
export async function slowLine(origin: string, meanwhile: Meanwhile, after = 0): Promise<string> {
  const open = new Set<Socket>();
  let uploads = 0;
  async function* held(chunks: AsyncIterable<Buffer>) {
    let passed = 0;
    for await (const chunk of chunks) {
      if (passed <= after && passed + chunk.length > after) await meanwhile((uploads += 1));
      passed += chunk.length;
      yield chunk;
    }
  }
  const carry = async (near: Socket) => {
    open.add(near);
    near.on('error', () => undefined);
    const [first] = (await once(near, 'data')) as [Buffer];
    near.pause();
    near.unshift(first);
    const uploading = first.toString('latin1', 0, 4) === 'PUT ';
    const far = connect(Number(new URL(origin).port), '127.0.0.1');
    open.add(far);
    // Either side that closes closes both.
    await Promise.allSettled([uploading ? pipeline(near, held, far) : pipeline(near, far), pipeline(far, near)]);
  };
  const relay = createServer((near) => void carry(near).catch(() => near.destroy()));
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    relay.close();
    await once(relay, 'close');
  });
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}
