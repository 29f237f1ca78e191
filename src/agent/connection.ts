// The line to the server: comes up, says hello, comes back by itself for ever, and carries virtual requests.
import { io, type Socket } from 'socket.io-client';
import type { CallName, Input } from './calls.ts';
import { reconnectDelay, retryDelay, type Clock } from './clock.ts';
import { connectFailure } from './connect-failure.ts';
import { disconnectWhenSilent } from './liveness.ts';
import type { Log } from './log.ts';
import * as protocol from './protocol.ts';

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
  /** The body of hello: this machine, its addresses and versions. */
  about: () => Input<'hello'>;
  onHello: (hello: protocol.HelloResponse) => void;
  onServerMessage: (received: protocol.ServerMessage) => void;
  log: Log;
  clock: Clock;
  signal: AbortSignal;
};
export type Connection = {
  ask: protocol.Ask;
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
type ConnectionState = {
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
  /** Messages that arrived before the response to hello was processed. */
  early: protocol.ServerMessage[];
};
type HelloOutcome = { hello: protocol.HelloResponse } | { refused: string } | { failed: string };

/** Connects and stays connected until `signal` aborts. */
export function openConnection(options: ConnectionOptions): Connection {
  const [server = ''] = options.servers;
  const state: ConnectionState = {
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
  options.signal.addEventListener('abort', () => wakeAll(state), { once: true });
  const over = keepUp(state, options);
  return {
    ask: (call, input) => askOn(state, options, call, input),
    isUp: () => state.live !== null,
    server: () => state.server,
    failure: () => state.failure,
    over,
    restart() {
      state.hurry = true;
      state.live?.disconnect();
    },
  };
}

async function keepUp(state: ConnectionState, options: ConnectionOptions): Promise<string | null> {
  const { log, clock, signal } = options;
  for (let tries = 0; !signal.aborted; tries++) {
    const socket = dial(state, options, tries);
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    let hangUp = () => {};
    const ended = new Promise<Error>((resolve) => (hangUp = () => resolve(new Error('The client is ending.'))));
    void ended.then(() => socket.disconnect());
    signal.addEventListener('abort', hangUp);
    try {
      const outcome = await sayHello(socket, ended, state.server, options.about);
      if ('refused' in outcome) return outcome.refused;
      if ('hello' in outcome) {
        state.websocketWorks ||= socket.io.engine?.transport.name === 'websocket';
        const since = clock.now();
        await serve(state, socket, gone, outcome.hello, options);
        if (state.refused !== null) return state.refused;
        if (state.hurry || clock.now() - since >= GOOD_MS) tries = 0;
      } else if (!signal.aborted) {
        state.failure = outcome.failed;
        state.next += 1;
        log('warn', `No connection: ${outcome.failed}`);
      }
    } finally {
      signal.removeEventListener('abort', hangUp);
      socket.disconnect();
    }
    if (!state.hurry) await clock.wait(reconnectDelay(tries), signal);
    state.hurry = false;
  }
  return null;
}

function dial(
  state: ConnectionState,
  { servers, key, instance, onServerMessage }: ConnectionOptions,
  tries: number,
): Socket {
  state.early = [];
  state.server = servers[state.next % servers.length] ?? '';
  const socket = io(state.server, {
    path: '/socket.io',
    // Polling is for networks that let no websocket through: behind one address its requests would go to several servers.
    transports: state.websocketWorks && tries < NO_POLLING_TRIES ? ['websocket'] : ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    timeout: tries < QUICK_TRIES ? QUICK_CONNECT_MS : CONNECT_MS,
    auth: { key, instance },
  });
  socket.on('client', (message: unknown) => {
    const received = protocol.readServerMessage(message);
    if (received && state.live === socket) onServerMessage(received);
    else if (received) state.early.push(received);
  });
  return socket;
}

async function sayHello(
  socket: Socket,
  ended: Promise<Error>,
  server: string,
  about: ConnectionOptions['about'],
): Promise<HelloOutcome> {
  const connected = new Promise<Error | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', resolve);
  });
  const trouble = await Promise.race([connected, ended]);
  if (trouble) {
    const errorData = (trouble as Error & { data?: unknown }).data;
    return refusal(errorData) ?? { failed: connectFailure(trouble, server) };
  }
  const answer = await protocol.request(socket, 'hello', about(), TIMEOUT_MS);
  if (typeof answer === 'string') return { failed: 'the server did not answer the greeting.' };
  const hello = answer.status === 200 ? protocol.readHelloResponse(answer.body) : null;
  if (hello) return { hello };
  return refusal(answer.body) ?? { failed: new protocol.Refused(answer.status, answer.body).message };
}

/** Only these two words of the server end the client. */
function refusal(body: unknown): { refused: string } | null {
  const code = protocol.isRecord(body) ? body.code : '';
  if (code === 'E_UNAUTHORIZED')
    return { refused: 'The server does not know this key. Copy it again from the console.' };
  const claimed =
    'This key is in use by another client. Let an administrator reset it in the console, then start again.';
  return code === 'E_KEY_CLAIMED' ? { refused: claimed } : null;
}

async function serve(
  state: ConnectionState,
  socket: Socket,
  gone: Promise<void>,
  hello: protocol.HelloResponse,
  options: ConnectionOptions,
) {
  const { log, onHello, onServerMessage, signal } = options;
  const count = hello.systems.length;
  log('info', `Connected for ${hello.organization.name}: ${count} system(s)`, { systems: count });
  state.live = socket;
  disconnectWhenSilent(socket);
  onHello(hello);
  for (const received of state.early.splice(0)) onServerMessage(received);
  wakeAll(state);
  await gone;
  state.live = null;
  if (!signal.aborted) log('warn', 'The connection is gone; it is sought again.');
}

async function askOn<C extends CallName>(
  state: ConnectionState,
  { clock, signal }: ConnectionOptions,
  call: C,
  input: Input<C>,
) {
  for (let tries = 0; ;) {
    if (signal.aborted) throw new protocol.Stopped('The client is ending.');
    if (!state.live) {
      await new Promise<void>((resolve) => state.waiting.add(resolve));
      continue;
    }
    const answer = await protocol.request(state.live, call, input, TIMEOUT_MS);
    if (answer === 'offline') {
      // The loss may be known here before the connection itself notices it.
      await clock.wait(1, signal);
      continue;
    }
    if (answer !== 'silent' && !protocol.isPassing(answer.status)) {
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      const refused = refusal(answer.body)?.refused;
      if (refused !== undefined) {
        state.refused = refused;
        state.live?.disconnect();
        throw new protocol.Stopped(refused);
      }
      throw new protocol.Refused(answer.status, answer.body);
    }
    if (++tries >= SILENT_MAX) throw new protocol.Broken('The server does not answer.');
    if (answer !== 'silent') await clock.wait(retryDelay(tries), signal);
  }
}

function wakeAll(state: ConnectionState): void {
  for (const wake of state.waiting) wake();
  state.waiting.clear();
}
