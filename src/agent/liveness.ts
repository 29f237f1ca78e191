// Whether the server of a websocket is still there: a machine that lost its power, or the proxy before it, closes nothing.
import type { Socket } from 'socket.io-client';

/** The pings of socket.io itself tell after 35 s; the server answers these below its own code. */
const PING_MS = 3000;
const SILENT_MS = 7000;

/** The part of a websocket of Node's that is used here. */
interface Pinged {
  ping(): void;
  on(event: 'pong', listener: () => void): void;
}

const isPinged = (value: unknown): value is Pinged =>
  typeof value === 'object' && value !== null && 'ping' in value && typeof value.ping === 'function';

/** The websocket below a connection; null where another transport carries it. */
function websocketOf(socket: Socket): Pinged | null {
  const transport: unknown = socket.io.engine?.transport;
  const websocket = typeof transport === 'object' && transport !== null && 'ws' in transport ? transport.ws : null;
  return isPinged(websocket) ? websocket : null;
}

/** Disconnects the socket once its server is silent for 7 s. Ends with the connection. */
export function disconnectWhenSilent(socket: Socket): void {
  const websocket = websocketOf(socket);
  if (!websocket) return;
  let lastPongAt = performance.now();
  websocket.on('pong', () => (lastPongAt = performance.now()));
  const timer = setInterval(() => {
    if (performance.now() - lastPongAt > SILENT_MS) socket.disconnect();
    else websocket.ping();
  }, PING_MS);
  timer.unref();
  socket.once('disconnect', () => clearInterval(timer));
}
