// Input that nobody foresaw, to every call on both carriers: never a failure of the server, never a word about its inside.
import fc from 'fast-check';
import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall, inPath, sampleOf, type Declared, type Input } from '#tests/contract-calls.ts';
import {
  MINUTE,
  databases,
  makeWorld,
  type Answer,
  type Client,
  type Engine,
  type Line,
  type Person,
  type World,
} from '#tests/world.ts';
import { criteria, hostile, inputs, shapeOf, type Bag } from './hostile.ts';

/** For each call, over each carrier, on each database. What fails is printed with its seed and path, to be run again. */
const RUNS: Record<Engine, number> = { sqlite: 8, postgres: 4 };
/** Stack frames, paths of files, the databases' own words. */
const INSIDE =
  /\n\s+at |node_modules|node:internal|\.[cm]?[jt]s:\d|\/(?:src|dist|home|tmp|shm)\/|SQLITE_|syntax error|_pkey|relation "|Cannot read prop|is not a function|is not iterable/;
/** A longer one ends at the limit of all headers together, which is another test's affair. */
const QUERY = 9000;

/** As `encodeURIComponent`, which throws at half a surrogate. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function pathOf({ call }: Declared, input: Bag): { path: string; rest: Bag } {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
  const segment = (key: string) => {
    const value = input[key];
    return encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2000) || '%20';
  };
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !inPath.includes(key)));
  return { path: call.path.replace(/:(\w+)/g, (_all, key: string) => segment(key)), rest };
}

/** Each axios writes a query in its own way. */
function queryOf(rest: Bag, brackets: boolean): string {
  if (brackets) return qs.stringify(rest, { encoder: (value: unknown) => encoded(String(value)) }).slice(0, QUERY);
  const pairs = Object.entries(rest).map(
    ([key, value]) => `${encoded(key)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return pairs.join('&').slice(0, QUERY);
}

function overHttp(by: Pick<Person, 'ask'>, declared: Declared, input: Bag, brackets: boolean): Promise<Answer> {
  const { path, rest } = pathOf(declared, input);
  const { method } = declared.call;
  return method === 'GET' ? by.ask('GET', `${path}?${queryOf(rest, brackets)}`) : by.ask(method, path, rest);
}

function overSocket(line: Line, declared: Declared, input: Bag): Promise<Answer> {
  const { path, rest } = pathOf(declared, input);
  return line.ask(declared.call.method, `/api${path}`, rest);
}

/** Codes whose answers say what is wrong with which field. */
const DETAILED = /^E_(INVALID_|PARSE_VIRTUAL_REQUEST|BAD_PATTERN|BAD_KEY)/;

function expectSentences({ code, details }: { code: string; details?: unknown }): void {
  if (details === undefined && !DETAILED.test(code)) return;
  const isList = Array.isArray(details) && details.length > 0;
  if (!isList || !details.every((one) => typeof one === 'string' && one !== ''))
    expect.fail(`${code}: the details are no list of sentences: ${JSON.stringify(details)}`);
}

function expectDecent({ status, body }: Answer): void {
  if (status >= 500) expect.fail(`a ${status}: ${JSON.stringify(body)}`);
  if (status >= 400) expect([typeof body.code, typeof body.message]).toEqual(['string', 'string']);
  if (status >= 400) expectSentences(body);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (status >= 400 && INSIDE.test(text)) expect.fail(`it tells of its inside: ${text.slice(0, 500)}`);
}

/** Takes them away: each failure of the server fails one test, and not every one that follows. */
const expectNoFailure = ({ log }: World): void => expect(log.failures.splice(0)).toEqual([]);

test('what must never be answered is known when it is seen', () => {
  const answer = (status: number, message: string): Answer => ({ status, headers: {}, body: { code: 'E_X', message } });
  expect(() => expectDecent(answer(500, 'Internal Server Error'))).toThrow();
  expect(() => expectDecent({ status: 404, headers: {}, body: 'Not Found' })).toThrow();
  for (const inside of [new Error('x').stack ?? '', 'SQLITE_ERROR: no such column', 'open /tmp/x failed', 'a.ts:12'])
    expect(() => expectDecent(answer(400, inside))).toThrow();
  for (const details of ['name: is taken', { name: 'is taken' }, [], [5]])
    expect(() => expectDecent({ status: 400, headers: {}, body: { code: 'E_X', message: 'x', details } })).toThrow();
  const undetailed = { code: 'E_INVALID_CRITERIA', message: 'x' };
  expect(() => expectDecent({ status: 400, headers: {}, body: undetailed })).toThrow();
  expect(() => expectDecent(answer(400, 'name: must not be empty'))).not.toThrow();
});

describe.each(databases)('input that nobody foresaw, on %s:', (engine) => {
  let world: World;
  let ids: string[];
  const reached: string[] = [];
  beforeAll(async () => {
    world = await makeWorld(engine);
    const { system, organization, fileset, alarm, userorg } = world.birch;
    // Not what the callers themselves stand on.
    ids = [system, organization, fileset, alarm, userorg, world.charlie.id, world.schedule];
  });
  afterAll(() => world.close());

  /** Of calls about a test push: `push.test` uses up the limit of their samples, which goes by the real clock. */
  const early = new Map<string, Input>();
  beforeAll(async () => {
    for (const declared of everyCall.filter(({ noun, name }) => noun === 'push' && name !== 'test'))
      early.set(declared.id, await sampleOf(world, declared, `early${declared.id}`));
  });

  /** A session of its own: some calls end it. */
  const speakerOf = ({ call }: Declared): Promise<Person> | Client =>
    call.may === 'client' ? world.rosie : world.signIn(world.alice.id);

  test.each(everyCall)('$id', async (declared) => {
    const { call, entity } = declared;
    // Forgets the share of limits that earlier calls used.
    world.clock.advance(20 * MINUTE);
    const speaker = await speakerOf(declared);
    const line = await speaker.line();
    const input = call.list
      ? criteria(Object.keys(entity.record.shape)).map((made) => ({ ...made, ...inPath(declared, world.birch) }))
      : inputs(
          shapeOf(call),
          ids,
          early.get(declared.id) ?? (await sampleOf(world, declared, `fuzz${everyCall.indexOf(declared)}`)),
        );
    const codes: unknown[] = [];
    const property = fc.asyncProperty(input, fc.boolean(), async (made, brackets) => {
      const answers = [await overHttp(speaker, declared, made, brackets), await overSocket(line, declared, made)];
      answers.forEach(expectDecent);
      codes.push(...answers.map(({ status, body }) => (status === 200 ? 200 : body.code)));
      expectNoFailure(world);
    });
    await fc.assert(property, { numRuns: RUNS[engine], endOnFailure: true });
    line.close();
    // Else the transport would have refused all of it.
    if (call.may !== 'public') expect(codes).not.toContain('E_UNAUTHORIZED');
    if (codes.includes(200)) reached.push(declared.id);
  });

  test('messages of any form at all are answered once, or end in silence', async () => {
    const line = await world.alice.line();
    const method = fc.constantFrom(
      'get',
      'post',
      'put',
      'patch',
      'delete',
      'head',
      'options',
      'trace',
      'x'.repeat(500),
    );
    const url = fc.oneof(
      hostile,
      fc.webPath().map((path) => `/api${path}`),
      fc.string({ unit: 'binary' }).map((text) => `/api/system?${text}`),
    );
    const message = fc.oneof(
      hostile,
      fc.record({ url, data: hostile, params: hostile, headers: hostile }, { requiredKeys: [] }),
    );
    const property = fc.asyncProperty(method, message, async (event, sent) => {
      const { statusCode, body } = await line.raw(event, sent);
      expectDecent({ status: statusCode, body: body ?? { code: '', message: '' }, headers: {} });
      line.socket.emit(event, sent);
      expectNoFailure(world);
    });
    await fc.assert(property, { numRuns: 200, endOnFailure: true });
    expect((await line.ask('GET', '/api/auth/check-user')).status).toBe(200);
  });

  test('paths and queries of any form at all are answered in the envelope', async () => {
    const target = fc.oneof(
      fc.webPath(),
      fc.webQueryParameters().map((query) => `/organization?${query}`),
      fc
        .string({ unit: 'binary' })
        .map((text) => `/organization?${encoded(text).replaceAll('%3D', '=').replaceAll('%26', '&')}`),
      fc.constantFrom(
        '/organization?where[name][contains][a][b][c][d][e][f]=1',
        '/organization?where[__proto__][x]=1',
        '/%ED%A0%80',
        '/organization/%FF',
      ),
    );
    const property = fc.asyncProperty(target, async (path) => {
      expectDecent(await world.alice.ask('GET', path));
      expectNoFailure(world);
    });
    await fc.assert(property, { numRuns: 200, endOnFailure: true });
  });

  test('most calls were not only refused', () => {
    expect(reached.length).toBeGreaterThan(everyCall.length / 2);
  });

  test('the server still does what it is there for', async () => {
    // It may still be busy with what all that input set going.
    const ready = async () => (await world.alice.browser.ask('GET', '/readyz')).body;
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ ok: true, outages: [], store: 'ok' });
    expect((await world.alice.ask('GET', '/system')).status).toBe(200);
    expectNoFailure(world);
    expect(({} as Bag)['a']).toBeUndefined();
  });
});
