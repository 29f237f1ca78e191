// The served document of the contract: an OpenAPI 3.1 document with every call in it, and a page that needs nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatuses } from '#contract/errors.ts';
import { everyCall } from '#tests/contract-calls.ts';
import { makeWorld, type World } from '#tests/world.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: object }[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { description: string; content: Record<string, { schema: { $ref?: string } }> }>;
  security: Record<string, string[]>[];
  'x-permission': string;
  'x-carrier': string;
}

/** Attributes that nobody may read off a record, under whatever name; a boolean about one is none. */
const SECRET = /pass(?:word|phrase|wd)|hash|secret|token|p256dh|^auth$|seal|signature|^key$|clientKey$|instance/i;
/** A key that opens nothing: the name under which the store holds a file. */
const NAMES_OF_FILES = new Set(['backup.key', 'orphan.key', 'system.key']);

let world: World;
let document: any;
const operationOf = (method: string, path: string): Operation =>
  document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];

beforeAll(async () => {
  world = await makeWorld('sqlite');
  document = (await world.nobody.browser.ask('GET', '/api/docs/openapi.json')).body;
});
afterAll(() => world.close());

/** Every value below `value` that stands under `key`. */
function under(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...under(inner, key)]);
}

test('it says which standard it keeps to, and names the server', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: 'Backwatch', version: 'test' });
  expect(Object.keys(document).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'servers', 'tags']);
});

test('it has every call of the contract, each under its own name, and no other', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as Record<string, Operation>));
  const ids = operations.map(({ operationId }) => operationId).toSorted();
  expect(ids).toEqual(everyCall.map(({ id }) => id).toSorted());
});

test('every reference leads somewhere', () => {
  const references = [...new Set(under(document, '$ref') as string[])];
  const target = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<any>((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  expect(references.length).toBeGreaterThan(30);
  expect(references.filter((one) => !one.startsWith('#/') || target(one) === undefined)).toEqual([]);
});

describe.each(everyCall)('$id', ({ id, noun, call }) => {
  test('says what it does, who may, over which carrier', () => {
    const operation = operationOf(call.method, call.path);
    expect(operation).toMatchObject({ operationId: id, tags: [noun], summary: call.doc });
    expect([operation['x-permission'], operation['x-carrier']]).toEqual([call.may, call.carrier]);
    if (call.may === 'public') expect(operation.security).toEqual([]);
    else expect(operation.security.length).toBeGreaterThan(0);
  });

  test('names each key of its input once: in the path, the query or the body', () => {
    const { parameters, requestBody } = operationOf(call.method, call.path);
    const own = parameters.filter(({ name }) => name !== undefined);
    const body = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {});
    const named = [...own.map(({ name }) => name), ...body].toSorted();
    expect(named).toEqual(Object.keys(call.input.shape).toSorted());
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, key]) => key);
    expect(own.filter((one) => one.in === 'path').map(({ name, required }) => [name, required])).toEqual(
      inPath.map((key) => [key, true]),
    );
  });

  test('names its answer and every refusal of its own, each under its status', () => {
    const { responses } = operationOf(call.method, call.path);
    expect(responses['200']?.content['application/json']?.schema.$ref).toMatch(/^#\/components\/schemas\//);
    for (const code of call.errors) {
      const status = String(errorStatuses[code as keyof typeof errorStatuses]);
      expect([code, responses[status]?.description.split(', ').includes(code)]).toEqual([code, true]);
    }
    const unauthorized = call.errors.some((code) => errorStatuses[code as keyof typeof errorStatuses] === 401);
    expect(responses['401'] === undefined).toBe(call.may === 'public' && !unauthorized);
  });

  test('asks for the anti-forgery header exactly where the server does', async () => {
    const { parameters } = operationOf(call.method, call.path);
    const asked = parameters.some(({ $ref }) => $ref === '#/components/parameters/XsrfToken');
    if (call.may === 'client' || call.carrier === 'socket') return expect(asked).toBe(false);
    const path = call.path.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000');
    const { body } = await world.nobody.ask(call.method, path, call.method === 'GET' ? undefined : {}, {
      'x-xsrf-token': '',
    });
    expect([id, body.code === 'E_CSRF']).toEqual([id, asked]);
  });
});

test('If-Match and its refusal stand at every update and nowhere else', () => {
  for (const { id, call } of everyCall) {
    const { parameters, responses } = operationOf(call.method, call.path);
    const taken = parameters.some(({ $ref }) => $ref === '#/components/parameters/IfMatch');
    expect([id, taken, responses['412']?.description]).toEqual([
      id,
      call.method === 'PATCH',
      call.method === 'PATCH' ? 'E_CHANGED' : undefined,
    ]);
  }
});

test('relations can be named exactly where the document says so', async () => {
  for (const { id, call } of everyCall.filter(({ call: one }) => one.method === 'GET' && one.carrier === 'any')) {
    const { parameters, responses } = operationOf(call.method, call.path);
    const named = parameters.some(({ $ref }) => $ref === '#/components/parameters/Populate');
    const path = call.path.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000');
    const { body } = await world.alice.ask('GET', `${path}?populate=nosuch`);
    expect([id, body.code === 'E_INVALID_POPULATES']).toEqual([id, named]);
    expect([id, responses['400']?.description.includes('E_INVALID_POPULATES')]).toEqual([id, named]);
  }
});

test('no record holds a secret', () => {
  const records = [...new Set(everyCall.map(({ noun }) => noun))].filter((noun) => noun in document.components.schemas);
  const shown = records.flatMap((noun) =>
    under(document.components.schemas[noun], 'properties').flatMap((shape) =>
      Object.entries(shape as Record<string, { type?: string }>)
        .filter(([, { type }]) => type !== 'boolean')
        .map(([key]) => `${noun}.${key}`),
    ),
  );
  expect(shown.length).toBeGreaterThan(100);
  const secrets = shown.filter((name) => SECRET.test(name.split('.')[1] ?? ''));
  expect(secrets.filter((name) => !NAMES_OF_FILES.has(name))).toEqual([]);
});

test('the page and its viewer come from this server alone, and nothing in it is inline', async () => {
  const page = await fetch(`${world.origin}/api/docs`);
  const html = await page.text();
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect([...html.matchAll(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|\bstyle=/g)]).toEqual([]);
  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(parts.length).toBeGreaterThan(3);
  for (const path of parts) {
    const part = await fetch(world.origin + path);
    expect([path, part.status, path.startsWith('/api/docs/')]).toEqual([path, 200, true]);
    expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(300);
  }
  expect((await fetch(`${world.origin}/api/docs/`)).status).toBe(200);
});
