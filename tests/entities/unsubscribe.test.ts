// Ending alarm mails by the link in one: one click, no session, undone the same way, and nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeToken } from '#server/entities/unsubscribe.ts';
import { signToken } from '#server/kernel/secrets.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('unsubscribing on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const tokenOf = (user: string, organization: string | null) => unsubscribeToken(world.keys.sign, user, organization);
  /** As a mail program opens a link: without a cookie, a header, or a session. */
  const click = async (token: string, set?: string) => {
    const query = new URLSearchParams({ token, ...(set && { set }) });
    const answer = await fetch(`${world.origin}/api/userorg/unsubscribe?${query}`);
    return { status: answer.status, body: (await answer.json()) as any };
  };
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
        organization: { id: world.acme.organization, name: 'Acme' },
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

  test('all of them end with one more, and come back', async () => {
    const token = tokenOf(world.bob.id, world.acme.organization);
    expect((await click(token, 'all-off')).body).toMatchObject({ alarmEmails: true, allAlarmEmails: false });
    expect(await held()).toEqual([true, false]);
    await click(token, 'all-on');
    expect(await held()).toEqual([true, true]);
  });

  test('who is linked to no customer has the one switch', async () => {
    const { body } = await click(tokenOf(world.alice.id, world.acme.organization));
    expect(body).toMatchObject({ organization: null, alarmEmails: false, allAlarmEmails: false });
    expect((await click(tokenOf(world.alice.id, null), 'on')).body.allAlarmEmails).toBe(true);
  });

  test('whoever presses one again and again is slowed down, for that person alone', async () => {
    const token = tokenOf(world.charlie.id, null);
    let status = 200;
    for (let count = 0; count < 61 && status === 200; count += 1) ({ status } = await click(token));
    expect(status).toBe(429);
    expect((await click(tokenOf(world.dave.id, null), 'on')).status).toBe(200);
  });

  test('only a genuine link, made for this, does anything', async () => {
    const other = signToken(world.keys.sign, { for: 'alarm', user: world.bob.id, organization: null });
    const forged = `${tokenOf(world.bob.id, null).split('.')[0]}.${'A'.repeat(43)}`;
    const gone = tokenOf(world.acme.system, null);
    for (const token of [other, forged, gone, 'x', '.'])
      expect([token, (await click(token)).body.code]).toEqual([token, 'E_TOKEN']);
    expect(await held()).toEqual([true, true]);
    expect(world.log.failures).toEqual([]);
  });
});
