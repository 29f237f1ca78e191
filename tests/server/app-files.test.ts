// The files of the app: what a browser has already is not sent to it again, and never an old one for a new one.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { addCookies } from '#server/auth/cookies.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp } from '#server/transport/http/app-files.ts';

const built = mkdtempSync(join(tmpdir(), 'backwatch-app-'));
const folder = join(built, 'app');
const server = Fastify();
/** With the same time whatever it holds, as in an image that was built to be the same again. */
function write(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), 0, 0);
}
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.inject({ method, url, headers });

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(built, 'languages/de/assets'), { recursive: true });
  write('../languages/de/index.html', 'die Seite');
  write('../languages/de/sw.js', 'der Worker');
  write('../languages/de/assets/de.js', 'gehasht');
  write('index.html', 'the page');
  write('sw.js', 'the worker');
  write('sw.js.br', brotliCompressSync('the worker'));
  write('assets/a.js', 'hashed');
  addCookies(server);
  serveApp(server, folder, (_request, reply) => void reply.header('set-cookie', 'XSRF-TOKEN=one'));
});
afterAll(async () => {
  await server.close();
  rmSync(built, { recursive: true, force: true });
});

test.each(['/', '/sw.js', '/admin/systems'])('%s is sent once, and then only said to be the same', async (url) => {
  const first = await ask(url);
  const tag = String(first.headers['etag']);
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
  for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
    const again = await ask(url, { 'if-none-match': known });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  }
  expect((await ask(url, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  expect((await ask(url, {}, 'HEAD')).headers).toMatchObject({
    etag: tag,
    'content-length': String(first.body.length),
  });
});

test('every answer with the page lets it load and ask from this server only, and be framed by nobody', async () => {
  const tag = String((await ask('/')).headers['etag']);
  const answers = [
    await ask('/'),
    await ask('/admin/system?id=1'),
    await ask('/auth/login', {}, 'HEAD'),
    await ask('/index.html'),
    await ask('/sw.js'),
    await ask('/', { 'if-none-match': tag }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 304]);
  for (const { headers } of answers) {
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      // React sets styles of elements.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('a page that is known is given its cookie all the same', async () => {
  const tag = String((await ask('/')).headers['etag']);
  const again = await ask('/', { 'if-none-match': tag });
  expect([again.statusCode, again.headers['set-cookie']]).toEqual([304, 'XSRF-TOKEN=one']);
});

test('another content of the same length and time is sent, and so is what is compressed otherwise', async () => {
  const tag = String((await ask('/')).headers['etag']);
  write('index.html', 'the PAGE');
  expect(await ask('/', { 'if-none-match': tag })).toMatchObject({ statusCode: 200, body: 'the PAGE' });
  const plain = String((await ask('/sw.js')).headers['etag']);
  const zipped = await ask('/sw.js', { 'accept-encoding': 'br', 'if-none-match': plain });
  expect([zipped.statusCode, zipped.headers['content-encoding']]).toEqual([200, 'br']);
});

test('a hashed file is cached for ever, and asked for never again', async () => {
  const { headers } = await ask('/assets/a.js');
  expect([headers['cache-control'], headers['etag']]).toEqual(['public, max-age=31536000, immutable', undefined]);
  expect((await ask('/assets/b.js')).statusCode).toBe(404);
});

test('a page and its worker come in the language of the person, else of the browser, else in English', async () => {
  write('index.html', 'the page');
  write('sw.js', 'the worker');
  const pages = async (headers: Record<string, string>) => {
    const answers = await Promise.all(['/', '/admin/systems', '/sw.js'].map((url) => ask(url, headers)));
    return answers.map(({ body }) => body);
  };
  const [german, english] = [
    ['die Seite', 'die Seite', 'der Worker'],
    ['the page', 'the page', 'the worker'],
  ];
  expect(await pages({ 'accept-language': 'de-AT,en;q=0.8' })).toEqual(german);
  expect(await pages({ 'accept-language': 'fr,de;q=0.8' })).toEqual(english);
  expect(await pages({ cookie: 'bw_language=de', 'accept-language': 'en-US' })).toEqual(german);
  expect(await pages({ cookie: 'bw_language=en', 'accept-language': 'de' })).toEqual(english);
  expect(await pages({ cookie: 'bw_language=../app' })).toEqual(english);
  expect((await ask('/', {})).headers['vary']).toBe('accept-encoding, accept-language, cookie');
});

test('a worker stores the page of its own language, whatever was chosen meanwhile; scripts of all languages are there', async () => {
  expect((await ask('/index.html?language=en', { cookie: 'bw_language=de' })).body).toBe('the page');
  expect((await ask('/index.html?language=de')).body).toBe('die Seite');
  expect((await ask('/assets/a.js', { cookie: 'bw_language=de' })).body).toBe('hashed');
  expect((await ask('/assets/de.js')).body).toBe('gehasht');
});
