// A line to a server on which every upload is held up: the server hears of it only when the test has done what it wants.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';

/** Before upload number `count` (from 1) goes on to the server. */
export type Meanwhile = (count: number) => Promise<void> | void;

/** Answers where the line begins; it is cut when the test ends. */
export async function slowLine(origin: string, meanwhile: Meanwhile): Promise<string> {
  const open = new Set<Socket>();
  let uploads = 0;
  const carry = async (near: Socket) => {
    open.add(near);
    near.on('error', () => undefined);
    const [first] = (await once(near, 'data')) as [Buffer];
    near.pause();
    near.unshift(first);
    if (first.toString('latin1', 0, 4) === 'PUT ') await meanwhile((uploads += 1));
    const far = connect(Number(new URL(origin).port), '127.0.0.1');
    open.add(far);
    // Whoever hangs up hangs up on both.
    await Promise.allSettled([pipeline(near, far), pipeline(far, near)]);
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
