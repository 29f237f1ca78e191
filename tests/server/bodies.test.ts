// Checks before a body is read: the anti-forgery token, the session, the route and the permission, in this order; and
// unknown keys, which are refused, never dropped.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));

describe('bodies', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
  });
  afterAll(() => world.close());

  test.each([
    ['what is no JSON', '{'],
    [
      'a body of 90,000 keys',
      JSON.stringify(keys(90_000))
        .slice(0, 999_000)
        .replace(/,[^,]*$/, '}'),
    ],
  ])('%s is read last of all', async (_what, body) => {
    const { alice, charlie, nobody } = world;
    await nobody.browser.ask('GET', '/api/auth/check-user');
    const code = async (who: typeof alice, path: string, headers = {}) => {
      const answer = await who.ask('POST', path, body, headers);
      return [answer.status, answer.body.code];
    };
    expect(await code(alice, '/schedule', { 'x-xsrf-token': 'wrong' })).toEqual([403, 'E_CSRF']);
    expect(await code(nobody, '/schedule')).toEqual([401, 'E_UNAUTHORIZED']);
    expect(await code(nobody, '/nowhere')).toEqual([401, 'E_UNAUTHORIZED']);
    expect(await code(alice, '/nowhere')).toEqual([404, 'E_NOT_FOUND']);
    expect(await code(charlie, '/schedule')).toEqual([403, 'E_FORBIDDEN']);
    expect(await code(alice, '/schedule')).toEqual([400, 'E_BAD_BODY']);
  });

  test('a body has at most 2,000 keys of its own, over either carrier', async () => {
    const line = await world.alice.line();
    for (const ask of [
      (body: object) => world.alice.ask('POST', '/schedule', body),
      (body: object) => line.ask('POST', '/api/schedule', body),
    ]) {
      expect((await ask(keys(2000))).body.code).toBe('E_INVALID_NEW_RECORD');
      expect((await ask(keys(2001))).body).toMatchObject({
        code: 'E_BAD_BODY',
        message: expect.stringContaining('2000 keys'),
      });
      // Entries of a list are none of its own: a scan finds many files.
      const found = { found: Array.from({ length: 100_000 }, (_, index) => index) };
      expect((await ask(found)).body.code).toBe('E_INVALID_NEW_RECORD');
    }
  });

  test('a filter by __proto__ is refused as any that is not known', async () => {
    const line = await world.alice.line();
    const queries = [
      'where[__proto__]=x',
      'where%5B__proto__%5D[a]=x',
      '__proto__=x',
      '__proto__[a]=x',
      'where[or][0][__proto__]=x',
    ];
    for (const query of queries)
      for (const answer of [
        await world.alice.ask('GET', `/system?${query}`),
        await line.ask('GET', `/api/system?${query}`),
      ])
        expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'E_INVALID_CRITERIA']);
    const json = await world.alice.ask('GET', `/system?where=${encodeURIComponent('{"__proto__":{"name":"x"}}')}`);
    expect([json.status, json.body.code]).toEqual([400, 'E_INVALID_CRITERIA']);
    expect((await world.alice.ask('GET', '/system/counts?__proto__=x')).status).toBe(400);
  });

  test('a filter by the id of a record takes ids alone', async () => {
    const { organization, system } = world.acme;
    const where = (terms: object) => `where=${encodeURIComponent(JSON.stringify(terms))}`;
    for (const query of [
      'organization=abc',
      'organizationId=abc',
      'organization=',
      'schedule=null',
      'id=abc',
      'organization[]=abc&organization[]=1',
      where({ organization: [organization, 'abc'] }),
      where({ organization: { '!=': 'abc' } }),
    ])
      expect([query, await world.alice.ask('GET', `/system?${query}`)]).toMatchObject([
        query,
        {
          status: 400,
          body: { code: 'E_INVALID_CRITERIA', message: expect.stringMatching(/^where\.\w+: must be an id/) },
        },
      ]);
    for (const query of [
      `organization=${organization}`,
      where({ schedule: null }),
      where({ id: { '>': '' } }),
      where({ id: [system] }),
    ])
      expect([query, (await world.alice.ask('GET', `/system?${query}`)).status]).toEqual([query, 200]);
  });
});
