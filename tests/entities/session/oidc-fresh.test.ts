// A session from single sign-on is as fresh as the sign-in at the provider, which may be days old.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restoreDate, setDate } from '#tests/dates.ts';
import { makeStage, person, type Stage } from '#tests/oidc-stage.ts';
import { MINUTE, databases, type Browser } from '#tests/world.ts';

describe.each(databases)('a fresh single sign-on on %s', (engine) => {
  let stage: Stage;
  let administrators: string;
  let by: Browser;
  /** Those of the provider: Alice stays signed in there. */
  const cookies = new Map<string, string>();
  beforeAll(async () => {
    stage = await makeStage(engine);
    administrators = (await stage.world.alice.ask('GET', '/group?name=Administrators')).body[0].id;
    stage.open();
  });
  beforeEach(async () => {
    by = await stage.browser();
    setDate(stage.world.clock.now());
    stage.idp.account = person('alice');
  });
  afterAll(() => stage.close());
  afterAll(restoreDate);

  const pass = (ms: number) => {
    stage.world.clock.advance(ms);
    setDate(stage.world.clock.now());
  };
  const begin = async (fresh: boolean) =>
    (await by.ask('POST', '/api/auth/oauth', { from: '/admin/users', fresh })).body.url as string;
  const signOn = async (fresh: boolean) => stage.finish(by, await stage.idp.walk(await begin(fresh), cookies));
  let users = 0;
  const makeAdministrator = async () => {
    const user = await stage.world.newUser(`one${(users += 1)}@example.com`, { allOrganizations: true });
    return (await by.ask('POST', '/api/usergroup', { user, group: administrators })).body.code as string | undefined;
  };

  test('a session whose provider does not say when the person signed in is not fresh', async () => {
    expect((await signOn(false)).status).toBe(200);
    expect(await makeAdministrator()).toBe('E_REAUTHENTICATE');
  });

  test('the provider is asked for another sign-in, and its word makes the session fresh for 15 minutes', async () => {
    const { searchParams } = new URL(await begin(true));
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    expect((await signOn(true)).body).toMatchObject({ user: { id: stage.world.alice.id }, from: '/admin/users' });
    expect(await makeAdministrator()).toBeUndefined();
    pass(16 * MINUTE);
    expect(await makeAdministrator()).toBe('E_REAUTHENTICATE');
  });

  test('an old sign-in at the provider makes a new session here, and no fresh one', async () => {
    await signOn(true);
    pass(16 * MINUTE);
    const url = new URL(await begin(false));
    // As providers do that always say when the person signed in.
    url.searchParams.set('claims', JSON.stringify({ id_token: { auth_time: { essential: true } } }));
    expect((await stage.finish(by, await stage.idp.walk(url.href, cookies))).status).toBe(200);
    expect(await makeAdministrator()).toBe('E_REAUTHENTICATE');
  });

  test('a browser that takes the question for another sign-in off the address is refused', async () => {
    await signOn(true);
    pass(16 * MINUTE);
    const held = async (rid: (url: URL) => void) => {
      const url = new URL(await begin(true));
      rid(url);
      return stage.finish(by, await stage.idp.walk(url.href, cookies));
    };
    const silent = await held(({ searchParams }) => {
      searchParams.delete('prompt');
      searchParams.delete('max_age');
    });
    expect([silent.status, silent.body]).toEqual([
      401,
      { code: 'E_SIGN_ON', message: 'Example ID did not confirm that you signed in again.' },
    ]);
    const old = await held(({ searchParams }) => {
      searchParams.delete('prompt');
      searchParams.set('max_age', '86400');
    });
    expect([old.status, old.body.code]).toEqual([401, 'E_SIGN_ON']);
    expect((await signOn(true)).status).toBe(200);
  });
});
