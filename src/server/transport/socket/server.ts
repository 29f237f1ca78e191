// The socket transport: virtual requests (spec/wire.md 9.7) into dispatch, rooms for live events, our clients' connections.
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { LiveServer, LiveSocket } from './socket-data.ts';
import { isObject } from '#server/unknown.ts';
import { mergeParams, parseQuery, readUrl } from '#server/transport/body-parser.ts';
import { Open, endUnread, type ConnectionLimits, type LiveConnection } from '#server/transport/connection-limits.ts';
import { parseCookies } from '#server/auth/cookies.ts';
import type { Answer, Dispatch, Request } from '#server/pipeline/dispatch.ts';
import { requestId } from '#server/pipeline/id.ts';
import { knownBrowserCookie } from '#server/auth/known-browser.ts';
import type { Log } from '#server/pipeline/logger.ts';
import { networkOf } from '#server/auth/network.ts';
import { sessionCookie } from '#server/auth/session.ts';
import { isForeign, ownOrigin } from '#server/auth/csrf.ts';

export interface SocketOptions {
  http: HttpServer;
  dispatch: Dispatch;
  log: Log;
  bounds: ConnectionLimits;
  origins: readonly string[];
  trustProxy: boolean;
  /** Cookies are for https alone. */
  secure: boolean;
  /** Called when a socket read a list: a socket that reads a list receives its changes without subscribing. */
  onListRead(socket: LiveSocket): Promise<void>;
  /** Called when the session of a socket here got another id, or ended. */
  onSessionMoved(session: string): void;
  /** Called when a socket of one of our clients disconnects. */
  left(socket: LiveSocket): void;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head']);
/** As long as a request line over HTTP may be. */
const URL_LIMIT = 16_000;
type Acknowledgement = { body?: unknown; headers: Record<string, string>; statusCode: number };
type Ack = (answer: Acknowledgement) => void;

/** Makes a socket server without connections: rooms and events can be set up on it before the calls that it answers. */
export const makeSocketServer = ({ joinMs }: Pick<ConnectionLimits, 'joinMs'>): LiveServer =>
  new Server({
    path: '/socket.io',
    allowEIO3: true,
    transports: ['polling', 'websocket'],
    pingInterval: 15_000,
    pingTimeout: 20_000,
    connectTimeout: joinMs,
    maxHttpBufferSize: 1_000_000,
    perMessageDeflate: false,
    serveClient: false,
    cookie: false,
  });

/** Answers the virtual requests of the connections of an HTTP server. */
export function serveSockets(io: LiveServer, options: SocketOptions): void {
  const open = new Open();
  io.attach(options.http, {
    allowRequest: (request, decide) => {
      const full = isFull(open, options, request) && 'Too many live connections.';
      const refused = isWelcome(options, request) ? full : 'Cross-origin connections are not allowed.';
      return refused ? decide(refused, false) : decide(null, true);
    },
  });
  // The handshake is not enough: whoever knows the id of a connection could go on with it from the page of another site.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) =>
    next(!paramsOf(request).has('sid') || isWelcome(options, request) ? undefined : new Error('from another site')),
  );
  // Counted where each begins: of handshakes that arrive all at once, those too many end here.
  io.engine.on('connection', (connection: LiveConnection & { request: IncomingMessage; once: LiveSocket['once'] }) => {
    const over = isFull(open, options, connection.request);
    const keys = visibleIn(options, connection.request).map(([key]) => key);
    for (const key of keys) open.add(key);
    connection.once('close', () => keys.forEach((key) => open.drop(key)));
    endUnread(connection, options.bounds.unreadBytes);
    if (over) connection.close(true);
  });
  io.on('connection', (socket) => welcome(socket, options));
}

const paramsOf = ({ url }: IncomingMessage): URLSearchParams => new URL(url ?? '', 'http://backwatch').searchParams;

/** A script of any site could read an answer that is wrapped into JavaScript (`j`): none is. */
const isWelcome = ({ origins }: SocketOptions, request: IncomingMessage): boolean =>
  !paramsOf(request).has('j') && !isForeign(origins, request.headers, false);

/** The counters of one connection, each with its limit. */
function visibleIn(options: SocketOptions, request: IncomingMessage): [string, number][] {
  const { bounds, trustProxy } = options;
  const session = parseCookies(request.headers.cookie)[sessionCookie(options.secure)];
  const address = addressOf(trustProxy, request.headers['x-forwarded-for'], request.socket.remoteAddress ?? '');
  return [
    [`address ${networkOf(address)}`, bounds.socketsPerAddress],
    ...(session ? [[`session ${session}`, bounds.socketsPerSession] satisfies [string, number]] : []),
  ];
}
const isFull = (open: Open, options: SocketOptions, request: IncomingMessage): boolean =>
  visibleIn(options, request).some(([key, bound]) => open.of(key) >= bound);

/** Of the addresses that a proxy names, the last is the one that it saw itself. */
const addressOf = (trustProxy: boolean, forwarded: string | string[] | undefined, direct: string): string =>
  (trustProxy &&
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()) ||
  direct;

function welcome(socket: LiveSocket, options: SocketOptions): void {
  const { headers, address } = socket.handshake;
  socket.data.ip = addressOf(options.trustProxy, headers['x-forwarded-for'], address);
  const cookies = parseCookies(headers.cookie);
  socket.data.sessionId = cookies[sessionCookie(options.secure)] ?? null;
  socket.data.knownBrowser = cookies[knownBrowserCookie(options.secure)] ?? null;
  let unanswered = 0;
  socket.onAny((event: string, ...parts: unknown[]) => {
    const last = parts.at(-1);
    const ack: Ack | null = typeof last === 'function' ? (acknowledgement) => void last(acknowledgement) : null;
    const message = parts[0] === last && ack ? undefined : parts[0];
    if (unanswered >= options.bounds.unanswered) return ack?.(overrun);
    unanswered += 1;
    void answer(socket, options, event, message, ack).finally(() => (unanswered -= 1));
  });
  socket.on('error', () => undefined);
  socket.on('disconnect', () => options.left(socket));
}

