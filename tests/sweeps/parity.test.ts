// The same request over HTTP and over the socket gives the same status and the same body, for every call of the contract.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  everyCall,
  inPath,
  makeOverHttp,
  makeOverSocket,
  sampleOf,
  type Declared,
  type Input,
} from '#tests/contract-calls.ts';
import { databases, makeWorld, type Answer, type Line, type World } from '#tests/world.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * The errors in a world like this one: it is set up, and has neither single sign-on, a client program nor a file to
 * copy.
 */
const REFUSED: Record<string, number> = {
  'auth.setUp': 403,
  'auth.oauth': 409,
  'auth.oauthLogin': 409,
  'server.copy': 404,
  'client.makeExe': 409,
  'client.exeLink': 409,
};

/** Fields that differ between two equal requests: deliveries, counts of connected clients, moments of edits, what a server measures. */
const MEANWHILE = new Set(['delivery', 'connected', 'asked', 'scans', 'editedAt', 'disk', 'database', 'queues']);

/** Without what two equal requests may differ in: ids, the tag, signatures, challenges, and how far pushes got meanwhile. */
function comparable({ status, body, headers }: Answer, tag: string) {
  const seen = new Map<string, string>();
  const text = JSON.stringify(body, (key, value: unknown) => (MEANWHILE.has(key) ? undefined : value))
    .replaceAll(tag, 'TAG')
    .replace(UUID, (id) => seen.get(id) ?? (seen.set(id, `id-${seen.size + 1}`), `id-${seen.size}`))
    .replace(/"(firstName|name)":"Tag[hs]\d+"/g, '"$1":"TAG"')
    .replace(/signature=[\w-]+/g, 'signature=S')
    .replace(/"challenge":"[\w-]+"/g, '"challenge":"C"')
    .replace(/"(key)":"bw_[\w-]+"/g, '"$1":"K"');
  return { status, body: JSON.parse(text) as unknown, total: headers['x-total-count'] };
}

describe.each(databases)('over HTTP and over the socket, on %s,', (engine) => {
  let world: World;
  let made = 0;
  let hers: Line;
  let theirs: Line;
  beforeAll(async () => {
    world = await makeWorld(engine);
    hers = await world.alice.line();
    theirs = await world.rosie.line();
  });
  afterAll(() => world.close());

  /** A session of its own each time: some calls end it. */
  const speaker = async ({ call }: Declared) => (call.may === 'client' ? world.rosie : world.signIn(world.alice.id));

  async function both(declared: Declared) {
    const tags = [`tagh${(made += 1)}`, `tags${(made += 1)}`] as const;
    // A job that an earlier call began goes on by itself.
    await world.settle();
    const http = await makeOverHttp(await speaker(declared), declared, await sampleOf(world, declared, tags[0]));
    const line = await (await speaker(declared)).line();
    const socket = await makeOverSocket(line, declared, await sampleOf(world, declared, tags[1]));
    return [comparable(http, tags[0]), comparable(socket, tags[1])] as const;
  }

  const anywhere = everyCall.filter(({ call }) => call.carrier === 'any');

  test.each(anywhere.filter(({ call, noun }) => !call.list && noun !== 'recent' && call.path !== '/system/counts'))(
    '$id answers the same',
    async (declared) => {
      const [http, socket] = await both(declared);
      expect(socket).toEqual(http);
      expect(http.status).toBe(REFUSED[declared.id] ?? 200);
      if (Array.isArray(http.body)) expect(http.total).toBe(String(http.body.length));
    },
  );

  test.each(anywhere.filter(({ call, noun }) => call.list || noun === 'recent' || call.path === '/system/counts'))(
    '$id shows the same',
    async (declared) => {
      const page = declared.call.list ? { limit: 3, sort: 'createdAt DESC' } : {};
      const input = { ...page, ...inPath(declared, world.acme) };
      const person = await world.signIn(world.alice.id);
      const http = await makeOverHttp(person, declared, input);
      const socket = await makeOverSocket(await person.line(), declared, input);
      expect([socket.status, socket.body, socket.headers['x-total-count']]).toEqual([
        200,
        http.body,
        http.headers['x-total-count'],
      ]);
      expect(http.status).toBe(200);
    },
  );

  test.each(anywhere)('$id refuses an unknown key in the same words', async (declared) => {
    const input: Input = { id: world.acme.system, nosuchkey: 'x', ...inPath(declared, world.acme) };
    if (!declared.call.path.includes(':id')) delete input['id'];
    const by = declared.call.may === 'client' ? world.rosie : world.alice;
    const http = await makeOverHttp(by, declared, input);
    const socket = await makeOverSocket(declared.call.may === 'client' ? theirs : hers, declared, input);
    expect([socket.status, socket.body]).toEqual([http.status, http.body]);
    expect([http.status, JSON.stringify(http.body)]).toEqual([400, expect.stringContaining('nosuchkey')]);
  });

  test.each(everyCall.filter(({ call }) => call.carrier === 'socket'))('$id is for sockets only', async (declared) => {
    const answer = await makeOverHttp(world.alice, declared, {});
    expect([answer.status, answer.body.code]).toEqual([400, 'E_SOCKET_REQUIRED']);
    const person = await world.signIn(world.alice.id);
    expect((await makeOverSocket(await person.line(), declared, {})).status).toBe(200);
  });

  test('a path, a query and a trailing slash are read alike', async () => {
    const line = await world.alice.line();
    const paths = [
      '/organization/',
      '/organization?where[name][contains]=acm',
      '/organization?sort=name%20DESC&limit=1',
      '/organization?name[]=Acme&name[]=Birch',
      '/organization?name=Ac?me',
      '/nosuch',
      `/system/${world.acme.system}/nosuch`,
      '/organization/%E0%A4',
    ];
    for (const path of paths) {
      const [http, socket] = [await world.alice.ask('GET', path), await line.ask('GET', `/api${path}`)];
      expect([path, socket.status, socket.body]).toEqual([path, http.status, http.body]);
    }
    expect((await world.alice.ask('GET', '/organization?name[]=Acme&name[]=Birch')).body).toHaveLength(2);
  });

  test.each([
    ['a list', [1]],
    ['text', 'x'],
    ['a number', 7],
  ])('a body that is %s is refused alike', async (_what, body) => {
    const line = await world.alice.line();
    const [http, socket] = [
      await world.alice.ask('POST', '/schedule', JSON.stringify(body)),
      await line.ask('POST', '/api/schedule', body),
    ];
    expect([socket.status, socket.body.code]).toEqual([400, 'E_BAD_BODY']);
    expect([http.status, http.body.code]).toEqual([400, 'E_BAD_BODY']);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
