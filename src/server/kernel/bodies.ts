// What arrives over HTTP, read: query strings, paths, bodies; and the envelope of what could not be.
import type { FastifyInstance } from 'fastify';
import qs from 'qs';

export const BODY_LIMIT = 1_000_000;

/** The bracketed notation of both axios lines. Never throws. */
export const parseQuery = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    arrayLimit: 1000,
    depth: 6,
    parameterLimit: 2000,
    // Without it keys such as `constructor` would be dropped unseen, and the filter that they name with them.
    plainObjects: true,
  }) as Record<string, unknown>;

/** A query and the bodies that override it, as one; and which of it came as text. */
export function mergeParams(query: object, bodies: readonly object[], isForm = false) {
  // One `__proto__` among them is a key like any other.
  const body = bodies.reduce((all, one) => ({ ...all, ...one }), {});
  const texts = new Set(Object.keys(query).filter((key) => isForm || !Object.hasOwn(body, key)));
  if (isForm) for (const key of Object.keys(body)) texts.add(key);
  return { params: { ...query, ...body } as Record<string, unknown>, texts };
}

const FORM = 'application/x-www-form-urlencoded';
export const isForm = (type: string | undefined): boolean => (type ?? '').toLowerCase().startsWith(FORM);

/** A URL taken apart: the path below `/api` without the slashes and the spaces that end it, null elsewhere; and the query. */
export function readUrl(url: string): { path: string | null; query: string } {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/s.exec(url.trim()) ?? [];
  return { path: /^\/api(\/.*|)$/s.exec(withoutEnding(path))?.[1] ?? null, query };
}

/** Cut from the end by hand: a pattern that looks for the end would try every slash of a path made of them. */
function withoutEnding(path: string): string {
  let end = path.length;
  for (;;) {
    const last = path[end - 1];
    if (last === '/' || last === ' ') end -= 1;
    else if (path.endsWith('%20', end)) end -= 3;
    else return path.slice(0, end);
  }
}

const badBody = (message: string) => Object.assign(new Error(message), { statusCode: 400, code: 'E_BAD_BODY' });

/** JSON, forms, and nothing at all under whatever type; the rest is refused. */
export function addParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(badBody('The body is not valid JSON.'));
    }
  });
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseQuery(String(body))),
  );
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    done(badBody('Send JSON.'));
  });
}

export interface Envelope {
  status: number;
  body: { code: string; message: string };
}

/** The answer to a request that failed before it was understood. */
export function envelopeOf(error: unknown): Envelope {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413)
    return { status, body: { code: 'E_TOO_LARGE', message: `The body is larger than ${BODY_LIMIT} bytes.` } };
  if (status >= 500 || status < 400)
    return { status: 500, body: { code: 'E_INTERNAL', message: 'Internal Server Error' } };
  const own = (error as { code?: unknown }).code === 'E_BAD_BODY';
  return {
    status: 400,
    body: { code: 'E_BAD_BODY', message: own ? (error as Error).message : 'The body could not be read.' },
  };
}
