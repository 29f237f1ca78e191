// The socket door: virtual requests (spec/wire.md 9.7) into dispatch, rooms for live events, our clients' connections.
import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Dispatch, Request } from './dispatch.ts';
import { originFits, parseQuery, readCookies } from './http.ts';
import { SESSION_COOKIE } from './session.ts';

export interface SocketOptions {
  dispatch: Dispatch;
  origins: readonly string[];
  trustProxy: boolean;
  /** Told when a socket of one of our clients goes. */
  left(socket: Socket): void;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head']);
type Ack = (answer: { body: unknown; headers: Record<string, string>; statusCode: number }) => void;

export function makeSockets(http: HttpServer, options: SocketOptions): Server {
  const io = new Server(http, {
    path: '/socket.io',
    allowEIO3: true,
    transports: ['polling', 'websocket'],
    pingInterval: 15_000,
    pingTimeout: 20_000,
    maxHttpBufferSize: 1_000_000,
    perMessageDeflate: false,
    serveClient: false,
    cookie: false,
    allowRequest: (request, decide) =>
      decide(null, originFits(options.origins, request.headers.origin, request.headers.host)),
  });
  io.on('connection', (socket) => welcome(socket, options));
  return io;
}

function welcome(socket: Socket, options: SocketOptions): void {
  socket.data.sessionId = readCookies(socket.handshake.headers.cookie)[SESSION_COOKIE] ?? null;
  socket.onAny((event: string, ...parts: unknown[]) => {
    const last = parts.at(-1);
    const ack = typeof last === 'function' ? (last as Ack) : null;
    void answer(socket, options, event, ack ? (parts[0] === ack ? undefined : parts[0]) : parts[0], ack);
  });
  socket.on('error', () => undefined);
  socket.on('disconnect', () => options.left(socket));
}

async function answer(
  socket: Socket,
  options: SocketOptions,
  event: string,
  message: unknown,
  ack: Ack | null,
): Promise<void> {
  const request = METHODS.has(event) ? virtual(socket, options, event, message) : null;
  if (request === 'bad-body') {
    ack?.({ statusCode: 400, headers: {}, body: { code: 'E_BAD_BODY', message: 'The body must be a JSON object.' } });
    return;
  }
  if (!request) {
    const status = METHODS.has(event) ? 400 : 405;
    const body =
      status === 400
        ? {
            code: 'E_PARSE_VIRTUAL_REQUEST',
            message: 'Failed to parse incoming socket.io request.',
            details: ['url: must be a string that begins with /'],
          }
        : { code: 'E_METHOD', message: `There is no method ${event.slice(0, 20)}.` };
    if (ack) ack({ statusCode: status, headers: {}, body });
    else if (status === 400) socket.emit('sails:parseError', { ...body, status });
    return;
  }
  const { status, headers, body, sessionId } = await options.dispatch(request);
  if (sessionId !== undefined) await repoint(socket, sessionId);
  ack?.({ statusCode: status, headers, body });
}

/** Signed in or out over the socket: all sockets of the old session go with it, out of the data rooms of who it was. */
async function repoint(socket: Socket, to: string | null): Promise<void> {
  const from = socket.data.sessionId as string | null;
  const mates =
    from === null ? [socket] : [...socket.nsp.sockets.values()].filter((one) => one.data.sessionId === from);
  for (const one of mates) {
    one.data.sessionId = to;
    one.data.enrolled = false;
    for (const room of one.rooms) if (room.includes('@')) await one.leave(room);
  }
}

const isBag = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function virtual(socket: Socket, options: SocketOptions, event: string, message: unknown): Request | 'bad-body' | null {
  if (typeof message !== 'object' || message === null) return null;
  const { url, data, params } = message as Record<string, unknown>;
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > 4000) return null;
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url.trim()) ?? [];
  const bodies = [params, data].filter((one) => one !== undefined && one !== null);
  if (!bodies.every(isBag)) return 'bad-body';
  const auth = socket.handshake.auth as { key?: unknown; instance?: unknown };
  const forwarded = String(socket.handshake.headers['x-forwarded-for'] ?? '')
    .split(',')[0]
    ?.trim();
  return {
    method: event.toUpperCase(),
    path: path.replace(/^\/api(?=\/|$)/, '').replace(/\/+$/, ''),
    params: {
      ...parseQuery(query),
      ...Object.fromEntries(bodies.flatMap((one) => Object.entries(one as object))),
    },
    carrier: 'socket',
    ip: options.trustProxy && forwarded ? forwarded : socket.handshake.address,
    agent: String(socket.handshake.headers['user-agent'] ?? '').slice(0, 200),
    sessionId: (socket.data.sessionId as string | null) ?? null,
    clientKey:
      typeof auth.key === 'string'
        ? { key: auth.key, instance: typeof auth.instance === 'string' ? auth.instance : '' }
        : null,
    trusted: true,
    socketId: socket.id,
  };
}
