// Every call says what it does and who may make it, is found by its path, is answered by a handler, and has a sample.
import { describe, expect, test } from 'vitest';
import { errorStatuses } from '#contract/errors.ts';
import { contract } from '#contract/index.ts';
import { permissions } from '#server/entities/user/permission.ts';
import { makeHandlers, tables } from '#server/registry.ts';
import { makeRouter } from '#server/pipeline/routes.ts';
import type { Services } from '#server/services.ts';
import { everyCall } from '#tests/contract-calls.ts';
import { samples } from '#tests/samples.ts';

const route = makeRouter(
  everyCall.map(({ entity }) => entity).filter((entity, index, all) => all.indexOf(entity) === index),
);
const handlers = makeHandlers({
  now: () => '2026-11-21T03:00:00.000Z',
} as Services);
const ANYONE = ['public', 'session', 'client'];

describe.each(everyCall)('$id', ({ call, noun, name, entity }) => {
  test('has a sentence that says what it does', () => {
    expect(call.doc).toMatch(/^[A-Z0-9‘“].{8,}\.$/s);
  });

  test('names who may make it, in words that the groups know', () => {
    const known = ANYONE.includes(call.may) || permissions.some(({ id }) => id === call.may);
    expect([call.may, known]).toEqual([call.may, true]);
  });

  test('is found by its method and path, and nothing else is', () => {
    const found = route(call.method, call.path.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000'));
    expect([found?.noun, found?.name]).toEqual([noun, name]);
  });

  test('has a handler, a sample, and a table where it lists', () => {
    expect(handlers[noun]?.[name]).toBeTypeOf('function');
    expect((samples as Record<string, Record<string, unknown>>)[noun]?.[name]).toBeTypeOf('function');
    if (call.list) expect(tables.get(noun)?.noun).toBe(noun);
  });

  test('refuses only in words that have a status, and changes nothing on a plain GET', () => {
    expect(call.errors.filter((code) => !(code in errorStatuses))).toEqual([]);
    if (call.method !== 'GET') expect(call.changes).toBe(true);
  });

  test('takes its path parameters in its input', () => {
    const named = [...call.path.matchAll(/:(\w+)/g)].map(([, key]) => key);
    expect(named.filter((key) => !(String(key) in call.input.shape))).toEqual([]);
    expect(entity.noun).toBe(noun);
  });
});

test('every noun of the contract has calls, and no two share a path', () => {
  expect(Object.keys(contract)).toEqual(Object.values(contract).map(({ noun }) => noun));
  const paths = everyCall.map(({ call }) => `${call.method} ${call.path}`);
  expect(new Set(paths).size).toBe(paths.length);
});
