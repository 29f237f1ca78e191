// The cookies of browsers: session, CSRF token, and the proof that somebody signed in there before. Read and set by @fastify/cookie.
import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '#server/pipeline/dispatch.ts';
import { KNOWN_BROWSER_DAYS, knownBrowserCookie } from './known-browser.ts';
import { randomToken } from './crypto.ts';
import { SESSION_DAYS, XSRF_COOKIE, makeXsrf, sessionCookie, xsrfFits } from './session.ts';
import { isForeign } from './csrf.ts';

/** The settings of the cookies that both transports read and set. */
export interface CookieOptions {
  xsrfSecret: string;
  /** Cookies are for https alone. */
  secure: boolean;
  /** The origins a browser may come from besides the one it asked. */
  origins: readonly string[];
  /** Called when a response sends a new session id, with the old one, and the address. */
  onSessionRotated(from: string | null, to: string | null, ip: string): void;
}

const DAY_SECONDS = 86_400;

/** Reads and sets cookies on all routes that are registered later. */
export const addCookies = (server: FastifyInstance): void => void server.register(fastifyCookie);

/** Returns the cookies of a request that does not pass Fastify: the handshake of a socket. */
export const parseCookies = (header: string | undefined): Record<string, string | undefined> =>
  fastifyCookie.parse(header ?? '');

/**
 * Hands out the session and the anti-forgery cookie where they are missing, do not fit, changed, or shall last longer. Not
 * to what a page of another site sends: there the browser keeps the cookie back, and would put a fresh one in its place.
 */
export function handOut(options: CookieOptions, request: FastifyRequest, reply: FastifyReply, answer?: Answer): void {
  if (isForeign(options.origins, request.headers, request.method === 'GET' || request.method === 'HEAD')) return;
  const { cookies } = request;
  const { secure } = options;
  const lasting = (days: number): CookieSerializeOptions => ({
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: days * DAY_SECONDS,
  });
  const name = sessionCookie(secure);
  const before = cookies[name] ?? null;
  const session = sessionAfter(before, answer?.sessionId);
  const renewed = answer?.renewed === true;
  if (session !== before || renewed) reply.setCookie(name, session, { ...lasting(SESSION_DAYS), httpOnly: true });
  const held = cookies[XSRF_COOKIE] ?? '';
  const fits = session === before && xsrfFits(options.xsrfSecret, session, held);
  if (!fits || renewed)
    reply.setCookie(XSRF_COOKIE, fits ? held : makeXsrf(options.xsrfSecret, session), lasting(SESSION_DAYS));
  if (answer?.knownBrowser !== undefined)
    reply.setCookie(knownBrowserCookie(secure), answer.knownBrowser, {
      ...lasting(KNOWN_BROWSER_DAYS),
      httpOnly: true,
    });
  if (answer?.sessionId !== undefined) options.onSessionRotated(before, answer.sessionId, request.ip);
}

/** `next` is a new id, null to end the session, undefined to leave it. */
function sessionAfter(before: string | null, next: string | null | undefined): string {
  if (typeof next === 'string') return next;
  return before === null || next === null ? randomToken() : before;
}
