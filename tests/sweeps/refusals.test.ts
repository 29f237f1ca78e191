// Bad input to every call: an unknown key, a missing one, a wrong type, a wrong form, too much of it. Always a clear 400, never a 5xx.
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatuses } from '#contract/errors.ts';
import type { ValidationIssue } from '#contract/validation-issues.ts';
import {
  everyCall,
  inPath,
  makeOverHttp,
  makeOverSocket,
  sampleOf,
  type Declared,
  type Input,
} from '#tests/contract-calls.ts';
import { databases, makeWorld, type Answer, type Engine, type Line, type World } from '#tests/world.ts';

interface Shape {
  type?: string;
  format?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Shape[];
}
type Wrong = { what: string; value: unknown };

/** The code of the issue, where the fault alone decides it. */
const CODES: Record<string, ValidationIssue['code']> = {
  unknown: 'unknown_key',
  missing: 'required',
  'too long': 'too_long',
  'too small': 'too_small',
  'too big': 'too_big',
  'no UUID': 'invalid_format',
  'no instant': 'invalid_format',
  'no address': 'invalid_format',
};

const schemaOf = ({ call }: Declared) =>
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
    required?: string[];
  };

/** Values that break what the schema of one key says, each with the rule that it breaks. */
function wrongsOf(shape: Shape, coerced: boolean): Wrong[] {
  const [first] = (shape.anyOf ?? [shape]).filter(({ type }) => type !== 'null');
  const of = first ?? shape;
  const wrongs: Wrong[] = [
    { what: 'a list', value: [['x']] },
    { what: 'an object', value: { a: { b: 1 } } },
  ];
  if (of.type === 'string') {
    wrongs.push({ what: 'a number', value: 12_345 });
    if (of.maxLength !== undefined && of.format !== 'email')
      wrongs.push({ what: 'too long', value: 'x'.repeat(of.maxLength + 1) });
    if (of.format === 'uuid')
      wrongs.push({ what: 'no UUID', value: 'not-a-uuid' }, { what: 'a path', value: '../../etc/passwd' });
    if (of.format === 'date-time')
      wrongs.push({ what: 'no instant', value: 'yesterday' }, { what: 'a day', value: '2026-02-30T00:00:00.000Z' });
    if (of.format === 'email') wrongs.push({ what: 'no address', value: 'nobody' });
    if (of.enum) wrongs.push({ what: 'no choice of it', value: 'nosuch' });
    else wrongs.push({ what: 'a NUL', value: of.format === undefined ? `a\0${'b'.repeat(of.minLength ?? 0)}` : 'a\0' });
  }
  if (of.type === 'boolean' && of.const === undefined) wrongs.push({ what: 'no truth', value: 'maybe' });
  if (of.type === 'number' || of.type === 'integer') {
    wrongs.push({ what: 'a word', value: 'many' }, { what: 'a fraction', value: 1.5 });
    if (of.minimum !== undefined && of.minimum > -(2 ** 50)) wrongs.push({ what: 'too small', value: of.minimum - 1 });
    if (of.maximum !== undefined && of.maximum < Number.MAX_SAFE_INTEGER)
      wrongs.push({ what: 'too big', value: of.maximum + 1 });
  }
  // A coerced number takes what can be read as one: a list of one number, for instance, but not these.
  return coerced ? wrongs.filter(({ what }) => what !== 'a list') : wrongs;
}

const writing = everyCall.filter(({ call }) => !call.list && Object.keys(call.input.shape).length > 0);

const lists = everyCall.filter(({ call }) => call.list);

/** A world of its own, and two who ask in it over their sockets. */
function staged(engine: Engine) {
  let world: World;
  let hers: Line;
  let theirs: Line;
  beforeAll(async () => {
    world = await makeWorld(engine);
    [hers, theirs] = [await world.alice.line(), await world.rosie.line()];
  });
  afterAll(() => world.close());
  return {
    world: () => world,
    ask: (declared: Declared, input: Input): Promise<Answer> =>
      makeOverSocket(declared.call.may === 'client' ? theirs : hers, declared, input),
  };
}

