// Closed by default: what nobody was permitted does not compile. The compiler is the judge: `npm test` runs it over this file too.
import * as z from 'zod';
import { expect, test } from 'vitest';
import { call, entity, type Call } from '#contract/define.ts';
import { contract } from '#contract/index.ts';

const spec = { doc: 'Rings the bell.', method: 'POST', path: '/bell/ring', result: z.object({}) } as const;

test('a call says who may make it, by a word that is known, or it is no call', () => {
  expect(call({ ...spec, may: 'bell.update' }).may).toBe('bell.update');
  // @ts-expect-error nobody is named
  expect(call(spec).may).toBe(undefined);
  // @ts-expect-error there is no such action
  expect(call({ ...spec, may: 'bell.ring' }).may).toBe('bell.ring');
  // @ts-expect-error everybody is called `public`
  expect(call({ ...spec, may: 'everyone' }).may).toBe('everyone');
  const { may: _nobody, ...without } = call({ ...spec, may: 'session' });
  // @ts-expect-error a noun takes calls only
  expect(entity('bell', { record: z.object({}), organization: null, calls: { ring: without } }).noun).toBe('bell');
});

test('no call of the contract goes without', () => {
  const calls = Object.values(contract).flatMap(({ calls }) => Object.values<Call>(calls));
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter(({ may }) => typeof may !== 'string' || may === ('' as string))).toEqual([]);
});
