// Ending alarm emails by the link in one: one click, no session, undone the same way, and nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { signToken } from '#server/auth/crypto.ts';
import { DAY, databases, makeWorld, type RecordingMail, type World } from '#tests/world.ts';

describe.each(databases)('unsubscribing on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const tokenOf = (user: string, ...organizations: string[]) =>
    unsubscribeToken(world.keys.sign, { user, organizations, at: world.clock.now() });
  const address = (token: string, set?: string) => new URLSearchParams({ token, ...(set && { set }) });
  /** As the page does it: with the anti-forgery header of its browser, and nobody signed in. */
  const click = async (token: string, set?: string) => {
    await world.nobody.ask('GET', '/auth/check-user');
    const { status, body } = await world.nobody.ask('GET', `/userorg/unsubscribe?${address(token, set)}`);
    return { status, body };
  };
  /** As a mail program does it (RFC 8058): without a cookie or a session. */
  const oneClick = (token: string) =>
    fetch(`${world.origin}/unsubscribe?${address(token)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const held = async () => {
    const user = (await world.alice.ask('GET', `/user/${world.bob.id}`)).body;
    const link = (await world.alice.ask('GET', `/userorg/${world.acme.userorg}`)).body;
    return [link.alarmEmails, user.alarmEmails];
  };

  test('one click ends the mails about that customer; another brings them back', async () => {
    const token = tokenOf(world.bob.id, world.acme.organization);
    expect(await click(token)).toEqual({
      status: 200,
      body: {
        id: world.bob.id,
        email: 'bob@example.com',
        organizations: [{ id: world.acme.organization, name: 'Acme' }],
        alarmEmails: false,
        allAlarmEmails: true,
      },
    });
    expect(await held()).toEqual([false, true]);
    await click(token);
    expect(await held()).toEqual([false, true]);
    expect((await click(token, 'on')).body.alarmEmails).toBe(true);
    expect(await held()).toEqual([true, true]);
  });

  test('a mail program ends them by a POST of the address in the header, without a cookie; the person is notified', async () => {
    const token = tokenOf(world.bob.id, world.acme.organization);
    const mails = () => (world.mail as RecordingMail).sent.splice(0);
    await world.settle();
    mails();
    const answer = await oneClick(token);
    expect([answer.status, await held()]).toEqual([200, [false, true]]);
    await oneClick(token);
    await world.settle();
    const sentMails = mails();
    expect(sentMails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', expect.stringMatching(/^Alarm emails about .?Acme.? were turned off$/)],
    ]);
    expect(sentMails[0]?.text).toContain(`${world.origin}/user/account`);
    expect((await oneClick('nosuch')).status).toBe(403);
    await click(token, 'on');
    expect(await held()).toEqual([true, true]);
    await world.settle();
    expect(mails()).toEqual([]);
  });

  test('a GET alone changes nothing: mail gateways open every link', async () => {
    const token = tokenOf(world.bob.id, world.acme.organization);
    const opened = await fetch(`${world.origin}/api/userorg/unsubscribe?${address(token)}`);
    expect([opened.status, ((await opened.json()) as any).code]).toEqual([403, 'E_CSRF']);
    expect(await held()).toEqual([true, true]);
  });

  test('a mail about several customers ends those about them, and no other', async () => {
    const made = async (name: string) => {
      const organization = (await world.alice.ask('POST', '/organization', { name, timeZone: 'UTC' })).body
        .id as string;
      const link = await world.alice.ask('POST', '/userorg', { user: world.bob.id, organization });
      return { organization, link: link.body.id as string };
    };
    const [one, other] = [await made('Cedar'), await made('Dogwood')];
    const linked = async ({ link }: typeof one) => (await world.alice.ask('GET', `/userorg/${link}`)).body.alarmEmails;
    const token = tokenOf(world.bob.id, one.organization, other.organization);
    const names = [one.organization, other.organization].map((id) => expect.objectContaining({ id }));
    expect((await click(token)).body).toMatchObject({ organizations: names, alarmEmails: false, allAlarmEmails: true });
    expect([await linked(one), await linked(other), await held()]).toEqual([false, false, [true, true]]);
    await world.settle();
    expect((world.mail as RecordingMail).sent.at(-1)?.subject).toMatch(
      /about .?Cedar.? and .?Dogwood.? were turned off$/,
    );
    await world.alice.ask('PATCH', `/userorg/${one.link}`, { alarmEmails: true });
    expect((await click(token, 'on')).body.alarmEmails).toBe(true);
    expect([await linked(one), await linked(other)]).toEqual([true, true]);
    const many = tokenOf(world.bob.id, ...Array.from({ length: 21 }, () => one.organization));
    expect((await click(many)).body).toMatchObject({ organizations: [], allAlarmEmails: false });
    await click(many, 'on');
    expect(await held()).toEqual([true, true]);
  });

  test('a link of an earlier version, which named one customer, still works', async () => {
    const link = { user: world.bob.id, organization: world.acme.organization, at: world.clock.now() };
    const token = signToken(world.keys.sign, { for: 'unsubscribe', ...link });
    expect((await click(token)).body.organizations).toEqual([{ id: world.acme.organization, name: 'Acme' }]);
    await click(token, 'on');
    expect(await held()).toEqual([true, true]);
  });

  test('all of them end only by the link of a mail that names no customer, and come back', async () => {
    const all = tokenOf(world.bob.id);
    expect((await click(all)).body).toMatchObject({ organizations: [], allAlarmEmails: false });
    expect(await held()).toEqual([true, false]);
    // Nor does the link of one customer switch them on again.
    const one = tokenOf(world.bob.id, world.acme.organization);
    expect((await click(one, 'on')).body).toMatchObject({ alarmEmails: true, allAlarmEmails: false });
    await click(all, 'on');
    expect(await held()).toEqual([true, true]);
    for (const set of ['all-off', 'all-on']) expect((await click(one, set)).status).toBe(400);
    expect(await held()).toEqual([true, true]);
  });

  test('a mail about a customer whom the person no longer sees ends nothing else', async () => {
    expect((await click(tokenOf(world.bob.id, world.acme.system))).body.code).toBe('E_TOKEN');
    expect(await held()).toEqual([true, true]);
  });

  test('who is linked to no customer has the one switch', async () => {
    const { body } = await click(tokenOf(world.alice.id, world.acme.organization));
    expect(body).toMatchObject({ organizations: [], alarmEmails: false, allAlarmEmails: false });
    expect((await click(tokenOf(world.alice.id), 'on')).body.allAlarmEmails).toBe(true);
  });

  test('whoever presses one again and again is slowed down, for that person alone', async () => {
    const token = tokenOf(world.charlie.id);
    let status = 200;
    for (let count = 0; count < 61 && status === 200; count += 1) ({ status } = await click(token));
    expect(status).toBe(429);
    expect((await click(tokenOf(world.dave.id), 'on')).status).toBe(200);
  });

  test('only a genuine link, made for this, does anything', async () => {
    const other = signToken(world.keys.sign, { for: 'alarm', user: world.bob.id, organizations: [] });
    const forged = `${tokenOf(world.bob.id).split('.')[0]}.${'A'.repeat(43)}`;
    const gone = tokenOf(world.acme.system);
    for (const token of [other, forged, gone, 'x', '.'])
      expect([token, (await click(token)).body.code]).toEqual([token, 'E_TOKEN']);
    expect(await held()).toEqual([true, true]);
    expect(world.log.failures).toEqual([]);
  });

  test('a link is good for a year', async () => {
    const token = tokenOf(world.dave.id);
    world.clock.advance(364 * DAY);
    expect((await click(token, 'on')).status).toBe(200);
    world.clock.advance(3 * DAY);
    expect((await click(token, 'on')).body.code).toBe('E_TOKEN');
  });
});
