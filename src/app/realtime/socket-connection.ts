// One socket.io connection: creates it late, listens, sends virtual requests. The state machine makes the decisions.
import { type RequestOptions, checkRequest } from '#app/api/check-request.ts';
import { ApiError } from '#app/api/errors.ts';
import type { Input } from './socket-machine.ts';

/** The part of a socket.io-client socket that is used here. */
export interface SocketLike {
  /** Set by the server while connected. */
  id?: string | undefined;
  connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  timeout(ms: number): { emit(event: string, ...args: unknown[]): unknown };
}

export interface LiveAnswer {
  statusCode: number;
  body: unknown;
  headers: Record<string, string>;
}

const disconnectedError = (): ApiError =>
  new ApiError(0, 'E_DISCONNECTED', { message: 'The socket disconnected before the request completed.' });

const probeMs = 2000;
const connectMs = 20_000;

const makeRealSocket = async (): Promise<SocketLike> => {
  const { Fetch, WebSocket, io } = await import('socket.io-client');
  // Without tryAllTransports a blocked WebSocket would never fall back to polling.
  const transports = { transports: [WebSocket, Fetch], tryAllTransports: true };
  return io({
    ...transports,
    // `Fetch` sends cookies only with it, also to the own origin.
    withCredentials: true,
    path: '/socket.io',
    autoConnect: false,
    reconnection: false,
    timeout: connectMs,
  }) as SocketLike;
};

/** The options of `createLive` that the connection needs. */
export interface WireOptions {
  nouns: readonly string[];
  onEvent(noun: string, change: unknown): void;
  onProbed(ms: number): void;
  makeSocket?: () => Promise<SocketLike>;
}

const readAnswer = (answer: Partial<LiveAnswer> | null): LiveAnswer => ({
  statusCode: answer?.statusCode ?? 200,
  body: answer?.body ?? null,
  headers: answer?.headers ?? {},
});

// Virtual requests over one socket; those without an answer end when the connection does.
const makeRequests = (socketNow: () => SocketLike | null) => {
  const open = new Set<() => void>();
  const request = (options: RequestOptions): Promise<LiveAnswer> => {
    checkRequest(options);
    const { method, url, headers = {}, params, data = params ?? {} } = options;
    const socket = socketNow();
    // Not queued: it would burst out minutes later. What must survive goes through the outbox.
    if (!socket?.connected) return Promise.reject(disconnectedError());
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(disconnectedError());
      open.add(giveUp);
      const message = { method: method.toLowerCase(), url, headers, data };
      socket.emit(message.method, message, (answer: Partial<LiveAnswer> | null) => {
        open.delete(giveUp);
        resolve(readAnswer(answer));
      });
    });
  };
  const dropAll = () => {
    const waiting = [...open];
    open.clear();
    for (const giveUp of waiting) giveUp();
  };
  return { request, dropAll };
};

export interface Wire {
  request(options: RequestOptions): Promise<LiveAnswer>;
  /** The id of the socket, null while it is not connected. */
  id(): string | null;
  connect(): void;
  disconnect(): void;
  probe(): void;
}

const listenTo = (
  socket: SocketLike,
  options: WireOptions,
  send: (input: Input) => void,
  dropAll: () => void,
): void => {
  socket.on('connect', () => send({ type: 'connected' }));
  socket.on('connect_error', () => send({ type: 'lost' }));
  socket.on('disconnect', ((reason: string) => {
    dropAll();
    // Our own disconnect: the machine already knows, and may be connecting again.
    if (reason !== 'io client disconnect') send({ type: 'lost' });
  }) as (...args: never[]) => void);
  for (const noun of new Set([...options.nouns, 'session'])) {
    socket.on(noun, ((change: unknown) => options.onEvent(noun, change)) as (...args: never[]) => void);
  }
};

/** Creates the connection at the first `connect`; passes its events to `send`. */
export const makeWire = (options: WireOptions, send: (input: Input) => void): Wire => {
  let socket: SocketLike | null = null;
  let wanted = false;
  const { request, dropAll } = makeRequests(() => socket);
  const make = options.makeSocket ?? makeRealSocket;
  let making: Promise<void> | null = null;
  const load = async () => {
    try {
      socket = await make();
      listenTo(socket, options, send, dropAll);
      if (wanted) socket.connect();
    } catch {
      making = null;
      if (wanted) send({ type: 'lost' });
    }
  };
  return {
    request,
    id: () => socket?.id ?? null,
    connect: () => {
      wanted = true;
      if (socket) socket.connect();
      else making ??= load();
    },
    disconnect: () => {
      wanted = false;
      socket?.disconnect();
      dropAll();
    },
    probe: () => {
      const message = { method: 'get', url: '/api/auth/check-user', headers: {}, data: {} };
      const sentAt = Date.now();
      const answered = (error: unknown) => {
        if (!error) options.onProbed(Date.now() - sentAt);
        send({ type: 'probed', answered: !error });
      };
      socket?.timeout(probeMs).emit('get', message, answered);
    },
  };
};
