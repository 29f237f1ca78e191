// Stored passkeys: removed, of a deactivated person, too many; their limits, their domain, and who sees them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Passkey } from '#tests/authenticator.ts';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { makeGround } from '#tests/test-database.ts';
import { passkeysIn } from '#tests/passkey-people.ts';
import { addPasskey, beginPasskey } from '#tests/samples-passkeys.ts';
import { DAY, HOUR, MINUTE, databases, makeWorld, startServer, type RecordingMail, type World } from '#tests/world.ts';

const OTHER = 'another-horse-battery';

describe.each(databases)('kept passkeys on %s', (engine) => {
  let world: World;
  const { browser, owner, begin, enter, list, rows } = passkeysIn(() => world);
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

  test('a removed one opens nothing any more, and the person is told', async () => {
    const { person, passkey, id } = await owner('olga');
    expect((await person.ask('PATCH', `/passkey/${id}`, { name: ' Old phone ' })).body.name).toBe('Old phone');
    expect((await person.ask('DELETE', `/passkey/${id}`)).body).toMatchObject({ id, name: 'Old phone' });
    expect((await enter(passkey)).body.code).toBe('E_BAD_LOGIN');
    expect(await list(person)).toEqual([]);
    await world.settle();
    const last = (world.mail as RecordingMail).sent.filter(({ to }) => to === 'olga@example.com').at(-1);
    expect(last?.subject).toBe('A passkey was removed from your Backwatch account');
    expect(last?.text).toContain('Old phone');
  });

  test('who is disabled is refused as with a stranger’s passkey; one’s own new password leaves the passkeys as they are, a reset removes them', async () => {
    const { person, passkey } = await owner('paul');
    const admin = await world.signIn(world.alice.id);
    await admin.ask('PATCH', `/user/${person.id}`, { active: false });
    const [disabled, stranger] = [await enter(passkey), await enter(new Passkey(world.origin))];
    expect([disabled.status, disabled.body]).toEqual([401, stranger.body]);
    await admin.ask('PATCH', `/user/${person.id}`, { active: true });
    const there = await browser();
    expect((await enter(passkey, {}, there)).status).toBe(200);
    const own = { password: OTHER, currentPassword: PASSWORD };
    expect((await there.ask('PATCH', '/api/user/edit-account', own)).status).toBe(200);
    expect((await enter(passkey)).status).toBe(200);
    await admin.ask('PATCH', `/user/${person.id}`, { password: PASSWORD });
    expect((await enter(passkey)).body.code).toBe('E_BAD_LOGIN');
    await admin.ask('DELETE', `/user/${person.id}`);
    expect((await enter(passkey)).body.code).toBe('E_BAD_LOGIN');
  });

  test('the password is asked for before one is added; guesses count with those for the account', async () => {
    const person = await world.signIn(await world.newUser('quin@example.com'));
    const guess = () => person.ask('POST', '/passkey/begin', { currentPassword: 'wrong' });
    expect((await guess()).body).toMatchObject({ code: 'E_BAD_LOGIN', details: ['currentPassword: does not match'] });
    for (let count = 1; count < 5; count += 1) await guess();
    const change = { password: OTHER, currentPassword: 'wrong' };
    for (let count = 0; count < 3; count += 1) await person.ask('PATCH', '/user/edit-account', change);
    const stopped = await person.ask('POST', '/passkey/begin', { currentPassword: PASSWORD });
    expect([stopped.status, stopped.body.code]).toEqual([429, 'E_RATE']);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = await world.signIn(person.id);
    expect(await beginPasskey(elsewhere)).toHaveProperty('challenge');
  });

  test('fifty that fail stop an address, a hundred begun as well; those that succeed do not count', async () => {
    const { passkey } = await owner('rosa');
    const there = await browser();
    for (let right = 0; right < 3; right += 1) expect((await enter(passkey, {}, there)).status).toBe(200);
    const response = passkey.assert(await begin(there), { unverified: true });
    const send = () => there.ask('POST', '/api/passkey/sign-in', { response });
    const answers = await Promise.all(Array.from({ length: 55 }, send));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    const stopped = await enter(passkey, {}, there);
    expect([stopped.status, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    const begun = await Promise.all(
      Array.from({ length: 100 }, () => there.ask('POST', '/api/passkey/begin-sign-in', {})),
    );
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(98);
    advanceDate(16 * MINUTE);
    expect((await enter(passkey)).status).toBe(200);
  });

  test('twenty are enough', async () => {
    const { person } = await owner('sara');
    for (let count = 1; count < 19; count += 1) await addPasskey(person, new Passkey(world.origin), `Key ${count}`);
    const made = [await beginPasskey(person), await beginPasskey(person)].map((options) =>
      new Passkey(world.origin).register(options),
    );
    const both = await Promise.all(made.map((response) => person.ask('POST', '/passkey', { name: 'Last', response })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const more = await person.ask('POST', '/passkey/begin', { currentPassword: PASSWORD });
    expect([more.status, more.body.code]).toEqual([400, 'E_TOO_MANY']);
  });

  test('nobody sees another person’s, nor touches them; secrets are in no answer and no event', async () => {
    const line = await world.alice.line();
    await line.ask('GET', '/api/app/subscribe');
    const { person, passkey, id } = await owner('tina');
    for (const by of [world.alice, world.bob]) {
      expect(JSON.stringify(await list(by))).not.toContain(id);
      expect((await by.ask('PATCH', `/passkey/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await by.ask('DELETE', `/passkey/${id}`)).status).toBe(404);
    }
    await enter(passkey);
    const [row] = (await rows('passkey')).filter((one) => one['id'] === id);
    const answers = JSON.stringify([await list(person), await person.ask('PATCH', `/passkey/${id}`, { name: 'Mine' })]);
    const events = await line.caughtUp();
    expect(events.map(({ event }) => event)).not.toContain('passkey');
    for (const shown of [answers, JSON.stringify(events)])
      for (const secret of [row?.['publicKey'], row?.['credentialId']]) expect(shown).not.toContain(secret);
    expect(Object.keys((await list(person))[0]).toSorted()).toEqual(
      ['id', 'name', 'backedUp', 'lastUsedAt', 'createdAt', 'updatedAt', 'editedAt'].toSorted(),
    );
  });

  test('the domain is the one the browser is at, and only where that is this server', async () => {
    const local = world.origin.replace('127.0.0.1', 'localhost');
    const person = await world.signIn(await world.newUser('uma@example.com'));
    const there = await browser(local, { origin: local });
    await there.ask('POST', '/api/auth/login', { email: 'uma@example.com', password: PASSWORD });
    const { body: options } = await there.ask('POST', '/api/passkey/begin', { currentPassword: PASSWORD });
    expect(options.rp.id).toBe('localhost');
    const passkey = new Passkey(local);
    const added = await there.ask('POST', '/api/passkey', { name: 'Local', response: passkey.register(options) });
    expect(added.status).toBe(200);
    expect((await enter(passkey, {}, there)).status).toBe(200);
    // The same answer for another address of this server is another origin's.
    expect((await enter(passkey, { rpId: 'localhost' })).body.code).toBe('E_BAD_LOGIN');
    const evil = await person.ask('POST', '/passkey/begin-sign-in', {}, { origin: 'https://evil.example' });
    expect([evil.status, evil.body.code]).toEqual([403, 'E_CSRF']);
  });

  test('challenges that are over are forgotten within a day', async () => {
    await begin(await browser());
    expect((await rows('challenge')).length).toBeGreaterThan(0);
    world.clock.advance(DAY + HOUR);
    await world.settle();
    expect(await rows('challenge')).toEqual([]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

test('where an address was set for the server, passkeys belong to it, whatever the request says', async () => {
  const ground = await makeGround('sqlite');
  const running = await startServer(ground, { publicUrl: 'https://backwatch.example.com' });
  const request = {
    carrier: 'http',
    ip: '',
    agent: '',
    sessionId: null,
    knownBrowser: null,
    clientKey: null,
    socketId: null,
    ifMatch: null,
    userId: null,
  } as const;
  const path = {
    id: 'one',
    method: 'POST',
    path: '/passkey/begin-sign-in',
    read: () => ({ params: {}, texts: new Set<string>() }),
    trusted: true,
  };
  const { body } = await running.server.dispatch({ ...request, ...path, origin: 'http://localhost:4600' });
  expect(body).toMatchObject({ rpId: 'backwatch.example.com' });
  await running.close();
  await ground.gone();
});
