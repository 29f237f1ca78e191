// The account that single sign-on opens: by a verified address at first, by the subject too from then on, and nobody
// else's.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newToken } from '#server/entities/account/token.ts';
import { makeGround } from '#tests/test-database.ts';
import type { Account } from '#tests/oidc.ts';
import { makeStage, person, type Stage } from '#tests/oidc-stage.ts';
import { Browser, HOUR, databases, startServer } from '#tests/world.ts';

describe.each(databases)('accounts of single sign-on on %s', (engine) => {
  let stage: Stage;
  let world: Stage['world'];
  let idp: Stage['idp'];
  beforeAll(async () => {
    stage = await makeStage(engine);
    ({ world, idp } = stage);
    stage.open();
  });
  beforeEach(() => {
    // The limits of one test are over before the next.
    world.clock.advance(HOUR);
    stage.signOn.createUsers = false;
    idp.instead = null;
  });
  afterAll(() => stage.close());

  test('only a verified address of somebody here, who is not disabled, comes in', async () => {
    await world.newUser('gone@example.com', { active: false });
    const outcomes: [Account, string][] = [
      [person('bob', { sub: 'mallory', email_verified: false }), 'E_EMAIL_UNVERIFIED'],
      [{ sub: 'mallory', email: 'bob@example.com' }, 'E_EMAIL_UNVERIFIED'],
      [{ sub: 'mallory', email_verified: true }, 'E_EMAIL_UNVERIFIED'],
      [person('mallory', { email: 'bob@example.com\n' }), 'E_EMAIL_UNVERIFIED'],
      [person('stranger'), 'E_NO_ACCOUNT'],
      [person('gone'), 'E_DISABLED'],
    ];
    for (const [account, code] of outcomes) {
      const by = await stage.browser();
      const { status, body } = await stage.through(account, by);
      expect([account, status, body.code, await stage.whoIs(by)]).toEqual([account, 403, code, null]);
      expect(body.message).toContain('Example ID');
    }
    expect((await stage.rows('identity')).filter(({ subject }) => ['mallory', 'gone-1'].includes(subject))).toEqual([]);
  });

  test('once linked, an account is that subject’s: an address given to somebody else opens nothing', async () => {
    const id = await world.newUser('frank@example.com');
    expect((await stage.through(person('frank'))).body.user.id).toBe(id);
    const other = await stage.through(person('frank', { sub: 'frank-2' }));
    expect([other.status, other.body.code]).toEqual([403, 'E_SUBJECT']);
    // Nor does the subject bring a second account with it.
    await world.newUser('frida@example.com');
    expect((await stage.through(person('frank', { email: 'frida@example.com' }))).body.code).toBe('E_SUBJECT');
    expect((await stage.through(person('frank'))).status).toBe(200);
    // The address of the account is another one now: so may be its owner.
    await world.alice.ask('PATCH', `/user/${id}`, { email: 'felix@example.com' });
    expect((await stage.through(person('frank'))).body.code).toBe('E_NO_ACCOUNT');
    expect((await stage.through(person('felix'))).body.user.id).toBe(id);
    const token = await world.server.jobContext.write((unit) => newToken(unit, 'change', id, 'fiona@example.com'));
    expect((await world.alice.ask('POST', '/user/token', { mode: 'change', token })).status).toBe(200);
    expect((await stage.through(person('fiona'))).body.user.id).toBe(id);
    await world.alice.ask('DELETE', `/user/${id}`);
    expect((await stage.rows('identity')).filter(({ user }) => user === id)).toEqual([]);
  });

  test('of two subjects that come first with one address at once, one is linked', async () => {
    await world.newUser('twin@example.com');
    const made = [];
    for (const sub of ['twin-a', 'twin-b']) {
      const by = await stage.browser();
      idp.account = person('twin', { sub });
      made.push({ by, back: await idp.walk(await stage.begin(by)) });
    }
    const answers = await Promise.all(made.map(({ by, back }) => stage.finish(by, back)));
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'E_SUBJECT']);
  });

  test('whoever the provider vouches for gets an account without a right, where that is set', async () => {
    stage.signOn.createUsers = true;
    const account = person('newcomer', { given_name: 'Nina\u0000\n', family_name: 'N'.repeat(300) });
    const by = await stage.browser();
    const { status, body } = await stage.through(account, by);
    expect([status, body.user]).toEqual([
      200,
      expect.objectContaining({
        email: 'newcomer@example.com',
        emailConfirmedAt: world.clock.now(),
        firstName: 'Nina',
        lastName: 'N'.repeat(100),
        active: true,
        allOrganizations: false,
        permissions: {},
        groups: [],
        orgIds: [],
      }),
    ]);
    expect((await by.ask('GET', '/api/system')).status).toBe(403);
    expect((await by.ask('POST', '/api/auth/login', { email: account.email, password: '' })).status).toBe(401);
    expect((await stage.through(person('other', { email_verified: false }))).body.code).toBe('E_EMAIL_UNVERIFIED');
    const known = (await world.alice.ask('GET', '/user?email=other@example.com')).body;
    expect(known).toEqual([]);
  });

  test('the first account of all is never made so: it must be an administrator’s', async () => {
    const ground = await makeGround(engine);
    const running = await startServer(ground, { signOn: { ...stage.signOn, createUsers: true } });
    idp.open([`${running.origin}/auth/oauthCallback`]);
    const by = new Browser(running.origin);
    await by.ask('GET', '/api/auth/check-user');
    idp.account = person('hasty');
    const { url } = (await by.ask('POST', '/api/auth/oauth', {})).body;
    const answer = await stage.finish(by, await idp.walk(url));
    expect([answer.status, answer.body.code]).toEqual([403, 'E_NO_ACCOUNT']);
    expect((await by.ask('GET', '/api/auth/check-user')).body.setUp).toBe(true);
    await running.close();
    await ground.gone();
    stage.open();
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
