// The HTTP transport: cookies, anti-forgery and headers around dispatch; the app's files; health checks.
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serveApp } from './app-files.ts';
import { bodyFor } from './compression.ts';
import { BODY_LIMIT, addParsers, envelopeOf, parseQuery, readBody, readUrl } from '#server/transport/body-parser.ts';
import {
  badConnection,
  bindConnections,
  boundBodies,
  checkEvery,
  type ConnectionLimits,
} from '#server/transport/connection-limits.ts';
import { addCookies, handOut, type CookieOptions } from '#server/auth/cookies.ts';
import { isCsv } from '#server/pipeline/csv.ts';
import type { Dispatch, Request } from '#server/pipeline/dispatch.ts';
import { requestId } from '#server/pipeline/id.ts';
import { knownBrowserCookie } from '#server/auth/known-browser.ts';
import type { Log } from '#server/pipeline/logger.ts';
import { CLIENT_KEY } from '#server/auth/crypto.ts';
import { XSRF_COOKIE, sessionCookie, xsrfFits } from '#server/auth/session.ts';
import { asObject, propertyOf } from '#server/unknown.ts';
import { originFits, ownOrigin } from '#server/auth/csrf.ts';

export interface HttpOptions extends CookieOptions {
  dispatch: Dispatch;
  log: Log;
  bounds: ConnectionLimits;
  /** The folder of the built app, or null where only the API is served. */
  appFolder: string | null;
  /** One proxy stands before this server: what it says of the caller is believed, what came to it is not. */
  trustProxy: boolean;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Whether this server is ready, and the other facts of `/readyz`. */
  ready(): Promise<{ ok: boolean } & Record<string, unknown>>;
  /** Whether the server is about to end: each connection then ends with its answer. */
  isClosing(): boolean;
  /** Other routes (object store, documents) that need the raw request. */
  extra(server: FastifyInstance): void;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
const CALLS = '/api/*';
const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function makeHttp(options: HttpOptions): FastifyInstance {
  const { bounds } = options;
  const checking = { connectionsCheckingInterval: checkEvery(bounds) };
  // With TLS or without, the rest of the server uses what both have.
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: requestId,
    // The connection itself is the proxy's; of the addresses that it names, the last is the one that it saw.
    trustProxy: options.trustProxy && ((_address, hop) => hop === 0),
    connectionTimeout: bounds.idleMs,
    keepAliveTimeout: bounds.keepAliveMs,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: badConnection,
    ...(options.tls ? { https: { ...options.tls, ...checking } } : { http: checking }),
    // A path that cannot be decoded names nothing.
    frameworkErrors: (_error, _request, reply) => missing(reply),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
  }) as FastifyInstance;
  bindConnections(server.server, bounds, options.trustProxy);
  addParsers(server);
  addCookies(server);
  boundBodies(server, bounds.bodyMs, isCall);
  server.setErrorHandler((error, request, reply) => failed(options, error, request, reply));
  server.setNotFoundHandler((_request, reply) => missing(reply));
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    if (options.isClosing()) reply.header('connection', 'close');
    done(null, payload);
  });
  addChecks(server, options);
  server.route({ method: [...METHODS], url: CALLS, handler: (request, reply) => api(options, request, reply) });
  server.post('/unsubscribe', (request, reply) => unsubscribe(options, request, reply));
  options.extra(server);
  if (options.appFolder) serveApp(server, options.appFolder, (request, reply) => handOut(options, request, reply));
  return server;
}

const isCall = (request: FastifyRequest): boolean => request.routeOptions.url === CALLS;
const missing = (reply: FastifyReply): void =>
  void reply.code(404).headers(API_HEADERS).send({ code: 'E_NOT_FOUND', message: 'Not Found' });

function failed(options: HttpOptions, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = envelopeOf(error);
  if (status === 500) options.log.failure(`${request.method} ${request.routeOptions.url ?? ''}`, error, request.id);
  if (isCall(request) && !clientKeyOf(request)) handOut(options, request, reply);
  void reply.code(status).headers(API_HEADERS).send(body);
}

