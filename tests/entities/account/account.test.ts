// Accounts by mail, through a mail server that really listens: a forgotten password, an invitation, another address.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSmtpMail } from '#server/ports/mail-smtp.ts';
import { anyTables } from '#server/db/engine.ts';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { startMailServer, type Arrived, type MailServer } from '#tests/mail-server.ts';
import { Browser, HOUR, MINUTE, databases, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const OTHER = 'another-horse-battery';

describe.each(databases)('accounts by mail on %s', (engine) => {
  let mails: MailServer;
  let world: World;
  beforeAll(async () => {
    mails = await startMailServer();
    world = await makeWorld(engine, { mail: openSmtpMail({ url: mails.url, from: 'Backwatch <watch@example.com>' }) });
    // Here it is about other mails than those of alarms.
    await world.alice.ask('PATCH', `/user/${world.alice.id}`, { alarmEmails: false });
  });
  beforeEach(async () => {
    await world.settle();
    mails.arrived.length = 0;
    // The limits of one test are over before the next.
    world.clock.advance(2 * HOUR);
    advanceDate(2 * HOUR);
  });
  afterAll(async () => {
    restoreDate();
    await world.close();
    await mails.close();
  });

  async function browser(): Promise<Browser> {
    const made = new Browser(world.origin);
    await made.ask('GET', '/api/auth/check-user');
    return made;
  }
  const login = async (email: string, password: string) =>
    (await (await browser()).ask('POST', '/api/auth/login', { email, password })).status;
  const forgot = async (email: string) => (await browser()).ask('POST', '/api/auth/send-reset-email', { email });
  async function mailsTo(address: string): Promise<Arrived[]> {
    await world.settle();
    return mails.arrived.filter(({ to }) => to.includes(address));
  }
  const tokenIn = (mail: Arrived | undefined): string => /\?token=([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? 'none';
  const check = async (token: string) => (await world.nobody.ask('GET', `/token/${token}`)).body;
  const use = async (body: object, by?: Browser) => (by ?? (await browser())).ask('POST', '/api/user/token', body);

  test('a forgotten password is replaced by the link, once, and everything that was open ends', async () => {
    const id = await world.newUser('erin@example.com');
    const there = await world.signIn(id);
    expect((await forgot('ERIN@example.com')).body).toEqual({ ok: true });
    const [mail] = await mailsTo('erin@example.com');
    expect(mail?.text).toContain(`${world.origin}/auth/recover-password?token=`);
    expect(mail?.html).toContain(`href="${world.origin}/auth/recover-password?token=${tokenIn(mail)}"`);
    // Nobody has proven yet that it is her address.
    expect(mail?.text).not.toContain('Erin');
    const token = tokenIn(mail);
    expect(await check(token)).toMatchObject({ mode: 'reset', email: 'erin@example.com', asksPassword: true });
    expect((await use({ mode: 'reset', token })).body.details).toEqual(['password: is required']);
    const here = await browser();
    const used = await use({ mode: 'reset', token, password: OTHER }, here);
    expect(used.body).toEqual({ mode: 'reset', email: 'erin@example.com', signedIn: true });
    expect((await here.ask('GET', '/api/auth/check-user')).body.user.id).toBe(id);
    expect((await there.ask('GET', '/device')).status).toBe(401);
    expect([await login('erin@example.com', PASSWORD), await login('erin@example.com', OTHER)]).toEqual([401, 200]);
    expect([await check(token), (await use({ mode: 'reset', token, password: OTHER })).body.code]).toEqual([
      {},
      'E_TOKEN',
    ]);
    expect((await mailsTo('erin@example.com')).at(-1)?.mail.subject).toMatch(/password .* was changed/);
  });

  test('neither the answer nor its moment tells whether an address is known', async () => {
    await world.newUser('away@example.com', { active: false });
    const held: (() => Promise<unknown>)[] = [];
    const { services } = world.server;
    const { afterwards } = services;
    services.afterwards = (_what, work) => void held.push(work);
    const asked = [];
    for (const path of ['/api/auth/send-reset-email', '/api/auth/check-email'])
      for (const email of ['bob@example.com', 'nosuch@example.com', 'away@example.com'])
        asked.push(await (await browser()).ask('POST', path, { email }));
    services.afterwards = afterwards;
    expect(asked.map(({ status, body }) => [status, body])).toEqual(asked.map(() => [200, { ok: true }]));
    // The work is done after the answer, for each of them.
    expect(held).toHaveLength(6);
    await world.settle();
    expect(mails.arrived).toEqual([]);
    for (const work of held) await work();
    await world.settle();
    expect(mails.arrived.flatMap(({ to }) => to)).toEqual(['bob@example.com', 'bob@example.com']);
  });

  test('whoever asks for many links fills no mailbox, and locks nobody out', async () => {
    for (let asked = 0; asked < 6; asked += 1) expect((await forgot('dave@example.com')).status).toBe(200);
    const got = await mailsTo('dave@example.com');
    expect(got).toHaveLength(3);
    for (const mail of got) expect(await check(tokenIn(mail))).toHaveProperty('id');
    expect(await login('dave@example.com', PASSWORD)).toBe(200);
    world.clock.advance(61 * MINUTE);
    await forgot('dave@example.com');
    expect(await mailsTo('dave@example.com')).toHaveLength(4);
    const answers = [];
    for (let asked = 0; asked < 30; asked += 1) answers.push((await forgot(`guess${asked}@example.com`)).status);
    expect([answers.at(0), answers.at(-1)]).toEqual([200, 429]);
  });

  test('a link is over in time, opens only what it is for, and goes with the address it went to', async () => {
    await world.newUser('frank@example.com');
    const link = async () => {
      await forgot('frank@example.com');
      return tokenIn((await mailsTo('frank@example.com')).at(-1));
    };
    const first = await link();
    expect((await use({ mode: 'confirm', token: first })).body.code).toBe('E_TOKEN');
    world.clock.advance(59 * MINUTE);
    expect(await check(first)).toHaveProperty('id');
    world.clock.advance(2 * MINUTE);
    expect([await check(first), (await use({ mode: 'reset', token: first, password: OTHER })).status]).toEqual([
      {},
      403,
    ]);
    // Even where the address changed in a way that ends no links.
    const between = await link();
    const id = await world.newUser('frida@example.com');
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('token').set({ user: id }).where('email', '=', 'frank@example.com').execute(),
    );
    expect(await check(between)).toEqual({});
    const second = await link();
    const { body } = await world.alice.ask('GET', '/user?email=frank@example.com');
    // The new address goes only to a confirmed former one.
    await world.server.jobContext.write((unit) => unit.update('user', body[0].id, { emailConfirmedAt: unit.now }));
    await world.alice.ask('PATCH', `/user/${body[0].id}`, { email: 'francis@example.com' });
    expect(await check(second)).toEqual({});
    const [old, confirm] = [await mailsTo('frank@example.com'), await mailsTo('francis@example.com')];
    expect(old.at(-1)?.text).toContain('francis@example.com');
    await world.alice.ask('PATCH', `/user/${body[0].id}`, { active: false });
    expect(await check(tokenIn(confirm[0]))).toEqual({});
  });

  test('of two who use one link at once, one does', async () => {
    await world.newUser('twice@example.com');
    await forgot('twice@example.com');
    const token = tokenIn((await mailsTo('twice@example.com'))[0]);
    const answers = await Promise.all([1, 2, 3].map(() => use({ mode: 'reset', token, password: OTHER })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('what the database holds opens nothing, and a mail that waits is sealed', async () => {
    await world.newUser('kept@example.com');
    mails.refuse(451, 1);
    await forgot('kept@example.com');
    expect(await mailsTo('kept@example.com')).toEqual([]);
    const rows = (noun: string) =>
      world.server.jobContext.read((unit) => anyTables(allTables(unit)).selectFrom(noun).selectAll().execute());
    const waiting = await rows('mail');
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toMatch(/kept@example\.com|token=/);
    world.clock.advance(11_000);
    const token = tokenIn((await mailsTo('kept@example.com'))[0]);
    expect(token).not.toBe('none');
    expect(JSON.stringify(await rows('token'))).not.toContain(token);
    expect(await rows('mail')).toEqual([]);
    world.clock.advance(HOUR);
    expect(await mailsTo('kept@example.com')).toHaveLength(1);
  });

  test('a mail server that says never is not asked again; one that is away is, for a day', async () => {
    await world.newUser('bounced@example.com');
    const left = () => world.server.jobContext.read((unit) => allTables(unit).selectFrom('mail').selectAll().execute());
    mails.refuse(550, 1);
    await forgot('bounced@example.com');
    await world.settle();
    expect(await left()).toEqual([]);
    mails.refuse(421, 100);
    await forgot('bounced@example.com');
    for (let hour = 0; hour < 23; hour += 1) {
      world.clock.advance(HOUR);
      await world.settle();
      expect([hour, (await left()).length]).toEqual([hour, 1]);
    }
    world.clock.advance(2 * HOUR);
    await world.settle();
    expect(await left()).toEqual([]);
    mails.refuse(0, 0);
    expect(mails.arrived).toEqual([]);
  });

  test('an invited person chooses a password by the link, and is in; nobody else can', async () => {
    await world.alice.ask('POST', '/user', { email: 'new@example.com', firstName: 'WIN at evil.example' });
    const [mail] = await mailsTo('new@example.com');
    // Nobody has proven to own that address: nothing that was typed goes there.
    expect(mail?.raw).not.toContain('evil.example');
    const token = tokenIn(mail);
    expect(await check(token)).toMatchObject({ mode: 'confirm', asksPassword: true });
    const here = await browser();
    const used = await use({ mode: 'confirm', token, password: OTHER }, here);
    expect(used.body).toEqual({ mode: 'confirm', email: 'new@example.com', signedIn: true });
    const { user } = (await here.ask('GET', '/api/auth/check-user')).body;
    expect([user.email, user.emailConfirmedAt]).toEqual(['new@example.com', world.clock.now()]);
    expect(await login('new@example.com', OTHER)).toBe(200);
  });

  test('an account with a password is confirmed without one, and signs nobody in; a new link is sent until then', async () => {
    await world.alice.ask('POST', '/user', { email: 'made@example.com', password: PASSWORD });
    const again = async () => (await browser()).ask('POST', '/api/auth/check-email', { email: 'made@example.com' });
    await again();
    const got = await mailsTo('made@example.com');
    expect(got).toHaveLength(2);
    const token = tokenIn(got[1]);
    expect((await use({ mode: 'confirm', token, password: OTHER })).body.details).toEqual([
      'password: is not accepted with this link',
    ]);
    const here = await browser();
    expect((await use({ mode: 'confirm', token }, here)).body.signedIn).toBe(false);
    expect((await here.ask('GET', '/api/auth/check-user')).body.user).toBe(null);
    await again();
    expect(await mailsTo('made@example.com')).toHaveLength(2);
    expect(await login('made@example.com', PASSWORD)).toBe(200);
  });

  test('another address is used once it is proven; the old one is notified, both times', async () => {
    const id = await world.newUser('gwen@example.com', {
      firstName: '<img src=x>',
      lastName: 'غوين',
      emailConfirmedAt: world.clock.now(),
    });
    const gwen = await world.signIn(id);
    const change = { email: 'gwendolyn@example.com', currentPassword: PASSWORD };
    expect((await gwen.ask('PATCH', '/user/edit-account', change)).body.email).toBe('gwen@example.com');
    expect(await login('gwendolyn@example.com', PASSWORD)).toBe(401);
    const [asked] = await mailsTo('gwen@example.com');
    expect(asked?.text).toContain('gwendolyn@example.com');
    expect(asked?.html).toContain('&lt;img src=x&gt; غوين');
    const [link] = await mailsTo('gwendolyn@example.com');
    expect(link?.raw).not.toContain('img src');
    const used = await use({ mode: 'change', token: tokenIn(link) });
    expect(used.body).toEqual({ mode: 'change', email: 'gwendolyn@example.com', signedIn: false });
    expect([await login('gwen@example.com', PASSWORD), await login('gwendolyn@example.com', PASSWORD)]).toEqual([
      401, 200,
    ]);
    expect(await mailsTo('gwen@example.com')).toHaveLength(2);
    expect((await gwen.ask('GET', '/device')).status).toBe(200);
  });

  test('an address that is another person’s is neither revealed nor taken', async () => {
    const henry = await world.signIn(await world.newUser('henry@example.com'));
    const change = { email: 'bob@example.com', currentPassword: PASSWORD };
    const answer = await henry.ask('PATCH', '/user/edit-account', change);
    expect([answer.status, answer.body.email]).toEqual([200, 'henry@example.com']);
    expect(await mailsTo('bob@example.com')).toEqual([]);
    // Taken by somebody else between the mail and the click.
    await henry.ask('PATCH', '/user/edit-account', { ...change, email: 'soon@example.com' });
    const token = tokenIn((await mailsTo('soon@example.com'))[0]);
    await world.newUser('soon@example.com');
    expect((await use({ mode: 'change', token })).body.code).toBe('E_TOKEN');
  });

  test('a stolen session cannot guess the password, and what it asked for ends with a new password', async () => {
    const id = await world.newUser('iris@example.com');
    const [thief, owner] = [await world.signIn(id), await world.signIn(id)];
    const wanted = { email: 'thief@example.com', currentPassword: PASSWORD };
    await thief.ask('PATCH', '/user/edit-account', wanted);
    const token = tokenIn((await mailsTo('thief@example.com'))[0]);
    const guess = () => thief.ask('PATCH', '/user/edit-account', { password: OTHER, currentPassword: 'wrong' });
    const codes = [];
    for (let count = 0; count < 9; count += 1) codes.push((await guess()).body.code);
    expect([codes[7], codes[8]]).toEqual(['E_BAD_LOGIN', 'E_RATE']);
    const mine = { password: OTHER, currentPassword: PASSWORD };
    expect((await owner.ask('PATCH', '/user/edit-account', mine)).status).toBe(200);
    expect((await thief.ask('GET', '/device')).status).toBe(401);
    expect(await check(token)).toEqual({});
    expect((await mailsTo('iris@example.com')).at(-1)?.mail.subject).toMatch(/password .* was changed/);
  });

  test('a failure is logged without the token that stands in its path', async () => {
    const rename = (from: string, to: string) =>
      world.server.jobContext.write((unit) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(allTables(unit)),
      );
    const token = 'A'.repeat(43);
    await rename('token', 'elsewhere');
    expect((await world.nobody.ask('GET', `/token/${token}`)).status).toBe(500);
    await rename('elsewhere', 'token');
    const [logged] = world.log.failures.splice(0);
    expect(logged?.message).toBe('GET /token/:token');
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
