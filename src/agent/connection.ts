// The line to the server: comes up, says hello, comes back by itself for ever, and carries virtual requests.
import { io, type Socket } from 'socket.io-client';
import type { CallName, Input } from './calls.ts';
import { reconnectDelay, retryDelay, type Clock } from './clock.ts';
import { connectFailure } from './connect-failure.ts';
import { disconnectWhenSilent } from './liveness.ts';
import type { Log } from './log.ts';
import * as wire from './wire.ts';

const TIMEOUT_MS = 30_000;
/** Tries of one request on a standing connection before it counts as broken. */
const SILENT_MAX = 3;
/** A connection that stood this long was a good one: the next loss is waited out from 1 s again. */
const GOOD_MS = 10_000;

/** A proxy may pass a connection on to a machine that is gone: the first tries do not wait long for it. */
const CONNECT_MS = 20_000;
const QUICK_CONNECT_MS = 3000;
const QUICK_TRIES = 3;
const NO_POLLING_TRIES = 8;

export type ConnectionOptions = {
  /** Where one is gone, the next is tried. */
  servers: readonly string[];
  key: string;
  instance: string;
  /** What hello says of this machine. */
  about: () => Input<'hello'>;
  onWelcome: (welcome: wire.Welcome) => void;
  onTold: (told: wire.Told) => void;
  log: Log;
  clock: Clock;
  signal: AbortSignal;
};
export type Connection = {
  ask: wire.Ask;
  isUp: () => boolean;
  /** The server of this connection, or of the last try. */
  server: () => string;
  /** Why the last try to connect failed; empty before one did. */
  failure: () => string;
  /** Hangs up and dials again at once. */
  restart: () => void;
  /** Resolves when the client ends (null), or with a sentence when the server refused this key. */
  over: Promise<string | null>;
};
type Line = {
  live: Socket | null;
  /** Where the next try goes: an index of the servers, without end. */
  next: number;
  server: string;
  /** Whether a websocket carried a connection to any of them. */
  websocketWorks: boolean;
  failure: string;
  waiting: Set<() => void>;
  hurry: boolean;
  /** The sentence for a key that the server refused after its welcome. */
  refused: string | null;
  /** What the server said before its welcome was taken in. */
  early: wire.Told[];
};
type Greeting = { welcome: wire.Welcome } | { refused: string } | { failed: string };

/** Connects and stays connected until `signal` aborts. */
export function openConnection(options: ConnectionOptions): Connection {
  const [server = ''] = options.servers;
  const line: Line = {
    live: null,
    next: 0,
    server,
    websocketWorks: false,
    failure: '',
    waiting: new Set(),
    hurry: false,
    refused: null,
    early: [],
  };
  options.signal.addEventListener('abort', () => wakeAll(line), { once: true });
  const over = keepUp(line, options);
  return {
    ask: (call, input) => askOn(line, options, call, input),
    isUp: () => line.live !== null,
    server: () => line.server,
    failure: () => line.failure,
    over,
    restart() {
      line.hurry = true;
      line.live?.disconnect();
    },
  };
}

async function keepUp(line: Line, options: ConnectionOptions): Promise<string | null> {
  const { log, clock, signal } = options;
  for (let tries = 0; !signal.aborted; tries++) {
    const socket = dial(line, options, tries);
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    let hangUp = () => {};
    const ended = new Promise<Error>((resolve) => (hangUp = () => resolve(new Error('The client is ending.'))));
    void ended.then(() => socket.disconnect());
    signal.addEventListener('abort', hangUp);
    try {
      const greeting = await greet(socket, ended, line.server, options.about);
      if ('refused' in greeting) return greeting.refused;
      if ('welcome' in greeting) {
        line.websocketWorks ||= socket.io.engine?.transport.name === 'websocket';
        const since = clock.now();
        await serve(line, socket, gone, greeting.welcome, options);
        if (line.refused !== null) return line.refused;
        if (line.hurry || clock.now() - since >= GOOD_MS) tries = 0;
      } else if (!signal.aborted) {
        line.failure = greeting.failed;
        line.next += 1;
        log('warn', `No connection: ${greeting.failed}`);
      }
    } finally {
      signal.removeEventListener('abort', hangUp);
      socket.disconnect();
    }
    if (!line.hurry) await clock.wait(reconnectDelay(tries), signal);
    line.hurry = false;
  }
  return null;
}

