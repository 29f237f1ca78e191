// Authorization of a call: the anti-forgery token, the person of a queued request, the permission that the call names.
import { expect, test } from 'vitest';
import type { Call } from '#contract/define.ts';
import type { Actor } from '#server/pipeline/actor.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Request } from '#server/pipeline/dispatch.ts';
import { assertOwnRequest, assertTrusted, authorize } from '#server/pipeline/authorize.ts';
import type { ApiError } from '#server/pipeline/errors.ts';
import type { Route } from '#server/pipeline/routes.ts';

const request = (more: Partial<Request> = {}) =>
  ({ carrier: 'http', method: 'POST', trusted: false, clientKey: null, userId: null, ...more }) as Request;
const route = (more: Partial<Call>) => ({ call: { changes: true, byToken: false, ...more } }) as unknown as Route;
const call = (more: Partial<Call>) => ({ may: 'alarm.update', client: false, ...more }) as Call;
const person = (permissions: Record<string, string[]> = {}) =>
  ({ kind: 'person', id: 'mia', rights: { permissions, allOrganizations: false, orgIds: [] } }) as unknown as Actor;
const client = { kind: 'client' } as Actor;
const KEY = { key: 'k', instance: 'i' };

/** The code of what is thrown; null where nothing is. */
function codeOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as ApiError).code;
  }
}
const trusted = (of: Route | null, more: Partial<Request> = {}, actor: Actor | null = null) =>
  codeOf(() => assertTrusted(of, request(more), actor));
const permitted = (of: Partial<Call>, actor: Actor | null, more: Partial<Request> = {}) =>
  codeOf(() => authorize(call(of), actor, request(more)));

test('a call that changes something needs the anti-forgery token', () => {
  expect(trusted(route({}))).toBe('E_CSRF');
  expect(trusted(route({}), {}, person())).toBe('E_CSRF');
  expect(trusted(route({}), { trusted: true })).toBeNull();
  expect(trusted(route({}), { method: 'GET' })).toBe('E_CSRF');
});

test('one that changes nothing, or brings a token of its own, needs none', () => {
  expect(trusted(route({ changes: false }))).toBeNull();
  expect(trusted(route({ byToken: true }))).toBeNull();
});

test('what no call declares is judged by its method', () => {
  expect(trusted(null)).toBe('E_CSRF');
  expect(trusted(null, { method: 'DELETE' })).toBe('E_CSRF');
  for (const method of ['GET', 'HEAD']) expect(trusted(null, { method })).toBeNull();
});

test('the handshake of a socket and the key of a client stand for the token', () => {
  expect(trusted(route({}), { carrier: 'socket' })).toBeNull();
  expect(trusted(route({}), { clientKey: KEY }, client)).toBeNull();
  expect(trusted(route({}), { clientKey: KEY })).toBe('E_UNAUTHORIZED');
});

test('a queued request is carried out for the person who made it, and for nobody else', () => {
  const own = (userId: string | null, actor: Actor | null) =>
    codeOf(() => assertOwnRequest(request({ userId }), actor));
  expect(own('mia', person())).toBeNull();
  expect(own('mara', person())).toBe('E_OTHER_USER');
  expect(own(null, person())).toBeNull();
  // Without a session, and for a client, the call itself refuses.
  expect([own('mara', null), own('mara', client), own('mara', internalActor)]).toEqual([null, null, null]);
});

test('a right that a group gives opens its calls, and no others', () => {
  const mia = person({ alarm: ['update'] });
  expect(permitted({}, mia)).toBeNull();
  expect(permitted({ may: 'alarm.read' }, mia)).toBe('E_FORBIDDEN');
  expect(permitted({ may: 'system.update' }, mia)).toBe('E_FORBIDDEN');
  expect(permitted({}, person())).toBe('E_FORBIDDEN');
  expect(permitted({}, null)).toBe('E_UNAUTHORIZED');
});

test('calls for everybody, for who is signed in and for clients', () => {
  expect([permitted({ may: 'public' }, null), permitted({ may: 'public' }, client)]).toEqual([null, null]);
  expect([permitted({ may: 'session' }, person()), permitted({ may: 'session' }, null)]).toEqual([
    null,
    'E_UNAUTHORIZED',
  ]);
  expect([permitted({ may: 'client', client: true }, client), permitted({ client: true }, client)]).toEqual([
    null,
    null,
  ]);
  expect([permitted({ may: 'session' }, client), permitted({}, client)]).toEqual(['E_FORBIDDEN', 'E_FORBIDDEN']);
  expect(permitted({ may: 'client', client: true }, person({ client: ['read'] }))).toBe('E_FORBIDDEN');
  expect(permitted({}, internalActor)).toBe('E_FORBIDDEN');
});

test('a call of sockets is answered there alone', () => {
  expect(permitted({ carrier: 'socket', may: 'public' }, null)).toBe('E_SOCKET_REQUIRED');
  expect(permitted({ carrier: 'socket', may: 'public' }, null, { carrier: 'socket' })).toBeNull();
  expect(permitted({ may: 'public' }, null, { carrier: 'socket' })).toBeNull();
});
