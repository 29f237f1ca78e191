// The options of the real socket: the limits that the specification names.
import { expect, test, vi } from 'vitest';
import { makeWire } from '#app/realtime/socket-connection.ts';

const io = vi.hoisted(() => vi.fn(() => ({ on: () => undefined, connect: () => undefined })));
vi.mock('socket.io-client', () => ({ Fetch: 'fetch', WebSocket: 'web socket', io }));

test('a connect may take 20,000 ms, and the library does not reconnect by itself', async () => {
  makeWire({ nouns: [], onEvent: () => undefined, onProbed: () => undefined }, () => undefined).connect();
  await expect.poll(() => io).toHaveBeenCalled();
  expect(io).toHaveBeenCalledWith(
    expect.objectContaining({ path: '/socket.io', reconnection: false, timeout: 20_000 }),
  );
  // Polling by `Fetch` sends cookies only with `withCredentials`.
  expect(io).toHaveBeenCalledWith(
    expect.objectContaining({ transports: ['web socket', 'fetch'], tryAllTransports: true, withCredentials: true }),
  );
});
