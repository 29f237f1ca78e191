// Parsing of HTTP input: query strings, paths, bodies; and the error envelope of invalid ones.
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { ApiError } from '#server/pipeline/errors.ts';
import { isObject, propertyOf } from '#server/unknown.ts';
import type { SentParams } from '#server/pipeline/read-params.ts';

export const BODY_LIMIT = 1_000_000;

/** qs passes over it unseen, and the filter that it names with it: under another name it is not known, and refused. */
const withProto = (key: string): string => key.replaceAll('__proto__', '__proto__?');

/** The bracketed notation of both axios lines. Never throws. */
export const parseQuery = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    arrayLimit: 1000,
    depth: 6,
    parameterLimit: 2000,
    // Without it keys such as `constructor` would be dropped unseen, and the filter that they name with them.
    plainObjects: true,
    decoder: (part, decode, charset, type) =>
      type === 'key' ? withProto(decode(part, decode, charset)) : decode(part, decode, charset),
  });

type Params = Record<string, unknown>;

const MAX_KEYS = 2000;

/**
 * A query and the body that overrides it, as one; and which of it came as text.
 * One `__proto__` among them is a key like any other.
 *
 * @throws ApiError E_BAD_BODY
 */
export function mergeParams(query: Params, body: Params, isForm = false): SentParams {
  if (Object.keys(body).length > MAX_KEYS) throw badBody(`A body has at most ${MAX_KEYS} keys.`);
  const texts = new Set(Object.keys(query).filter((key) => isForm || !Object.hasOwn(body, key)));
  if (isForm) for (const key of Object.keys(body)) texts.add(key);
  return { params: { ...query, ...body }, texts };
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const isOfType = (type: string | undefined, wanted: string): boolean => (type ?? '').toLowerCase().startsWith(wanted);

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

const badBody = (message: string) => new ApiError('E_BAD_BODY', message);

/** The text of a body: nobody looks into it before it is known who asks for what, see `readBody`. */
export function addParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/**
 * The parameters of a request over HTTP: JSON, forms, and nothing at all under whatever type; the rest is refused.
 *
 * @throws ApiError E_BAD_BODY
 */
export function readBody(query: Params, sent: unknown, type: string | undefined): SentParams {
  const text = typeof sent === 'string' ? sent : '';
  if (isOfType(type, FORM)) return mergeParams(query, parseQuery(text), true);
  if (text === '') return mergeParams(query, {});
  if (!isOfType(type, JSON_TYPE)) throw badBody('Send JSON.');
  const body = parsed(text);
  if (body === null) return mergeParams(query, {});
  if (!isObject(body) || Array.isArray(body)) throw badBody('The body must be a JSON object.');
  return mergeParams(query, body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badBody('The body is not valid JSON.');
  }
}

export interface Envelope {
  status: number;
  body: { code: string; message: string };
}

/** The answer to a request that failed before it was understood. */
export function envelopeOf(error: unknown): Envelope {
  const stated = propertyOf(error, 'statusCode');
  const status = typeof stated === 'number' ? stated : 500;
  if (status === 413)
    return { status, body: { code: 'E_TOO_LARGE', message: `The body is larger than ${BODY_LIMIT} bytes.` } };
  if (status >= 500 || status < 400)
    return { status: 500, body: { code: 'E_INTERNAL', message: 'Internal Server Error' } };
  return { status: 400, body: { code: 'E_BAD_BODY', message: 'The body could not be read.' } };
}
