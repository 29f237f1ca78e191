// The HTTP door: cookies, anti-forgery, parsing and headers around dispatch; the app's files; health checks.
import { createReadStream, existsSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import type { Answer, Dispatch, Request } from './dispatch.ts';
import { SESSION_COOKIE, SESSION_DAYS, XSRF_COOKIE, makeXsrf, xsrfFits } from './session.ts';
import { randomToken } from './secrets.ts';

export interface HttpOptions {
  dispatch: Dispatch;
  xsrfSecret: string;
  /** The folder of the built app, or null where only the API is served. */
  appFolder: string | null;
  trustProxy: boolean;
  /** The origins a browser may come from besides the one it asked. */
  origins: readonly string[];
  tls: { cert: Buffer; key: Buffer } | null;
  ready(): Promise<boolean>;
  /** Other doors (object store, pings) that need the raw request. */
  extra(server: FastifyInstance): void;
  /** Told when a response hands out a new session id, with the old one. */
  rotated(from: string | null, to: string | null): void;
}

const BODY_LIMIT = 1_000_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

export function makeHttp(options: HttpOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    ...(options.tls ? { https: options.tls } : {}),
    // A path that cannot be decoded names nothing.
    frameworkErrors: (_error, _request, reply) => missing(reply as unknown as FastifyReply),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
  }) as unknown as FastifyInstance;
  parsers(server);
  server.setErrorHandler(
    (error, _request, reply) => void reply.code(statusOf(error)).headers(API_HEADERS).send(errorBody(error)),
  );
  server.setNotFoundHandler((_request, reply) => missing(reply));
  server.get('/healthz', (_request, reply) => void reply.header('cache-control', 'no-store').send({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const ok = await options.ready().catch(() => false);
    await reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok });
  });
  server.get('/__getcookie', (request, reply) => {
    const cookies = readCookies(request.headers.cookie);
    hand(options, request, reply, cookies, undefined);
    void reply.type('application/javascript').send('_sailsIoJSConnect();');
  });
  server.route({ method: [...METHODS], url: '/api/*', handler: (request, reply) => api(options, request, reply) });
  options.extra(server);
  if (options.appFolder) files(server, options.appFolder);
  return server;
}

export const parseQuery = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    arrayLimit: 1000,
    depth: 6,
    parameterLimit: 2000,
    // Without it keys such as `constructor` would be dropped unseen, and the filter that they name with them.
    plainObjects: true,
  }) as Record<string, unknown>;

const missing = (reply: FastifyReply): void =>
  void reply.code(404).headers(API_HEADERS).send({ code: 'E_NOT_FOUND', message: 'Not Found' });
const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function parsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400, code: 'E_BAD_BODY' }));
    }
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseQuery(String(body))),
  );
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    done(Object.assign(new Error('Send JSON.'), { statusCode: 400, code: 'E_BAD_BODY' }));
  });
}

const statusOf = (error: unknown): number => {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return status >= 400 && status < 600 ? status : 500;
};
function errorBody(error: unknown): { code: string; message: string } {
  const status = statusOf(error);
  if (status === 413) return { code: 'E_TOO_LARGE', message: `The body is larger than ${BODY_LIMIT} bytes.` };
  if (status >= 500) return { code: 'E_INTERNAL', message: 'Internal Server Error' };
  return { code: 'E_BAD_BODY', message: (error as Error).message };
}

async function api(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cookies = readCookies(request.headers.cookie);
  const body = request.body;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    return void reply
      .code(400)
      .headers(API_HEADERS)
      .send({ code: 'E_BAD_BODY', message: 'The body must be a JSON object.' });
  }
  const answer = await options.dispatch({
    method: request.method,
    path: (request.url.split('?')[0] ?? '').slice('/api'.length).replace(/\/+$/, ''),
    params: { ...(request.query as object), ...(body as object | undefined) },
    carrier: 'http',
    ip: request.ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    sessionId: cookies[SESSION_COOKIE] ?? null,
    clientKey: clientKeyOf(request),
    trusted: trusts(options, request, cookies),
    socketId: socketIdOf(request),
  });
  // A client shows its key with each request: a cookie would be work for nothing.
  if (!clientKeyOf(request)) hand(options, request, reply, cookies, answer);
  await reply
    .code(answer.status)
    .headers({ ...API_HEADERS, ...answer.headers })
    .send(JSON.stringify(answer.body));
}