function dial(line: Line, { servers, key, instance, onTold }: ConnectionOptions, tries: number): Socket {
  line.early = [];
  line.server = servers[line.next % servers.length] ?? '';
  const socket = io(line.server, {
    path: '/socket.io',
    // Polling is for networks that let no websocket through: behind one address its requests would go to several servers.
    transports: line.websocketWorks && tries < NO_POLLING_TRIES ? ['websocket'] : ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    timeout: tries < QUICK_TRIES ? QUICK_CONNECT_MS : CONNECT_MS,
    auth: { key, instance },
  });
  socket.on('client', (message: unknown) => {
    const told = wire.readTold(message);
    if (told && line.live === socket) onTold(told);
    else if (told) line.early.push(told);
  });
  return socket;
}

async function greet(
  socket: Socket,
  ended: Promise<Error>,
  server: string,
  about: ConnectionOptions['about'],
): Promise<Greeting> {
  const connected = new Promise<Error | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', resolve);
  });
  const trouble = await Promise.race([connected, ended]);
  if (trouble) {
    const said = (trouble as Error & { data?: unknown }).data;
    return refusal(said) ?? { failed: connectFailure(trouble, server) };
  }
  const answer = await wire.request(socket, 'hello', about(), TIMEOUT_MS);
  if (typeof answer === 'string') return { failed: 'the server did not answer the greeting.' };
  const welcome = answer.status === 200 ? wire.readWelcome(answer.body) : null;
  if (welcome) return { welcome };
  return refusal(answer.body) ?? { failed: new wire.Refused(answer.status, answer.body).message };
}

/** Only these two words of the server end the client. */
function refusal(body: unknown): { refused: string } | null {
  const code = wire.isRecord(body) ? body.code : '';
  if (code === 'E_UNAUTHORIZED')
    return { refused: 'The server does not know this key. Copy it again from the console.' };
  const claimed =
    'This key is in use by another client. Let an administrator reset it in the console, then start again.';
  return code === 'E_KEY_CLAIMED' ? { refused: claimed } : null;
}

async function serve(
  line: Line,
  socket: Socket,
  gone: Promise<void>,
  welcome: wire.Welcome,
  options: ConnectionOptions,
) {
  const { log, onWelcome, onTold, signal } = options;
  const count = welcome.systems.length;
  log('info', `Connected for ${welcome.organization.name}: ${count} system(s)`, { systems: count });
  line.live = socket;
  disconnectWhenSilent(socket);
  onWelcome(welcome);
  for (const told of line.early.splice(0)) onTold(told);
  wakeAll(line);
  await gone;
  line.live = null;
  if (!signal.aborted) log('warn', 'The connection is gone; it is sought again.');
}

async function askOn<C extends CallName>(line: Line, { clock, signal }: ConnectionOptions, call: C, input: Input<C>) {
  for (let tries = 0; ;) {
    if (signal.aborted) throw new wire.Stopped('The client is ending.');
    if (!line.live) {
      await new Promise<void>((resolve) => line.waiting.add(resolve));
      continue;
    }
    const answer = await wire.request(line.live, call, input, TIMEOUT_MS);
    if (answer === 'offline') {
      // The loss may be known here before the line itself has heard of it.
      await clock.wait(1, signal);
      continue;
    }
    if (answer !== 'silent' && !wire.isPassing(answer.status)) {
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      const refused = refusal(answer.body)?.refused;
      if (refused !== undefined) {
        line.refused = refused;
        line.live?.disconnect();
        throw new wire.Stopped(refused);
      }
      throw new wire.Refused(answer.status, answer.body);
    }
    if (++tries >= SILENT_MAX) throw new wire.Broken('The server does not answer.');
    if (answer !== 'silent') await clock.wait(retryDelay(tries), signal);
  }
}

function wakeAll(line: Line): void {
  for (const wake of line.waiting) wake();
  line.waiting.clear();
}