const refusal = (statusCode: number, code: string, message: string, headers = {}): Acknowledgement => ({
  statusCode,
  headers,
  body: { code, message },
});
const overrun = refusal(429, 'E_RATE', 'Too many requests at once on this connection.', { 'retry-after': '1' });
const nowhere = refusal(404, 'E_NOT_FOUND', 'Not Found');
const badBody = refusal(400, 'E_BAD_BODY', 'The body must be a JSON object.');

/** A message that is no virtual request. */
class Unparsed {
  readonly code = 'E_PARSE_VIRTUAL_REQUEST';
  readonly message = 'Failed to parse incoming socket.io request.';
  readonly details: string[];

  constructor(...details: string[]) {
    this.details = details;
  }
}

/** Answers once, whatever was sent; nothing is thrown. */
async function answer(
  socket: LiveSocket,
  options: SocketOptions,
  event: string,
  message: unknown,
  ack: Ack | null,
): Promise<void> {
  const id = requestId();
  const identified = (acknowledgement: Acknowledgement) => ({
    ...acknowledgement,
    headers: { ...acknowledgement.headers, 'x-request-id': id },
  });
  try {
    const acknowledgement = await toAnswer(socket, options, id, event, message);
    if (ack) ack(identified(acknowledgement));
    else if (acknowledgement.body instanceof Unparsed)
      socket.emit('sails:parseError', { ...acknowledgement.body, status: 400 });
  } catch (error) {
    options.log.failure(`socket ${event.slice(0, 20)}`, error, id);
    ack?.(identified(refusal(500, 'E_INTERNAL', 'Internal Server Error')));
  }
}

async function toAnswer(
  socket: LiveSocket,
  options: SocketOptions,
  id: string,
  event: string,
  message: unknown,
): Promise<Acknowledgement> {
  if (!METHODS.has(event)) return refusal(405, 'E_METHOD', `The method ${event.slice(0, 20)} is not supported.`);
  const request = virtual(socket, options, id, event, message);
  if (request === 'nowhere') return nowhere;
  if (request === 'bad-body') return badBody;
  if (request instanceof Unparsed) return { statusCode: 400, headers: {}, body: request };
  const { status, headers, body, sessionId } = await options.dispatch(request);
  if (sessionId !== undefined) await repoint(socket, options, sessionId);
  if (status === 200 && isList(headers)) await options.onListRead(socket);
  return { statusCode: status, headers, ...(event === 'head' ? {} : { body }) };
}

const isList = (headers: Answer['headers']): boolean => headers['x-total-count'] !== undefined;

/**
 * Signed in or out over the socket: it goes over to the new session, out of the data rooms of who it was. Who else shows the
 * id of the old one has not proven anything, and begins anew.
 */
async function repoint(socket: LiveSocket, options: SocketOptions, to: string | null): Promise<void> {
  const from = socket.data.sessionId;
  socket.data.sessionId = to;
  socket.data.enrolled = false;
  for (const room of socket.rooms) if (room.includes('@')) await socket.leave(room);
  if (from !== null) options.onSessionMoved(from);
}

const isBag = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** One sentence for each field of a message that makes it no virtual request. */
function faultsOf({ url, method, headers, params, data }: Record<string, unknown>): string[] {
  const isUrl = typeof url === 'string' && url.startsWith('/') && url.length <= URL_LIMIT;
  return [
    !isUrl && `url: must be a string that begins with / and has at most ${URL_LIMIT} characters`,
    isGiven(method) && typeof method !== 'string' && 'method: must be a string',
    isGiven(headers) && !isBag(headers) && 'headers: must be an object',
    isGiven(params) && !isBag(params) && 'params: must be an object',
    isGiven(params) && isGiven(data) && 'params: must not be sent together with `data`',
  ].filter((fault) => fault !== false);
}

/** Of its `headers` only If-Match counts: the handshake already identified the sender and the address. */
function virtual(
  socket: LiveSocket,
  options: SocketOptions,
  id: string,
  event: string,
  message: unknown,
): Request | 'bad-body' | 'nowhere' | Unparsed {
  if (!isBag(message)) return new Unparsed('message: must be an object');
  const faults = faultsOf(message);
  if (faults.length > 0) return new Unparsed(...faults);
  const { url, data, params } = message;
  const { path, query } = readUrl(String(url));
  if (path === null) return 'nowhere';
  const body = data ?? params ?? {};
  if (!isBag(body)) return 'bad-body';
  const { headers } = socket.handshake;
  const { key, instance }: Record<string, unknown> = socket.handshake.auth;
  return {
    id,
    method: event.toUpperCase(),
    path,
    read: () => mergeParams(parseQuery(query), body),
    carrier: 'socket',
    ip: socket.data.ip,
    agent: (headers['user-agent'] ?? '').slice(0, 200),
    origin: ownOrigin(options.origins, headers),
    sessionId: socket.data.sessionId,
    knownBrowser: socket.data.knownBrowser,
    clientKey: typeof key === 'string' ? { key, instance: typeof instance === 'string' ? instance : '' } : null,
    trusted: true,
    socketId: socket.id,
    ifMatch: headerOf(message, 'if-match'),
    userId: headerOf(message, 'x-user-id'),
  };
}

/** A header of a virtual request: names have no case, and any value counts as text. Null where there is none. */
function headerOf({ headers }: { headers?: unknown }, name: string): string | null {
  const [, value] = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name) ?? [];
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