/** Only what may be a socket's own id: under the name of a room the sender would keep a change from everyone in it. */
function socketIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['x-socket-id'];
  return typeof id === 'string' && /^[\w-]{20}$/.test(id) ? id : null;
}

function clientKeyOf(request: FastifyRequest): Request['clientKey'] {
  const [scheme, key] = (request.headers.authorization ?? '').split(' ');
  const instance = request.headers['x-client-instance'];
  return scheme === 'Bearer' && key ? { key, instance: typeof instance === 'string' ? instance : '' } : null;
}

/** The signed double submit, and as a second lock the Origin that a browser tells. */
function trusts(options: HttpOptions, request: FastifyRequest, cookies: Record<string, string>): boolean {
  if (clientKeyOf(request)) return true;
  if (!originFits(options.origins, request.headers.origin, request.headers.host)) return false;
  const sent = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token'];
  const session = cookies[SESSION_COOKIE];
  const token = cookies[XSRF_COOKIE];
  return (
    typeof sent === 'string' && session !== undefined && token === sent && xsrfFits(options.xsrfSecret, session, sent)
  );
}

export function originFits(origins: readonly string[], origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (origins.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** Hands out the session and the anti-forgery cookie where they are missing, do not fit, or changed. */
function hand(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Record<string, string>,
  answer: Answer | undefined,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const before = cookies[SESSION_COOKIE] ?? null;
  const session =
    typeof answer?.sessionId === 'string'
      ? answer.sessionId
      : before === null || answer?.sessionId === null
        ? randomToken()
        : before;
  const set: string[] = [];
  if (session !== before)
    set.push(`${SESSION_COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_DAYS * 86_400}${secure}`);
  if (session !== before || !xsrfFits(options.xsrfSecret, session, cookies[XSRF_COOKIE] ?? '')) {
    set.push(
      `${XSRF_COOKIE}=${makeXsrf(options.xsrfSecret, session)}; Path=/; SameSite=Lax; Max-Age=${SESSION_DAYS * 86_400}${secure}`,
    );
  }
  if (set.length > 0) reply.header('set-cookie', set);
  if (answer?.sessionId !== undefined) options.rotated(before, answer.sessionId);
}

export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at).trim()] ??= part.slice(at + 1).trim();
  }
  return cookies;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.json': 'application/json',
};
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** The built app: hashed files for ever, the shell never; an unknown asset is a 404 and not the shell. */
function files(server: FastifyInstance, folder: string): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = safeDecode(request.url.split('?')[0] ?? '/');
      const inside = normalize(path).replace(/^([/\\]|\.\.)+/, '');
      const isFile = extname(inside) !== '';
      const file = join(folder, isFile ? inside : 'index.html');
      if (!file.startsWith(folder) || !existsSync(file)) return reply.code(404).type('text/plain').send('Not Found');
      const zipped = ['br', 'gz'].find((ending) => accepts(request, ending) && existsSync(`${file}.${ending}`));
      const immutable = inside.startsWith('assets/');
      reply.headers({
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        vary: 'accept-encoding',
        ...(request.protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
        ...(zipped ? { 'content-encoding': zipped === 'gz' ? 'gzip' : 'br' } : {}),
      });
      return reply.send(createReadStream(zipped ? `${file}.${zipped}` : file));
    },
  });
}

const accepts = (request: FastifyRequest, ending: string): boolean =>
  String(request.headers['accept-encoding'] ?? '').includes(ending === 'gz' ? 'gzip' : 'br');

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/';
  }
}
