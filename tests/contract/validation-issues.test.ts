// Validation issues: the faults that zod found as path, code and values.
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { issuesOf } from '#contract/validation-issues.ts';

function issues(schema: z.ZodMiniType, input: unknown) {
  const { error } = schema.safeParse(input);
  return error ? issuesOf(error, input) : [];
}
const schedule = contract.schedule.calls.create.input;

describe('the issues of an input', () => {
  test('are empty for a valid input', () => {
    expect(issues(schedule, { name: 'Nightly' })).toEqual([]);
  });

  test('name a missing key as required, whatever its type is', () => {
    const { user } = contract;
    expect(issues(schedule, {})).toEqual([{ path: 'name', code: 'required' }]);
    expect(issues(user.calls.create.input, {})).toEqual([{ path: 'email', code: 'required' }]);
    expect(issues(contract.userorg.calls.create.input, {})).toEqual([
      { path: 'user', code: 'required' },
      { path: 'organization', code: 'required' },
    ]);
    expect(issues(z.object({ kind: z.enum(['a', 'b']) }), {})).toEqual([{ path: 'kind', code: 'required' }]);
  });

  test('distinguish null from a missing value', () => {
    expect(issues(schedule, { name: null })).toEqual([{ path: 'name', code: 'invalid_type', expected: 'string' }]);
  });

  test('measure texts and lists by length, numbers by size', () => {
    expect(issues(schedule, { name: 'x'.repeat(201), intervalValue: 0, alarmAfter: 8761 })).toEqual([
      { path: 'name', code: 'too_long', maximum: 200 },
      { path: 'intervalValue', code: 'too_small', minimum: 1 },
      { path: 'alarmAfter', code: 'too_big', maximum: 8760 },
    ]);
    expect(issues(schedule, { name: ' ' })).toEqual([{ path: 'name', code: 'too_short', minimum: 1 }]);
    expect(issues(contract.group.calls.grant.input, { group: crypto.randomUUID(), permissions: [] })).toEqual([
      { path: 'permissions', code: 'too_short', minimum: 1 },
    ]);
  });

  test('name the type, the format and the values that were expected', () => {
    expect(issues(schedule, { name: 'x', intervalValue: 'two', intervalUnit: 'Years' })).toEqual([
      { path: 'intervalUnit', code: 'invalid_value', values: ['Days', 'Weeks', 'Months'] },
      { path: 'intervalValue', code: 'invalid_type', expected: 'number' },
    ]);
    expect(issues(schedule, { name: 'x', intervalValue: 1.5 })).toEqual([
      { path: 'intervalValue', code: 'invalid_type', expected: 'int' },
    ]);
    expect(issues(contract.auth.calls.checkEmail.input, { email: 'nobody' })).toEqual([
      { path: 'email', code: 'invalid_format', format: 'email' },
    ]);
    expect(issues(contract.organization.calls.create.input, { name: 'x', timeZone: 'Nowhere' })).toEqual([
      { path: 'timeZone', code: 'invalid_value' },
    ]);
  });

  test('name the rule of a glob, for a form to render in the language of the reader', () => {
    const glob = (text: string) =>
      issues(contract.fileset.calls.create.input, { system: crypto.randomUUID(), glob: text });
    expect(glob('/srv/*.zip')).toEqual([]);
    expect(glob('/srv/(a|b)')).toEqual([{ path: 'glob', code: 'glob_too_complex', maximum: 3 }]);
    expect(glob('/srv/../x')).toEqual([{ path: 'glob', code: 'glob_outside' }]);
  });

  test('point into lists and objects', () => {
    const permissions = [{ model: 'system', action: 'read' }, { action: 'fly' }];
    expect(issues(contract.group.calls.create.input, { name: 'x', permissions })).toEqual([
      { path: 'permissions.1.model', code: 'required' },
      { path: 'permissions.1.action', code: 'invalid_value', values: expect.arrayContaining(['read']) },
    ]);
  });

  test('name every key that is not known', () => {
    expect(issues(z.object({ at: z.strictObject({ a: z.string() }) }), { at: { a: '', b: 1, c: 2 } })).toEqual([
      { path: 'at.b', code: 'unknown_key' },
      { path: 'at.c', code: 'unknown_key' },
    ]);
  });

  test('of an input that is no object at all have an empty path', () => {
    expect(issues(schedule, 'x')).toEqual([{ path: '', code: 'invalid_type', expected: 'object' }]);
  });
});
