// The built app, served: hashed files for ever, the shell never; an unknown asset is a 404 and not the shell.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { propertyOf } from '#server/unknown.ts';
import { LANGUAGE_COOKIE } from '#contract/page-language.ts';

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
export const typeOf = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream';

const PAGE_VARIES = 'accept-encoding, accept-language, cookie';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** The page and its worker: each language has its own. */
const PAGES = new Set(['index.html', 'sw.js']);

/** The folders of the built app by language: the English one, and next to it what other languages have of their own. */
function foldersOf(folder: string): Map<string, string> {
  const others = join(folder, '../languages');
  const languages = existsSync(others) ? readdirSync(others) : [];
  return new Map([['en', folder], ...languages.map((one): [string, string] => [one, join(others, one)])]);
}

/** The language that the address names, else the person's choice, else the first one of the browser. */
function languageOf({ query, cookies, headers }: FastifyRequest): string {
  const language = propertyOf(query, 'language');
  if (typeof language === 'string') return language;
  return (
    cookies[LANGUAGE_COOKIE] ?? (headers['accept-language'] ?? '').split(/[,;-]/, 1)[0]?.trim().toLowerCase() ?? ''
  );
}

/** The file of that name: a page in the language, anything else from the folder that has it. */
function fileOf(folders: ReadonlyMap<string, string>, name: string, language: string): string | undefined {
  const own = folders.get(language) ?? folders.get('en') ?? '';
  const searched = PAGES.has(name) ? [own] : [...folders.values()];
  for (const folder of searched) {
    const file = join(folder, name);
    if (file.startsWith(folder) && existsSync(file)) return file;
  }
  return undefined;
}

/** `shell` is called for each request that is answered with the page itself. */
export function serveApp(
  server: FastifyInstance,
  folder: string,
  shell: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const folders = foldersOf(folder);
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = safeDecode(request.url.split('?')[0] ?? '/');
      const inside = normalize(path).replace(/^([/\\]|\.\.)+/, '');
      const name = extname(inside) === '' ? 'index.html' : inside;
      const file = fileOf(folders, name, languageOf(request));
      if (file === undefined) return reply.code(404).type('text/plain').send('Not Found');
      const zipped = ['br', 'gz'].find((ending) => accepts(request, ending) && existsSync(`${file}.${ending}`));
      const immutable = inside.startsWith('assets/');
      reply.headers({
        ...headersOf(request, file, immutable, zipped),
        vary: PAGES.has(name) ? PAGE_VARIES : 'accept-encoding',
      });
      if (name === 'index.html') shell(request, reply);
      const sent = zipped ? `${file}.${zipped}` : file;
      if (!immutable) {
        // Of what it holds: size and time may be the same in the images of two versions.
        const tag = `"${createHash('sha256')
          .update(await readFile(sent))
          .digest('base64url')}"`;
        reply.header('etag', tag);
        if (isKnown(request, tag)) return reply.code(304).send();
      }
      if (request.method === 'HEAD') return reply.header('content-length', statSync(sent).size).send();
      return reply.send(createReadStream(sent));
    },
  });
}

const headersOf = (request: FastifyRequest, file: string, immutable: boolean, zipped: string | undefined) => ({
  'content-type': typeOf(file),
  'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(isStandardHttps(request) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  ...(zipped ? { 'content-encoding': zipped === 'gz' ? 'gzip' : 'br' } : {}),
});

/** HSTS holds for every port of the host: a server on another port does not decide for them. */
const isStandardHttps = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' && !/:\d+$/.test(headers.host ?? '');

/** A proxy that compresses marks the tag as weak. */
const isKnown = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === tag);

/** Returns whether the browser reads files of this ending: `br` or `gz`. */
export const accepts = (request: FastifyRequest, ending: string): boolean =>
  (request.headers['accept-encoding'] ?? '').includes(ending === 'gz' ? 'gzip' : 'br');

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/';
  }
}
