// The session cookie and the anti-forgery cookie: how they are read, and when they are handed out.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './dispatch.ts';
import { randomToken } from './secrets.ts';
import { SESSION_DAYS, XSRF_COOKIE, makeXsrf, sessionCookie, xsrfFits } from './session.ts';
import { isForeign } from './site.ts';

export interface CookieOptions {
  xsrfSecret: string;
  /** Cookies are for https alone. */
  secure: boolean;
  /** The origins a browser may come from besides the one it asked. */
  origins: readonly string[];
  /** Told when a response hands out a new session id, with the old one, and to which address. */
  rotated(from: string | null, to: string | null, ip: string): void;
}

const MAX_AGE = SESSION_DAYS * 86_400;

/** The first of each name, as a browser sends the closest one first. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at).trim()] ??= part.slice(at + 1).trim();
  }
  return cookies;
}

/**
 * Hands out the session and the anti-forgery cookie where they are missing, do not fit, changed, or shall last longer. Not
 * to what a page of another site sends: there the browser keeps the cookie back, and would put a fresh one in its place.
 */
export function handOut(options: CookieOptions, request: FastifyRequest, reply: FastifyReply, answer?: Answer): void {
  if (isForeign(options.origins, request.headers, request.method === 'GET' || request.method === 'HEAD')) return;
  const cookies = readCookies(request.headers.cookie);
  const secure = options.secure ? '; Secure' : '';
  const name = sessionCookie(options.secure);
  const before = cookies[name] ?? null;
  const session = sessionAfter(before, answer?.sessionId);
  const set: string[] = [];
  const renewed = answer?.renewed === true;
  if (session !== before || renewed)
    set.push(`${name}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE}${secure}`);
  const held = cookies[XSRF_COOKIE] ?? '';
  const fits = session === before && xsrfFits(options.xsrfSecret, session, held);
  if (!fits || renewed) {
    const token = fits ? held : makeXsrf(options.xsrfSecret, session);
    set.push(`${XSRF_COOKIE}=${token}; Path=/; SameSite=Lax; Max-Age=${MAX_AGE}${secure}`);
  }
  if (set.length > 0) reply.header('set-cookie', set);
  if (answer?.sessionId !== undefined) options.rotated(before, answer.sessionId, request.ip);
}

/** `next` is a new id, null to end the session, undefined to leave it. */
function sessionAfter(before: string | null, next: string | null | undefined): string {
  if (typeof next === 'string') return next;
  return before === null || next === null ? randomToken() : before;
}
