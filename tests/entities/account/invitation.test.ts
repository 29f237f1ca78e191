// Inviting an address that has an account elsewhere reveals nothing of it: the person accepts by a link, or nothing
// happens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { Browser, MINUTE, databases, makeWorld, type RecordingMail, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('invitations on %s', (engine) => {
  let world: World;
  /** Manages the users of Acme. */
  let manager: Person;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const actions = ['create', 'read', 'update', 'destroy'];
    const permissions = ['user', 'userorg'].flatMap((model) => actions.map((action) => ({ model, action })));
    const group = (await world.alice.ask('POST', '/group', { name: 'Managers of Acme', permissions })).body.id;
    const user = await world.newUser('manager@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    manager = await world.signIn(user);
  });
  afterAll(() => world.close());

  const invite = (email: string, by = manager) =>
    by.ask('POST', '/user', { email, firstName: 'New', organizations: [world.acme.organization] });
  const mailsTo = async (email: string) => {
    await world.settle();
    return (world.mail as RecordingMail).sent.filter(({ to }) => to === email);
  };
  const open = async (email: string) => {
    const token = /token=([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? 'none';
    const by = new Browser(world.origin);
    const check = (await by.ask('GET', `/api/token/${token}`)).body;
    return { check, used: await by.ask('POST', '/api/user/token', { mode: 'confirm', token }) };
  };
  const login = async (email: string, password: string) => {
    const by = new Browser(world.origin);
    await by.ask('GET', '/api/auth/check-user');
    return (await by.ask('POST', '/api/auth/login', { email, password })).status;
  };
  /** Everything that differs from one person to the next by nature. */
  const alike = ({ id, email, createdAt, updatedAt, editedAt, ...rest }: any) => ({
    ...rest,
    isId: /^[\w-]{36}$/.test(id),
    hasEmail: email.includes('@'),
    times: createdAt === updatedAt && createdAt === editedAt,
  });

  test('a known address answers as an unknown one, then and afterwards', async () => {
    const [known, unknown] = [await invite('dave@example.com'), await invite('unknown@example.com')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.body.email).toBe('dave@example.com');
    expect(alike(known.body)).toEqual(alike(unknown.body));
    const both = [known.body.id, unknown.body.id];
    const pairs = [
      await Promise.all(both.map((id) => manager.ask('GET', `/user/${id}`))),
      await Promise.all(['dave', 'unknown'].map((name) => manager.ask('GET', `/user?email=${name}@example.com`))),
      await Promise.all(both.map((id) => manager.ask('GET', `/userorg?user=${id}`))),
      await Promise.all(['dave', 'unknown'].map((name) => invite(`${name}@example.com`))),
      await Promise.all(both.map((id) => manager.ask('PATCH', `/user/${id}`, { firstName: 'Other' }))),
    ];
    const blank = (answer: { status: number; body: any }) =>
      JSON.stringify([answer.status, answer.body])
        .replaceAll(/dave|unknown/g, 'x')
        .replaceAll(/[\da-f]{8}-[\w-]{27}/g, 'id');
    for (const [one, other] of pairs) expect(blank(one!)).toBe(blank(other!));
    expect(pairs[3]?.map(({ body }) => body.code)).toEqual(['E_UNIQUE', 'E_UNIQUE']);
  });

  test('nothing changes for the person until the link is opened', async () => {
    expect(await login('dave@example.com', PASSWORD)).toBe(200);
    expect((await world.dave.ask('GET', '/organization')).body).toHaveLength(1);
    const [mail, ...others] = (await mailsTo('dave@example.com')).filter(({ subject }) => /invited/.test(subject));
    expect(others).toEqual([]);
    expect(mail?.text).not.toContain('New');
    // A link to a new password is about the account, never about the invitation.
    const by = new Browser(world.origin);
    await by.ask('GET', '/api/auth/check-user');
    await by.ask('POST', '/api/auth/send-reset-email', { email: 'dave@example.com' });
    await world.settle();
    const reset = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('token').select('user').where('mode', '=', 'reset').executeTakeFirstOrThrow(),
    );
    expect(reset['user']).toBe(world.dave.id);
  });

  test('the inviter gives no password: one that opens a new account and no other would tell them apart', async () => {
    for (const [address, other] of [
      ['charlie@example.com', 'unknown-2@example.com'],
      ['unknown-3@example.com', 'charlie@example.com'],
    ] as const) {
      const values = { email: address, password: 'given-by-the-inviter', organizations: [world.acme.organization] };
      expect((await manager.ask('POST', '/user', values)).status).toBe(403);
      const { body: made } = await invite(address);
      const patched = await manager.ask('PATCH', `/user/${made.id}`, { password: 'given-by-the-inviter' });
      expect([patched.status, patched.body.code]).toEqual([403, 'E_FORBIDDEN']);
      const both = await manager.ask('PATCH', `/user/${made.id}`, { email: other, password: 'given-by-the-inviter' });
      expect(both.status).toBe(403);
      expect((await manager.ask('DELETE', `/user/${made.id}`)).status).toBe(200);
    }
    expect(await login('charlie@example.com', PASSWORD)).toBe(200);
    // A person who sees every account learns nothing from it.
    const values = { email: 'ivan@example.com', password: 'given-by-an-administrator' };
    expect((await world.alice.ask('POST', '/user', values)).status).toBe(200);
    expect(await login('ivan@example.com', 'given-by-an-administrator')).toBe(200);
  });

  test('another address of a user is used once its link is opened: a known one answers as an unknown one', async () => {
    const member = async (name: string) => {
      const id = await world.newUser(`${name}@example.com`, { emailConfirmedAt: world.clock.now() });
      await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
      return id;
    };
    const [one, other] = [await member('grace'), await member('henry')];
    await world.newUser('judy@example.com');
    const readdress = (id: string, email: string) =>
      manager.ask('PATCH', `/user/${id}`, { email, firstName: 'X', lastName: 'X' });
    const [known, unknown] = [await readdress(one, 'judy@example.com'), await readdress(other, 'henry-2@example.com')];
    const blank = ({ status, body }: { status: number; body: any }) => [
      status,
      { ...alike(body), email: body.email.replace(/grace|henry/, 'x') },
    ];
    expect(blank(known)).toEqual(blank(unknown));
    expect([known.status, known.body.email, known.body.lastName]).toEqual([200, 'grace@example.com', 'X']);
    expect(await mailsTo('judy@example.com')).toEqual([]);
    expect(await login('henry@example.com', PASSWORD)).toBe(200);
    const token = /token=([\w-]{43})/.exec((await mailsTo('henry-2@example.com')).at(-1)?.text ?? '')?.[1];
    const used = await new Browser(world.origin).ask('POST', '/api/user/token', { mode: 'change', token });
    expect(used.body).toMatchObject({ code: 'E_CSRF' });
    const by = new Browser(world.origin);
    await by.ask('GET', `/api/token/${token}`);
    expect((await by.ask('POST', '/api/user/token', { mode: 'change', token })).status).toBe(200);
    expect((await manager.ask('GET', `/user/${other}`)).body.email).toBe('henry-2@example.com');
    // One whom the manager sees is no secret.
    expect((await readdress(one, 'henry-2@example.com')).body.code).toBe('E_UNIQUE');
    // And whoever sees everybody sets it at once.
    const at = await world.alice.ask('PATCH', `/user/${one}`, { email: 'grace-2@example.com' });
    expect(at.body).toMatchObject({ email: 'grace-2@example.com', emailConfirmedAt: null });
  });

  test('an address that nobody confirmed does not learn which one the account has instead', async () => {
    for (const [name, emailConfirmedAt] of [
      ['wilma', null],
      ['xaver', world.clock.now()],
    ]) {
      const id = await world.newUser(`${name}@example.com`, { emailConfirmedAt });
      await world.alice.ask('PATCH', `/user/${id}`, { email: `${name}-2@example.com` });
      expect(await mailsTo(`${name}-2@example.com`)).toHaveLength(1);
    }
    expect(await mailsTo('wilma@example.com')).toEqual([]);
    expect((await mailsTo('xaver@example.com')).at(-1)?.text).toContain('xaver-2@example.com');
  });

  test('the link links the account, and the invitation goes; opened again it is over', async () => {
    const { body: invited } = await invite('erin@example.com', world.alice);
    expect(invited.email).toBe('erin@example.com');
    const erin = await world.newUser('frank@example.com', { emailConfirmedAt: world.clock.now() });
    await world.alice.ask('POST', '/userorg', { user: erin, organization: world.birch.organization });
    world.clock.advance(MINUTE);
    const { body } = await invite('frank@example.com');
    expect(body.id).not.toBe(erin);
    expect((await mailsTo('frank@example.com')).at(-1)?.text).toContain('Acme');
    const { check, used } = await open('frank@example.com');
    expect(check).toMatchObject({ mode: 'confirm', email: 'frank@example.com', asksPassword: false });
    expect([used.status, used.body.signedIn]).toEqual([200, false]);
    expect((await manager.ask('GET', `/user/${body.id}`)).status).toBe(404);
    const links = (await world.alice.ask('GET', `/userorg?user=${erin}`)).body;
    expect(links.map(({ organizationId }: any) => organizationId).toSorted()).toEqual(
      [world.acme.organization, world.birch.organization].toSorted(),
    );
    const seen = (await manager.ask('GET', `/user/${erin}`)).body;
    expect(seen.organizations.map(({ name }: any) => name)).toEqual(['Acme']);
    expect((await open('frank@example.com')).used.body.code).toBe('E_TOKEN');
  });

  test('a reader of every user learns of the address, and accounts stay one for an email', async () => {
    expect((await invite('bob@example.com', world.alice)).body.code).toBe('E_UNIQUE');
    expect((await invite('bob@example.com')).body.code).toBe('E_UNIQUE');
    const hers = (await world.alice.ask('GET', '/user?email=dave@example.com')).body;
    expect(hers).toHaveLength(2);
    expect((await invite('dave@example.com', world.alice)).body.code).toBe('E_UNIQUE');
  });

  const sendLink = (id: string, by = manager, purpose = 'confirm') =>
    by.ask('POST', `/user/${id}/sendLink`, { purpose });

  test('a manager sends a link to a new password, up to 3 times an hour, to a confirmed address', async () => {
    const id = await world.newUser('rita@example.com', { emailConfirmedAt: world.clock.now() });
    await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
    const answers = [];
    for (let sent = 0; sent < 4; sent += 1) answers.push((await sendLink(id, manager, 'reset')).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    const mails = await mailsTo('rita@example.com');
    expect(mails.map(({ text }) => /recover-password\?token=/.test(text))).toEqual([true, true, true]);
    const { body } = await invite('sven@example.com');
    expect((await sendLink(body.id, manager, 'reset')).body.code).toBe('E_INVALID_VALUES_TO_SET');
  });

  test('each new address of a user is mailed a link, also the fourth within an hour', async () => {
    const { body } = await invite('one@example.com');
    for (const name of ['two', 'three', 'four', 'five']) {
      expect((await manager.ask('PATCH', `/user/${body.id}`, { email: `${name}@example.com` })).status).toBe(200);
      expect(await mailsTo(`${name}@example.com`)).toHaveLength(1);
    }
  });

  test('a manager sends the link of exactly that user again, up to 3 times an hour', async () => {
    const answersTo = async (email: string) => {
      const { body } = await invite(email);
      // Links that anybody requests without a sign-in make no difference to the manager.
      const by = new Browser(world.origin);
      await by.ask('GET', '/api/auth/check-user');
      for (let asked = 0; asked < 3; asked += 1)
        expect((await by.ask('POST', '/api/auth/check-email', { email })).status).toBe(200);
      const before = (await mailsTo(email)).length;
      const answers = [];
      for (let sent = 0; sent < 4; sent += 1) answers.push(await sendLink(body.id));
      expect((await mailsTo(email)).length - before).toBe(3);
      return answers.map(({ status, body: { code, ok } }) => [status, code ?? ok]);
    };
    await world.newUser('kate@example.com', { emailConfirmedAt: world.clock.now() });
    const [known, unknown] = [await answersTo('kate@example.com'), await answersTo('liam@example.com')];
    expect(known).toEqual([
      [200, true],
      [200, true],
      [200, true],
      [429, 'E_RATE'],
    ]);
    expect(unknown).toEqual(known);
    const { check } = await open('kate@example.com');
    expect(check).toMatchObject({ email: 'kate@example.com', asksPassword: false });
  });

  test('no link is sent again to a confirmed address, to an inactive user, or by others than a manager', async () => {
    const member = async (name: string, values: { emailConfirmedAt?: string; active?: boolean }) => {
      const id = await world.newUser(`${name}@example.com`, values);
      await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
      return id;
    };
    const send = async (...args: Parameters<typeof sendLink>) => {
      const { status, body } = await sendLink(...args);
      return [status, body.code];
    };
    const confirmed = await member('mia', { emailConfirmedAt: world.clock.now() });
    const inactive = await member('noah', { active: false });
    const stranger = await world.newUser('olga@example.com');
    const stronger = await member('paul', {});
    await world.alice.ask('POST', '/usergroup', { user: stronger, group: world.engineers });
    expect(await send(confirmed)).toEqual([400, 'E_INVALID_VALUES_TO_SET']);
    for (const purpose of ['confirm', 'reset'])
      expect(await send(inactive, manager, purpose)).toEqual([400, 'E_INVALID_VALUES_TO_SET']);
    expect(await send(stranger)).toEqual([404, 'E_NOT_FOUND']);
    expect(await send(stronger)).toEqual([403, 'E_FORBIDDEN']);
    expect(await send(stronger, world.charlie)).toEqual([403, 'E_FORBIDDEN']);
    for (const name of ['mia', 'noah', 'olga', 'paul']) expect(await mailsTo(`${name}@example.com`)).toEqual([]);
  });

  test('an invitation whose address is set right is a new user', async () => {
    const { body } = await invite('dave@example.com', world.bob).then(async () => invite('alice@example.com'));
    await manager.ask('PATCH', `/user/${body.id}`, { email: 'right@example.com' });
    const { check } = await open('right@example.com');
    expect(check).toMatchObject({ email: 'right@example.com', asksPassword: true });
  });
});
