// Passkeys, with a software authenticator: both ceremonies over both carriers, and every answer that must be refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Passkey, strangerKey, type Wrong } from '#tests/authenticator.ts';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { passkeysIn } from '#tests/passkey-people.ts';
import { beginPasskey } from '#tests/samples-passkeys.ts';
import {
  HOUR,
  MINUTE,
  databases,
  makeWorld,
  type Browser,
  type RecordingMail,
  type Person,
  type World,
} from '#tests/world.ts';

describe.each(databases)('passkeys on %s', (engine) => {
  let world: World;
  const { browser, owner, begin, enter, list } = passkeysIn(() => world);
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  beforeEach(async () => {
    await world.settle();
    // The limits of one test are over before the next.
    world.clock.advance(HOUR);
    advanceDate(HOUR);
  });
  afterAll(() => world.close());
  afterAll(restoreDate);

  test('one is added with the password and signs in without one; the person is told, and sees when it was used', async () => {
    const { person, passkey, id } = await owner('erin');
    expect(await list(person)).toMatchObject([{ id, name: 'Phone of erin', lastUsedAt: null, backedUp: false }]);
    world.clock.advance(MINUTE);
    const there = await browser();
    const answer = await enter(passkey, {}, there);
    expect([answer.status, answer.body.user.email]).toEqual([200, 'erin@example.com']);
    expect(answer.headers['set-cookie']).toMatch(
      /bw_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect((await there.ask('GET', '/api/auth/check-user')).body.user.id).toBe(person.id);
    expect((await person.ask('GET', '/session')).body).toHaveLength(2);
    expect((await list(person))[0].lastUsedAt).toBe(world.clock.now());
    await world.settle();
    const sentMails = (world.mail as RecordingMail).sent.filter(({ to }) => to === 'erin@example.com');
    expect(sentMails.map(({ subject }) => subject)).toEqual(['A passkey was added to your Backwatch account']);
    expect(sentMails[0]?.text).toContain(`${world.origin}/user/account`);
  });

  test('over the socket it is the same, and the socket is the person’s from then on', async () => {
    const { person } = await owner('frank');
    const mine = await person.line();
    const passkey = new Passkey(world.origin);
    const options = (await mine.ask('POST', '/api/passkey/begin', { currentPassword: PASSWORD })).body;
    const input = { name: 'Key', response: passkey.register(options) };
    expect((await mine.ask('POST', '/api/passkey', input)).status).toBe(200);
    const line = await world.nobody.line();
    const asked = (await line.ask('POST', '/api/passkey/begin-sign-in')).body;
    const answer = await line.ask('POST', '/api/passkey/sign-in', { response: passkey.assert(asked) });
    expect([answer.status, answer.body.user.id]).toEqual([200, person.id]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
  });

  test('a device is asked to look at its person, to keep the key, and to make no second one', async () => {
    const { person, passkey } = await owner('gwen');
    const options = await beginPasskey(person);
    expect(options.rp).toEqual({ id: '127.0.0.1', name: 'Backwatch' });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.id);
    expect(options.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
    expect(options.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    const asked = await begin(await browser());
    // It names nobody and nothing: whoever asks learns of no account.
    expect(Object.keys(asked).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    expect(asked.userVerification).toBe('required');
  });

  const wrongs: [string, Wrong][] = [
    ['of another origin', { origin: 'https://backwatch.example.com.evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'A'.repeat(43) }],
    ['over no challenge', { challenge: '' }],
    ['without looking at the person', { unverified: true }],
  ];

  const foreign: [string, Wrong] = ['for another person', { userHandle: 'b3RoZXI' }];
  test.each([...wrongs, foreign])('a signature %s opens nothing', async (what, wrong) => {
    const { passkey, person } = await owner(what.replaceAll(' ', '-'));
    const there = await browser();
    const answer = await enter(passkey, wrong, there);
    expect([answer.status, answer.body.code]).toEqual([401, 'E_BAD_LOGIN']);
    expect((await there.ask('GET', '/api/auth/check-user')).body.user).toBe(null);
    expect((await person.ask('GET', '/session')).body).toHaveLength(1);
    // And the right one does, so that it was this that was refused.
    expect((await enter(passkey, {}, there)).status).toBe(200);
  });

  test('a signature of another key opens nothing', async () => {
    const { passkey } = await owner('henry');
    expect((await enter(passkey, { key: strangerKey() })).body.code).toBe('E_BAD_LOGIN');
    expect((await enter(passkey)).status).toBe(200);
  });

  test.each(wrongs)('a new passkey %s is not added', async (_what, wrong) => {
    const person = await world.signIn(world.charlie.id);
    const before = await list(person);
    const response = new Passkey(world.origin).register(await beginPasskey(person), wrong);
    const answer = await person.ask('POST', '/passkey', { name: 'Wrong', response });
    expect([answer.status, answer.body.code]).toEqual([400, 'E_PASSKEY']);
    expect(await list(person)).toEqual(before);
  });

  test('an answer is taken once, whatever became of it, and of many at once one', async () => {
    const { person, passkey } = await owner('iris');
    const there = await browser();
    const response = passkey.assert(await begin(there));
    const send = (by: Browser) => by.ask('POST', '/api/passkey/sign-in', { response });
    const answers = await Promise.all([await browser(), await browser(), await browser()].map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await send(there)).body.message).toContain('expired');
    // A failed attempt uses its challenge up as well.
    const options = await begin(there);
    await there.ask('POST', '/api/passkey/sign-in', { response: passkey.assert(options, { unverified: true }) });
    const second = await there.ask('POST', '/api/passkey/sign-in', { response: passkey.assert(options) });
    expect(second.body.code).toBe('E_BAD_LOGIN');
    const made = new Passkey(world.origin).register(await beginPasskey(person));
    const add = () => person.ask('POST', '/passkey', { name: 'Once', response: made });
    expect([(await add()).status, (await add()).body.code]).toEqual([200, 'E_PASSKEY']);
  });

  test('a challenge is over after five minutes', async () => {
    const { person, passkey } = await owner('judy');
    const there = await browser();
    const [options, creation] = [await begin(there), await beginPasskey(person)];
    const [late, lateCreation] = [await begin(there), await beginPasskey(person)];
    const send = (asked: typeof options) =>
      there.ask('POST', '/api/passkey/sign-in', { response: passkey.assert(asked) });
    const add = (asked: typeof creation) =>
      person.ask('POST', '/passkey', { name: 'Late', response: new Passkey(world.origin).register(asked) });
    world.clock.advance(5 * MINUTE - 1000);
    expect([(await send(options)).status, (await add(creation)).status]).toEqual([200, 200]);
    world.clock.advance(1000);
    expect([(await send(late)).body.code, (await add(lateCreation)).body.code]).toEqual(['E_BAD_LOGIN', 'E_PASSKEY']);
  });

  test('a challenge is good for what it was made for: that person, and that purpose', async () => {
    const { person, passkey } = await owner('kate');
    const mallory = await world.signIn(await world.newUser('mallory@example.com'));
    const create = (by: Person, response: unknown) => by.ask('POST', '/passkey', { name: 'x', response });
    const options = await beginPasskey(person);
    const foreign = new Passkey(world.origin);
    expect((await create(mallory, foreign.register(options))).body.code).toBe('E_PASSKEY');
    // It was not hers to use up.
    expect((await create(person, foreign.register(options))).status).toBe(200);
    const there = await browser();
    const asked = await begin(there);
    const swapped = foreign.register({ ...options, challenge: asked.challenge });
    expect((await create(person, swapped)).body.code).toBe('E_PASSKEY');
    const { challenge } = await beginPasskey(person);
    const response = passkey.assert({ ...asked, challenge });
    expect((await there.ask('POST', '/api/passkey/sign-in', { response })).body.code).toBe('E_BAD_LOGIN');
  });

  test('a count that does not go up is a copy, and is refused; passkeys that do not count are not asked to', async () => {
    const { passkey } = await owner('liam');
    expect((await enter(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect([counter, (await enter(passkey, { counter })).status]).toEqual([counter, 401]);
    expect((await enter(passkey, { counter: 8 })).status).toBe(200);
    // 32 bits without a sign.
    expect((await enter(passkey, { counter: 2 ** 32 - 1 })).status).toBe(200);
    const { passkey: synced, person } = await owner('lena', { counts: false });
    expect([(await enter(synced)).status, (await enter(synced)).status]).toEqual([200, 200]);
    expect((await list(person))[0].backedUp).toBe(true);
  });

  test('one passkey is one person’s, once', async () => {
    const { person, passkey } = await owner('mona');
    const other = await world.signIn(await world.newUser('nina@example.com'));
    for (const by of [person, other]) {
      const response = passkey.register(await beginPasskey(by));
      const answer = await by.ask('POST', '/passkey', { name: 'Again', response });
      expect([answer.status, answer.body.code]).toEqual([409, 'E_EXISTS']);
    }
    expect([(await list(person)).length, (await list(other)).length]).toEqual([1, 0]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