/** Monitoring of this server asks here, and sails.io.js where a page of another origin begins. */
function addChecks(server: FastifyInstance, options: HttpOptions): void {
  server.get('/healthz', (_request, reply) => void reply.header('cache-control', 'no-store').send({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const readiness = await options.ready();
    await reply
      .code(readiness.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
  server.get('/__getcookie', (request, reply) => {
    handOut(options, request, reply);
    void reply.headers({ ...API_HEADERS, 'content-type': 'application/javascript' }).send('_sailsIoJSConnect();');
  });
}

async function api(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path } = readUrl(request.url);
  if (path === null) return missing(reply);
  const { cookies } = request;
  const clientKey = clientKeyOf(request);
  const trusted = trusts(options, request);
  const answer = await options.dispatch({
    id: request.id,
    method: request.method,
    path,
    read: () => readBody(asObject(request.query), request.body, request.headers['content-type']),
    carrier: 'http',
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    origin: ownOrigin(options.origins, request.headers),
    sessionId: cookies[sessionCookie(options.secure)] ?? null,
    knownBrowser: cookies[knownBrowserCookie(options.secure)] ?? null,
    clientKey,
    trusted,
    socketId: socketIdOf(request),
    ifMatch: request.headers['if-match'] ?? null,
    userId: userIdOf(request),
    wantsCsv: isCsv(request.headers.accept),
  });
  // A client shows its key with each request: a cookie would be work for nothing.
  if (!clientKey) handOut(options, request, reply, answer);
  const { stream } = answer;
  const body = stream ? streamOf(options, request, stream) : await bodyFor(request, reply, answer, trusted);
  await reply
    .code(answer.status)
    .headers({ ...API_HEADERS, ...answer.headers })
    .send(body);
}

/** A failure under way is logged, and ends the connection. */
function streamOf({ log }: HttpOptions, request: FastifyRequest, parts: AsyncIterable<string>): Readable {
  const stream = Readable.from(parts);
  stream.on('error', (error) => log.failure(`${request.method} ${request.routeOptions.url ?? ''}`, error, request.id));
  return stream;
}

/** The one click of a mail program (RFC 8058): the address in the mail, without a cookie. Its GET is the page. */
async function unsubscribe({ dispatch }: HttpOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = propertyOf(request.query, 'token');
  const answer = await dispatch({
    id: request.id,
    method: 'POST',
    path: '/userorg/unsubscribe',
    read: () => ({ params: { token }, texts: new Set(['token']) }),
    carrier: 'http',
    ip: request.ip,
    agent: '',
    origin: null,
    sessionId: null,
    knownBrowser: null,
    clientKey: null,
    trusted: false,
    socketId: null,
    ifMatch: null,
    userId: null,
  });
  await reply
    .code(answer.status)
    .headers({ ...API_HEADERS, ...answer.headers })
    .send(JSON.stringify(answer.body));
}

const userIdOf = ({ headers }: FastifyRequest): string | null => {
  const id = headers['x-user-id'];
  return typeof id === 'string' ? id : null;
};

/** X-Socket-Id, where it has the form of a socket's id: it is sent to every other server. */
function socketIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['x-socket-id'];
  return typeof id === 'string' && /^[\w-]{20}$/.test(id) ? id : null;
}

function clientKeyOf({ headers }: FastifyRequest): Request['clientKey'] {
  const [scheme, key = ''] = (headers.authorization ?? '').split(' ');
  const instance = headers['x-client-instance'];
  if (scheme?.toLowerCase() !== 'bearer' || !key.startsWith(CLIENT_KEY)) return null;
  return { key, instance: typeof instance === 'string' ? instance : '' };
}

/** The signed double submit, and as a second check the Origin header of a browser. */
function trusts(options: HttpOptions, request: FastifyRequest): boolean {
  if (!originFits(options.origins, request.headers.origin, request.headers.host)) return false;
  const sent = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token'];
  const { [sessionCookie(options.secure)]: session, [XSRF_COOKIE]: token } = request.cookies;
  return (
    typeof sent === 'string' && session !== undefined && token === sent && xsrfFits(options.xsrfSecret, session, sent)
  );
}