// All of this is refused before a database is asked: one engine is as good as the other.
describe('bad input', () => {
  const { world, ask } = staged('sqlite');

  function expectRefusal(answer: Answer, key: string, what: string): void {
    const { code, message, details, issues } = answer.body;
    expect([key, what, answer.status]).toEqual([key, what, 400]);
    expect(code in errorStatuses).toBe(true);
    expect(message).toBeTypeOf('string');
    const named = (details as string[]).filter((detail) => new RegExp(`^${key}(\\.[\\w.]+)?: .{4,}`, 's').test(detail));
    expect([key, what, named.length > 0, details]).toEqual([key, what, true, details]);
    const [issue] = (issues as ValidationIssue[]).filter(({ path }) => path === key || path.startsWith(`${key}.`));
    expect([key, what, CODES[what] ?? issue?.code]).toEqual([key, what, issue?.code ?? 'an issue']);
  }

  test.each(writing)('$id names each field that is wrong, and the rule', async (declared) => {
    const { properties = {}, required = [] } = schemaOf(declared);
    const sample = await sampleOf(world(), declared, `bad${declared.noun}${declared.name}`.toLowerCase());
    expectRefusal(await ask(declared, { ...sample, nosuchkey: 1 }), 'nosuchkey', 'unknown');
    for (const [key, shape] of Object.entries(properties)) {
      for (const { what, value } of wrongsOf(shape, declared.name === 'uploadKeys' && key === 'size'))
        expectRefusal(await ask(declared, { ...sample, [key]: value }), key, what);
      if (!required.includes(key) || declared.call.path.includes(`:${key}`)) continue;
      const { [key]: _left, ...without } = sample;
      expectRefusal(await ask(declared, without), key, 'missing');
    }
  });

  test.each(everyCall.filter(({ call }) => call.path.includes(':id')))(
    '$id: an id that is no UUID is a 400 over HTTP',
    async (declared) => {
      for (const id of ['1', 'null', "' or 1=1 --", '..', '%00', 'x'.repeat(300)]) {
        const answer = await makeOverHttp(world().alice, declared, { id });
        // `..` is resolved by whoever sends it; what arrives names nothing.
        expect([id, [400, 404].includes(answer.status)]).toEqual([id, true]);
        expect(answer.body.code).toBeTypeOf('string');
      }
    },
  );

  const deep = (levels: number): object => (levels === 0 ? { id: 'x' } : { or: [deep(levels - 1)] });
  const criteria: [string, Input][] = [
    ['nosuch', { nosuch: 'x' }],
    ['limit', { limit: 'abc' }],
    ['limit', { limit: '1.5' }],
    ['limit', { limit: '-1' }],
    ['skip', { skip: '-5' }],
    ['sort', { sort: 'nosuch' }],
    ['sort', { sort: 'id SIDEWAYS' }],
    ['sort', { sort: '-id' }],
    ['sort', { sort: '' }],
    ['select', { select: 'id,nosuch' }],
    ['omit', { omit: 'nosuch' }],
    ['where', { where: '{"id":' }],
    ['where', { where: '[]' }],
    ['where', { where: deep(8) }],
    ['id', { where: { id: { nosuch: 1 } } }],
    ['id', { where: { id: { in: 'x' } } }],
    ['id', { where: { id: { contains: null } } }],
    ['id', { where: { id: 'x'.repeat(1001) } }],
    ['id', { where: { id: 'a\0b' } }],
    ['id', { where: { id: { a: { b: 1 } } } }],
    ['where', { where: { or: Array.from({ length: 300 }, () => ({ id: 'x' })) } }],
    ['id', { where: { id: Array.from({ length: 1001 }, () => 'x') } }],
  ];
  test.each(lists)('$id refuses list parameters that it does not understand', async (declared) => {
    for (const [named, input] of criteria) {
      const answer = await ask(declared, { ...input, ...inPath(declared, world().acme) });
      expect([input, answer.status, answer.body.code]).toEqual([input, 400, 'E_INVALID_CRITERIA']);
      expect(answer.body.details[0]).toContain(named);
    }
  });

  test.each(everyCall.filter(({ call }) => call.method !== 'GET' && call.carrier === 'any'))(
    '$id: a body beyond all measure is a 413',
    async (declared) => {
      const by = declared.call.may === 'client' ? world().rosie : world().alice;
      const answer = await makeOverHttp(by, declared, { id: world().acme.system, big: 'x'.repeat(1_000_100) });
      expect([answer.status, answer.body.code]).toEqual([413, 'E_TOO_LARGE']);
    },
  );

  test('nothing of all this was a failure of the server', () => {
    expect(world().log.failures).toEqual([]);
  });
});

describe.each(databases)('unusual operands on %s', (engine) => {
  const { world, ask } = staged(engine);

  test.each(lists)(
    '$id takes every attribute that it shows with any operand of its kind, on either engine',
    async (declared) => {
      const path = inPath(declared, world().acme);
      const row = (await ask(declared, { ...path, limit: 1 })).body[0] as Record<string, unknown>;
      for (const [key, value] of Object.entries(row ?? {})) {
        const operands =
          typeof value === 'number'
            ? [1.5, 2 ** 40, -1, 1e300]
            : typeof value === 'string'
              ? ['', '%_\\', "'; drop table user --", 'Ü', '\u{1F4A9}']
              : [];
        const modifiers =
          typeof value === 'number' ? ['<', '>', '!=', 'in', 'nin'] : ['contains', 'startsWith', 'in', '!='];
        const all = operands.flatMap((operand) =>
          modifiers.map((modifier) => ({ [key]: { [modifier]: modifier.endsWith('in') ? [operand] : operand } })),
        );
        const answer = await ask(declared, { ...path, where: { or: all } });
        expect([key, answer.status < 500]).toEqual([key, true]);
        const sorted = await ask(declared, { ...path, sort: `${key} DESC` });
        expect([key, sorted.status < 500]).toEqual([key, true]);
      }
    },
  );

  test('nothing of all this was a failure of the server', () => {
    expect(world().log.failures).toEqual([]);
  });
});
