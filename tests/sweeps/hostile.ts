// Values that nobody sends by accident: made from the contract's schemas, half of them right, half of them hostile.
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Call } from '#contract/define.ts';

export interface Shape {
  type?: string;
  format?: string;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}
export type Bag = Record<string, unknown>;

export interface Properties {
  properties: Record<string, Shape>;
}

export function shapeOf({ input }: Call): Properties {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { properties: properties as Record<string, Shape> };
}

const nested = (levels: number, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u{1F4A9}',
  '\u202e\u0000\uffff',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '"; drop table "user"; --',
  '%00%ff%',
  '../../../../etc/shadow',
  '$(id)',
  '{"a":',
  '(a+)+$',
  '[',
  '-1',
  '1e309',
  'true',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'İ'.repeat(40),
  'x'.repeat(9000),
  '\u0301'.repeat(3000),
];
const NUMBERS = [0, -0, -1, 0.1, 1e-320, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308, -1e308];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'id',
  'where',
  'limit',
  'sort',
  'populate',
  'select',
  'a.b',
  'a[b]',
  '',
  '\0',
  '\ud800',
  'x'.repeat(3000),
];
const INSTANTS = [
  '2026-11-21T02:00:00.000Z',
  '2026-11-22T02:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS),
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Without a prototype's say: `__proto__` becomes a key like any other. */
const bagOf = (pairs: [string, unknown][]): Bag => Object.fromEntries(pairs);

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(fc.constantFrom(...KEYS), scalar), { maxLength: 3 }).map(bagOf) },
  { weight: 1, arbitrary: fc.constantFrom(nested(5, 1), nested(300, 'deep'), nested(300, {}), Array(2000).fill(0)) },
);

/** Values that the schema accepts, at its edges; an id is mostly one of `ids`. */
function fitting(shape: Shape, ids: string[]): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => fitting(one, ids)));
  if (shape.type === 'boolean') return fc.boolean();
  if (shape.type === 'integer' || shape.type === 'number') {
    const { minimum = 0, maximum = 1000 } = shape;
    return fc.constantFrom(minimum, maximum, Math.min(maximum, minimum + 1), Math.floor(minimum / 2 + maximum / 2));
  }
  if (shape.type === 'array') return fc.array(shape.items ? fitting(shape.items, ids) : hostile, { maxLength: 3 });
  if (shape.type === 'object') {
    const parts = Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, fitting(inner, ids)] as const);
    return fc.record(Object.fromEntries(parts));
  }
  if (shape.type === 'string') return fittingText(shape, ids);
  return shape.type === 'null' ? fc.constant(null) : hostile;
}

function fittingText({ format, minLength = 0, maxLength = 60 }: Shape, ids: string[]): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.constantFrom(...ids, '019a0000-0000-7000-8000-000000000000');
  if (format === 'date-time') return fc.constantFrom(...INSTANTS);
  if (format === 'email') return fc.nat(999).map((number) => `fuzz${number}@example.com`);
  return fc.oneof(
    fc.constantFrom('*.zip', 'UTC', 'name', 'x'.repeat(Math.min(maxLength, 9000)), '\ud800'.padEnd(minLength, 'x')),
    fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' }),
  );
}

type Pairs = [string, unknown][];
const NONE: Pairs = [];
const pair = (key: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Pairs> => value.map((one) => [[key, one]]);

/**
 * An input for a call. Half of them begin with one that succeeds, and change few of its keys; in the others each key
 * fits, is hostile or is left out, and now and then there is one that is not the call's own.
 */
export function inputs({ properties }: Properties, ids: string[], sample: Bag): fc.Arbitrary<Bag> {
  const keys = Object.entries(properties);
  const near = keys.map(([key, one]) => {
    const keyPair: Pairs = key in sample ? [[key, sample[key]]] : NONE;
    return fc.oneof(
      { weight: 10, arbitrary: fc.constant(keyPair) },
      { weight: 2, arbitrary: pair(key, fitting(one, ids)) },
      { weight: 1, arbitrary: pair(key, hostile) },
    );
  });
  const wild = keys.map(([key, one]) =>
    fc.oneof(
      { weight: 6, arbitrary: pair(key, fitting(one, ids)) },
      { weight: 2, arbitrary: pair(key, hostile) },
      { weight: 1, arbitrary: fc.constant(NONE) },
    ),
  );
  const strange = fc.oneof(
    { weight: 4, arbitrary: fc.constant(NONE) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...KEYS), hostile).map((one): Pairs => [one]) },
  );
  return fc.oneof(fc.tuple(...near), fc.tuple(...wild, strange)).map((pairs) => bagOf(pairs.flat()));
}

const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'in', 'nin', 'contains', 'startsWith', 'endsWith', 'like', '$gt'];

/** List parameters over the given attributes. */
export function criteria(attributes: string[]): fc.Arbitrary<Bag> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...attributes) }, fc.constantFrom(...KEYS));
  const term: fc.Arbitrary<unknown> = fc.oneof(
    hostile,
    fc.tuple(fc.constantFrom(...OPERATORS), hostile).map((one) => bagOf([one])),
    fc.tuple(fc.constantFrom('in', 'nin', '!='), fc.array(scalar, { maxLength: 5 })).map((one) => bagOf([one])),
  );
  const terms = fc.array(fc.tuple(name, term), { maxLength: 3 }).map(bagOf);
  const where = fc.oneof(
    { weight: 3, arbitrary: terms },
    { weight: 1, arbitrary: fc.array(terms, { maxLength: 3 }).map((or) => ({ or })) },
    { weight: 1, arbitrary: hostile },
  );
  const sort = fc.oneof(
    name,
    name.map((one) => `${one} DESC`),
    fc.tuple(name, fc.constantFrom('ASC', 'DESC', 1, -1, 'up')).map((one) => [bagOf([one])]),
    hostile,
  );
  const count = fc.oneof(fc.constantFrom<unknown>(0, 1, 3, '2', '-1', '1.5'), hostile);
  const parts: fc.Arbitrary<Pairs>[] = [
    ['where', where] as const,
    ['sort', sort] as const,
    ['limit', count] as const,
    ['skip', count] as const,
    ['select', fc.oneof(name, fc.array(name, { maxLength: 3 }), hostile)] as const,
    ['omit', fc.oneof(name, hostile)] as const,
    ['populate', fc.oneof(name, fc.constant<unknown>(false), hostile)] as const,
  ].map(([key, arbitrary]) =>
    fc
      .option(arbitrary as fc.Arbitrary<unknown>, { freq: 2, nil: undefined })
      .map((value) => (value === undefined ? [] : [[key, value]])),
  );
  return fc
    .tuple(
      ...parts,
      terms.map((one) => Object.entries(one)),
    )
    .map((pairs) => bagOf(pairs.flat()));
}
