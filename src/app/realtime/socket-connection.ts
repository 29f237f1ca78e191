// One real socket: made late, listened to, asked virtual requests. Decides nothing; the machine does.
import type { Input } from './socket-machine.ts';

/** The part of a socket.io-client socket that is used here. */
export interface SocketLike {
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

/** The connection went before the answer came: not the server's error. */
export class LiveGone extends Error {
  readonly status = 0;
  constructor() {
    super('The socket disconnected before the request completed.');
    this.name = 'LiveGone';
  }
}

const probeMs = 2000;
const connectMs = 5000;

const makeRealSocket = async (): Promise<SocketLike> => {
  const { io } = await import('socket.io-client');
  // Without tryAllTransports a blocked WebSocket would never fall back to polling.
  const transports = { transports: ['websocket', 'polling'], tryAllTransports: true };
  return io({
    ...transports,
    path: '/socket.io',
    autoConnect: false,
    reconnection: false,
    timeout: connectMs,
  }) as SocketLike;
};

/** What the wire needs of the options of createLive. */
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
  const request = (method: string, url: string, data: unknown = {}): Promise<LiveAnswer> => {
    if (typeof url !== 'string' || url === '') throw new TypeError('Invalid or missing URL!');
    const socket = socketNow();
    // Not queued: it would burst out minutes later. What must survive goes through the outbox.
    if (!socket?.connected) return Promise.reject(new LiveGone());
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new LiveGone());
      open.add(giveUp);
      const message = { method: method.toLowerCase(), url, headers: {}, data };
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
  request(method: string, url: string, data?: unknown): Promise<LiveAnswer>;
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
  for (const noun of new Set([...options.nouns, 'recent', 'session'])) {
    socket.on(noun, ((change: unknown) => options.onEvent(noun, change)) as (...args: never[]) => void);
  }
};

/** The connection, made at the first connect; what it hears goes to `send`. */
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
