// Closed by default: a call without a known permission does not compile. `npm test` compiles this file too.
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { call, entity, type Call } from '#contract/define.ts';
import { contract } from '#contract/index.ts';

const spec = { doc: 'Rings the bell.', method: 'POST', path: '/bell/ring', result: z.object({}) } as const;

test('a call without a known permission does not compile', () => {
  expect(call({ ...spec, may: 'bell.update' }).may).toBe('bell.update');
  // @ts-expect-error the permission is missing
  expect(call(spec).may).toBe(undefined);
  // @ts-expect-error the action does not exist
  expect(call({ ...spec, may: 'bell.ring' }).may).toBe('bell.ring');
  // @ts-expect-error the permission of everybody is `public`
  expect(call({ ...spec, may: 'everyone' }).may).toBe('everyone');
  const { may: _nobody, ...without } = call({ ...spec, may: 'session' });
  // @ts-expect-error an entity accepts only calls
  expect(entity('bell', { record: z.object({}), organization: null, calls: { ring: without } }).noun).toBe('bell');
});

test('every call of the contract has a permission', () => {
  const calls = Object.values(contract).flatMap(({ calls }) => Object.values<Call>(calls));
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter(({ may }) => typeof may !== 'string' || may === ('' as string))).toEqual([]);
});
