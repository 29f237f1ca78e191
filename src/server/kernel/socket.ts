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
  if (socket.data.sessionId) void socket.join(`sid:${socket.data.sessionId}`);
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
  const { status, headers, body } = await options.dispatch(request);
  ack?.({ statusCode: status, headers, body });
}

function virtual(socket: Socket, options: SocketOptions, event: string, message: unknown): Request | null {
  if (typeof message !== 'object' || message === null) return null;
  const { url, data, params } = message as Record<string, unknown>;
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > 4000) return null;
  const [path = '', query = ''] = url.trim().split('?');
  const body = data ?? params;
  const auth = socket.handshake.auth as { key?: unknown; instance?: unknown };
  const forwarded = String(socket.handshake.headers['x-forwarded-for'] ?? '')
    .split(',')[0]
    ?.trim();
  return {
    method: event.toUpperCase(),
    path: path.replace(/^\/api(?=\/|$)/, '').replace(/\/+$/, ''),
    params: {
      ...parseQuery(query),
      ...(typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}),
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
