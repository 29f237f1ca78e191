// The live connection: runs the machine over the socket, the page's life and real timers.
import {
  startModel,
  stateOf,
  step,
  type Effect,
  type Input,
  type LiveState,
  type TimerName,
} from './socket-machine.ts';
import type { RequestOptions } from '#app/api/check-request.ts';
import { makeWire, type LiveAnswer, type SocketLike, type Wire } from './socket-connection.ts';

export { type LiveAnswer, type SocketLike } from './socket-connection.ts';

export interface LiveFlash {
  kind: 'negative' | 'positive';
  text: string;
  ms: number;
}

export interface LiveOptions {
  /** The events to listen to besides `session`: the nouns as on the wire. */
  nouns: readonly string[];
  onEvent(noun: string, change: unknown): void;
  onState(state: LiveState): void;
  onFlash(flash: LiveFlash): void;
  /** Events may have been missed: refetch what is on screen. */
  onResync(): void;
  /** The server answered whether the connection lives, after so many ms. */
  onProbed(ms: number): void;
  /** The server knows no session for this socket; reload the page. */
  reload(): void;
  /** Epoch ms. */
  now?: () => number;
  /** Makes the socket, not yet connecting. Default: socket.io-client, imported when first called. */
  makeSocket?: () => Promise<SocketLike>;
  /** Default: after the first paint. */
  whenIdle?: (work: () => void) => void;
  page?: { document: EventTarget & { visibilityState: string }; window: EventTarget };
}

export interface Live {
  /** Somebody is signed in. */
  authenticated(): void;
  loggedOut(): void;
  /**
   * Sends a virtual request: resolves with any answer, also with a status of 400 and more. Throws `TypeError` for a
   * malformed request; rejects with `ApiError` `E_DISCONNECTED` without a connection, or when it ends before the answer.
   */
  request(options: RequestOptions): Promise<LiveAnswer>;
  /** The id of the socket while it is subscribed to events, else null. */
  socketId(): string | null;
  state(): LiveState;
  /** Word from elsewhere that something happened, such as a push: tries at once, or checks that the connection lives. */
  wake(): void;
  /** Ends everything; for tests and hot reload. */
  stop(): void;
}

const afterPaint = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 0);
};

type Listen = (target: EventTarget, event: string, listener: () => void) => void;

const followPage = (page: NonNullable<LiveOptions['page']>, send: (input: Input) => void, listen: Listen): void => {
  const seen = () => send({ type: page.document.visibilityState === 'hidden' ? 'hidden' : 'visible' });
  listen(page.document, 'visibilitychange', seen);
  for (const event of ['online', 'pageshow']) listen(page.window, event, () => send({ type: 'wake' }));
  listen(page.document, 'resume', () => send({ type: 'wake' }));
  listen(page.window, 'pagehide', () => send({ type: 'frozen' }));
  listen(page.document, 'freeze', () => send({ type: 'frozen' }));
  if (page.document.visibilityState === 'hidden') seen();
};

const makeTimers = (fire: (name: TimerName) => void) => {
  const running = new Map<TimerName, ReturnType<typeof setTimeout>>();
  const cancel = (name: TimerName) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  const start = (name: TimerName, ms: number) => {
    cancel(name);
    const fired = () => {
      running.delete(name);
      fire(name);
    };
    running.set(name, setTimeout(fired, ms));
  };
  return { start, cancel, cancelAll: () => [...running.keys()].forEach(cancel) };
};

const act = (effect: Effect, wire: Wire, options: LiveOptions, send: (input: Input) => void): void => {
  if (effect.do === 'connect') wire.connect();
  else if (effect.do === 'disconnect') wire.disconnect();
  else if (effect.do === 'probe') wire.probe();
  else if (effect.do === 'flash') options.onFlash({ kind: effect.kind, text: effect.text, ms: effect.ms });
  else if (effect.do === 'resync') options.onResync();
  else if (effect.do === 'reload') options.reload();
  else if (effect.do === 'unsubscribe')
    wire.request({ method: 'GET', url: '/api/app/unsubscribe' }).catch(() => undefined);
  else if (effect.do === 'subscribe') {
    const answered = (status: number) => send({ type: 'subscribed', status });
    wire.request({ method: 'GET', url: '/api/app/subscribe' }).then(
      (answer) => answered(answer.statusCode),
      () => answered(0),
    );
  }
};

// Inputs that arrive while an effect runs wait their turn: a socket may answer before connect() returns.
const makeRunner = (options: LiveOptions, now: () => number) => {
  let model = startModel;
  let stopped = false;
  const queue: Input[] = [];
  let busy = false;
  const send = (input: Input): void => {
    if (stopped) return;
    queue.push(input);
    if (busy) return;
    busy = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) take(next);
    } finally {
      busy = false;
    }
  };
  const timers = makeTimers((name) => send({ type: 'timer', name }));
  const wire = makeWire(options, send);
  const take = (input: Input): void => {
    const before = stateOf(model);
    const [next, effects] = step(model, input, now());
    model = next;
    if (stateOf(next) !== before) options.onState(stateOf(next));
    for (const effect of effects) {
      if (effect.do === 'timer') timers.start(effect.name, effect.ms);
      else if (effect.do === 'cancel') timers.cancel(effect.name);
      else act(effect, wire, options, send);
    }
  };
  const stop = () => {
    stopped = true;
    timers.cancelAll();
    wire.disconnect();
  };
  return { send, wire, stop, state: () => stateOf(model) };
};

/** Starts the live connection. It connects after the first paint, signed in or not, and enrolls a second after `authenticated()`. */
export const createLive = (options: LiveOptions): Live => {
  const { send, wire, stop, state } = makeRunner(options, options.now ?? Date.now);
  const ended = new AbortController();
  const listen: Listen = (target, event, listener) =>
    target.addEventListener(event, listener, { signal: ended.signal });
  (options.whenIdle ?? afterPaint)(() => {
    if (ended.signal.aborted) return;
    send({ type: 'start' });
    followPage(options.page ?? { document, window }, send, listen);
  });
  return {
    authenticated: () => send({ type: 'authenticated' }),
    loggedOut: () => send({ type: 'loggedOut' }),
    request: wire.request,
    socketId: () => (state() === 'enrolled' ? wire.id() : null),
    state,
    wake: () => send({ type: 'wake' }),
    stop: () => {
      ended.abort();
      stop();
    },
  };
};
