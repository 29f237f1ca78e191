// The documents: the contract as OpenAPI at /api/docs/openapi.json, and a page to read it by at /api/docs.
import { createReadStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Entity } from '#contract/define.ts';
import { typeOf } from './app-files.ts';
import { XSRF_COOKIE } from '#server/auth/session.ts';
import { openApi } from './openapi.ts';

const AT = '/api/docs';
/** The viewer's files, served from this server: nothing is fetched from elsewhere. */
const VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Backwatch: the calls</title>
    <link rel="icon" type="image/png" href="${AT}/favicon-32x32.png" />
    <link rel="stylesheet" href="${AT}/swagger-ui.css" />
  </head>
  <body>
    <noscript>The calls as a document: <a href="${AT}/openapi.json">openapi.json</a></noscript>
    <main id="viewer"></main>
    <script src="${AT}/swagger-ui-bundle.js"></script>
    <script src="${AT}/start.js"></script>
  </body>
</html>
`;

/** A call that is tried out sends the anti-forgery cookie back, as axios does. */
const START = `window.SwaggerUIBundle({
  url: '${AT}/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  requestInterceptor(request) {
    const token = /(?:^|; )${XSRF_COOKIE}=([^;]*)/.exec(document.cookie);
    if (token) request.headers['X-XSRF-TOKEN'] = token[1];
    return request;
  },
});
`;

const HEADERS = {
  // The viewer's icons are data: images in its own style sheet.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
};

export function docsRoutes(server: FastifyInstance, entities: readonly Entity[], version: string): void {
  // Made when it is first asked for: a server that starts has better things to do.
  let made: string | null = null;
  const document = () => (made ??= JSON.stringify(openApi(entities, version)));
  const send = (reply: FastifyReply, type: string, body: unknown) => reply.headers(HEADERS).type(type).send(body);
  server.get(AT, (_request, reply) => send(reply, typeOf('page.html'), PAGE));
  server.get(`${AT}/openapi.json`, (_request, reply) => send(reply, typeOf('openapi.json'), document()));
  server.get(`${AT}/start.js`, (_request, reply) => send(reply, typeOf('start.js'), START));
  const folder = viewerFolder();
  for (const name of VIEWER) {
    const file = join(folder, name);
    if (existsSync(file))
      server.get(`${AT}/${name}`, (_request, reply) => send(reply, typeOf(name), createReadStream(file)));
  }
}

/** The viewer's package stands beside this server; where it is left out, the document alone is served. */
function viewerFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
  } catch {
    return '';
  }
}
