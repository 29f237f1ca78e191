// The recorded answers of every call: status, headers and body as they were, with placeholders for what differs in each run.
// A wanted difference is recorded by `NODE_ENV=test node node_modules/vitest/vitest.mjs run tests/sweeps/recorded.test.ts -u`.
import { expect, describe, test } from 'vitest';
import { contract, type Noun } from '#contract/index.ts';
import {
  everyCall,
  inPath,
  makeOverHttp,
  makeOverSocket,
  sampleOf,
  speakerOf,
  type Declared,
  type Input,
  type Speaker,
} from '#tests/contract-calls.ts';
import { databases, makeWorld, NO_ID, type Answer, type World } from '#tests/world.ts';

const FOLDER = '../fixtures/recorded';

/** Attributes that differ in each run: measured on this machine, or drawn by lot. */
const VARYING = new Set(['disk', 'database', 'queues', 'challenge', 'pushKey']);
/** Headers of the connection, not of the call; a long answer is compressed for it (tests/server/compression.test.ts). */
const OF_THE_CONNECTION = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'vary',
]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Texts that are drawn by lot, signed or encoded. */
const drawn: readonly (readonly [RegExp, string])[] = [
  [/(signature|token|state|nonce|code_challenge)=[\w.%-]+/g, '$1=SIGNED'],
  [/"id":"[\w-]{48}"/g, '"id":"USER-HANDLE"'],
  [/bw_[\w-]{20,}/g, 'CLIENT-KEY'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://SERVER'],
  [/"x-request-id":"[0-9a-f]{12}"/g, '"x-request-id":"REQUEST"'],
  [/(bw_session|XSRF-TOKEN|bw_known)=[\w.%-]+/g, '$1=COOKIE'],
];

const replaced = (text: string): string => drawn.reduce((left, [from, to]) => left.replace(from, to), text);

/** Ids of one millisecond sort by chance: rows stand in the order of what they say. Tests of lists check the order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one) => ordered(one));
    const isRecords = rows.every((row) => typeof row === 'object' && row !== null);
    const key = (row: unknown) => JSON.stringify(row).replace(UUID, '');
    return isRecords ? rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)) : rows;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, VARYING.has(key) ? 'VARYING' : ordered(inner)]),
  );
}

/** Equal in every run: each id is its place among the ids of this answer. */
function comparable(answer: Answer): object {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: ordered(answer.body),
  });
  const seen: string[] = [];
  const place = (id: string) => (seen.includes(id) ? seen.indexOf(id) : seen.push(id) - 1) + 1;
  return JSON.parse(replaced(text).replace(UUID, (id) => (id === NO_ID ? 'NO-ID' : `ID-${place(id)}`))) as object;
}

/** A session of its own each time: some calls end it. */
const inItsOwnSession = (world: World, { call }: Declared): Promise<Speaker> | Speaker =>
  call.may === 'client' ? world.rosie : world.signIn(world.alice.id);

/** The answers of one call: to those who may not make it, to wrong inputs, and to the right one. */
async function answersTo(world: World, declared: Declared): Promise<Record<string, object>> {
  const { call, name, noun } = declared;
  const sample = call.list ? inPath(declared, world.acme) : await sampleOf(world, declared, `${noun}${name}`);
  const nothing: Input = { ...sample, ...('id' in sample && { id: NO_ID }) };
  const asked: [string, Speaker, Input][] = [
    ['signed out', world.nobody, sample],
    ['without a right', world.charlie, sample],
    ['an unknown key', speakerOf(world, declared), { ...sample, unknown: 'x' }],
    ...('id' in sample
      ? ([['no such record', speakerOf(world, declared), nothing]] as [string, Speaker, Input][])
      : []),
    ['as meant', await inItsOwnSession(world, declared), sample],
  ];
  const answers: Record<string, object> = {};
  for (const [how, speaker, input] of asked) {
    await world.settle();
    answers[how] = comparable(await makeOverHttp(speaker, declared, input));
    if (call.carrier === 'socket') {
      const answer = await makeOverSocket(await speaker.line(), declared, input);
      answers[`${how}, by socket`] = comparable(answer);
    }
  }
  return answers;
}

describe.each(databases)('on %s, the answers', (engine) => {
  test.each(Object.keys(contract) as Noun[])('of %s are those recorded', async (noun) => {
    const world = await makeWorld(engine);
    try {
      const calls: Record<string, object> = {};
      for (const declared of everyCall.filter((one) => one.noun === noun)) {
        world.clock.advance(1000);
        calls[declared.id] = await answersTo(world, declared);
      }
      expect(world.log.failures).toEqual([]);
      await expect(`${JSON.stringify(calls, null, 1)}\n`).toMatchFileSnapshot(`${FOLDER}/${noun}.json`);
    } finally {
      await world.close();
    }
  });
});

/** The document without indentation, which would double its size; still a line for each object. */
const inLines = (document: object): string => JSON.stringify(document).replaceAll(/"[^"]+":\{/g, '\n$&');

test('the OpenAPI document is the recorded one', async () => {
  const world = await makeWorld('sqlite');
  try {
    const document = (await world.nobody.browser.ask('GET', '/api/docs/openapi.json')).body;
    await expect(`${inLines(document)}\n`).toMatchFileSnapshot(`${FOLDER}/openapi.txt`);
  } finally {
    await world.close();
  }
});
