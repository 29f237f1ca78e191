// How long and how often one caller may hold the server: slow and half-open connections end, and no address takes all.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '#server/auth/network.ts';

export interface ConnectionLimits {
  /** Until the last header of a request, from the first byte or the opening of the connection. */
  headersMs: number;
  /** Until the last byte of a call's body. Uploads have no such end: they may be as long as they flow. */
  bodyMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  keepAliveMs: number;
  /** Until a live socket has joined, from its handshake. */
  joinMs: number;
  connections: number;
  /** Many machines of one customer may share an address. Not applied behind a proxy, whose address they all have. */
  connectionsPerAddress: number;
  socketsPerAddress: number;
  socketsPerSession: number;
  /** Requests of one live socket that are not answered yet. */
  unanswered: number;
  /** The bytes that wait at one live socket until no more are added: then it is closed. */
  unreadBytes: number;
  /** Until the last answer, from the end of the server: what hangs, an upload mostly, is cut off then. */
  endMs: number;
}

export const BOUNDS: ConnectionLimits = {
  headersMs: 20_000,
  bodyMs: 30_000,
  idleMs: 120_000,
  keepAliveMs: 65_000,
  joinMs: 20_000,
  connections: 20_000,
  connectionsPerAddress: 1000,
  socketsPerAddress: 1000,
  socketsPerSession: 50,
  unanswered: 1000,
  unreadBytes: 4_000_000,
  endMs: 2_000,
};

/** Counts what is open under each key. */
export class Open {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }
  drop(key: string): void {
    const left = this.of(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}

/** The checks for slow requests run this often; half of the shortest wait is exact enough. */
export const checkEvery = ({ headersMs }: ConnectionLimits): number =>
  Math.max(50, Math.min(5000, Math.floor(headersMs / 2)));

/** Applies the bounds of connections and of headers to a server that does not listen yet. */
export function bindConnections(server: Server, bounds: ConnectionLimits, behindProxy: boolean): void {
  server.headersTimeout = bounds.headersMs;
  server.maxConnections = bounds.connections;
  if (behindProxy) return;
  const open = new Open();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (open.of(address) >= bounds.connectionsPerAddress) return void socket.destroy();
    open.add(address);
    socket.once('close', () => open.drop(address));
  });
}

/** Ends a call whose body does not arrive in time. Registered before the routes. */
export function boundBodies(server: FastifyInstance, bodyMs: number, isCall: (request: FastifyRequest) => boolean) {
  server.addHook('onRequest', (request, reply, done) => {
    if (isCall(request) && hasBody(request)) endUnlessRead(request, reply.raw, bodyMs);
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function endUnlessRead({ raw }: FastifyRequest, response: ServerResponse, bodyMs: number): void {
  const timer = setTimeout(() => {
    if (!response.headersSent) endWith(raw.socket, 408, 'E_TIMEOUT', 'The request took too long to arrive.');
  }, bodyMs);
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
}

/** The bytes of one queued packet besides its text. */
const PACKET_BYTES = 1000;

/** A live connection of the engine, as far as it is needed here. */
export interface LiveConnection {
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): void;
  on(event: 'flush', listener: () => void): void;
  close(discard: boolean): void;
  transport: { socket?: { terminate?(): void } };
}

/** Ends a live connection that is sent more than it reads: the engine would keep all of it. One answer may be of any size. */
export function endUnread(connection: LiveConnection, unreadBytes: number): void {
  let waiting = 0;
  // Only what has left makes room for the next: the engine flushes when the transport took all that was before.
  connection.on('flush', () => (waiting = 0));
  connection.on('packetCreate', ({ data }) => {
    if (waiting > unreadBytes) {
      connection.close(true);
      // A farewell would wait behind what is not read.
      return connection.transport.socket?.terminate?.();
    }
    waiting += PACKET_BYTES + (typeof data === 'string' ? data.length : 0);
  });
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** A last word on a connection that has no request to answer. */
export function endWith(socket: Socket, status: number, code: string, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ code, message });
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** The input is no HTTP, too large, or came too slowly. */
export function badConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  if (error.code === 'HPE_HEADER_OVERFLOW') return endWith(socket, 431, 'E_TOO_LARGE', 'The headers are too long.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return endWith(socket, 408, 'E_TIMEOUT', 'The request took too long to arrive.');
  endWith(socket, 400, 'E_BAD_BODY', 'This is not a valid HTTP request.');
}
