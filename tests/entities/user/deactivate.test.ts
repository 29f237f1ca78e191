// People who leave: deactivated, with sessions and devices ended, their open alarms with others, and the history
// unchanged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_ADDRESSES } from '#server/entities/user/user.ts';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

const fault = { code: 'answered', status: 403, text: null } as const;

describe.each(databases)('people who leave on %s', (engine) => {
  let world: World;
  let serial = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  /** An engineer of Acme, signed in. */
  async function engineer(values: Record<string, unknown> = {}): Promise<Person> {
    serial += 1;
    const email = `engineer-${serial}@example.com`;
    const user = await world.newUser(email, values);
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    return world.signIn(user, email);
  }

  /** A person of Acme who manages users and nothing else, signed in. */
  async function manages(name: string): Promise<Person> {
    const permissions = ['create', 'read', 'update'].map((action) => ({ model: 'user', action }));
    const group = (await world.alice.ask('POST', '/group', { name, permissions })).body.id;
    const user = await world.newUser(`${name}@example.com`);
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    return world.signIn(user, `${name}@example.com`);
  }

  const alarmNow = async () => (await world.alice.ask('GET', `/alarm/${world.acme.alarm}`)).body;
  const successors = async (id: string) => (await world.alice.ask('GET', `/user/${id}/successors`)).body;
  const deactivate = (by: Person, id: string, to: string | null = null) =>
    by.ask('POST', `/user/${id}/deactivate`, { to });

  test('the alarms of a leaver go to the colleague who is named, with their history', async () => {
    const emailConfirmedAt = world.clock.now();
    const [leaver, heir] = [await engineer(), await engineer({ firstName: 'Heir', emailConfirmedAt })];
    const deaf = await engineer();
    const { body: device } = await deaf.ask('PUT', '/push/subscription', subscription('deaf'));
    await world.server.jobContext.write((unit) => unit.update('device', device.id, { lastError: fault }));
    const permissions = [{ model: 'alarm', action: 'read' }];
    const viewers = (await world.alice.ask('POST', '/group', { name: 'Alarm viewers', permissions })).body.id;
    const viewer = await world.newUser('viewer@example.com', { emailConfirmedAt });
    await world.alice.ask('POST', '/usergroup', { user: viewer, group: viewers });
    await world.alice.ask('POST', '/userorg', { user: viewer, organization: world.acme.organization });
    await world.alice.ask('POST', `/alarm/${world.acme.alarm}/release`, {});
    await leaver.ask('POST', `/alarm/${world.acme.alarm}/acknowledge`, {});
    expect((await alarmNow()).acknowledgedBy.id).toBe(leaver.id);
    const before = await successors(leaver.id);
    expect(before.alarms).toBe(1);
    const ids = before.people.map(({ user }: { user: { id: string } }) => user.id);
    expect(ids).toContain(heir.id);
    // Dave works for another customer, Charlie has no permission, and nobody succeeds themselves.
    // Nothing reaches one without a confirmed address whose only device did not take its last push.
    for (const other of [world.dave, world.charlie, leaver, deaf]) expect(ids).not.toContain(other.id);
    // They are named all the same, with what stands in the way: the two who see the alarm here.
    const others = before.others.map(({ user, mayActOn }: { user: { id: string }; mayActOn: number }) => [
      user.id,
      mayActOn,
    ]);
    expect(others).toContainEqual([deaf.id, 1]);
    expect(others).toContainEqual([viewer, 0]);
    for (const one of [world.dave, world.charlie, leaver, heir])
      expect(others.map(([id]: [string]) => id)).not.toContain(one.id);
    const answer = await deactivate(world.alice, leaver.id, heir.id);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await alarmNow()).acknowledgedBy).toMatchObject({ id: heir.id });
    expect((await leaver.ask('GET', '/auth/check-user')).body.user).toBe(null);
    expect((await successors(leaver.id)).alarms).toBe(0);
  });

  test('without a colleague they go back to everyone on call', async () => {
    const leaver = await engineer();
    const { acknowledgedBy } = await alarmNow();
    if (acknowledgedBy)
      await world.alice.ask('POST', `/alarm/${world.acme.alarm}/release`, { from: acknowledgedBy.id });
    await leaver.ask('POST', `/alarm/${world.acme.alarm}/acknowledge`, {});
    await deactivate(world.alice, leaver.id);
    expect((await alarmNow()).acknowledgedBy).toBe(null);
  });

  test('who may not act on all of them gets none, and nobody is deactivated', async () => {
    const leaver = await engineer();
    await leaver.ask('POST', `/alarm/${world.acme.alarm}/acknowledge`, {});
    for (const to of [world.charlie.id, world.dave.id, leaver.id]) {
      const refused = await deactivate(world.alice, leaver.id, to);
      expect([refused.status, refused.body.code]).toEqual([400, 'E_INVALID_VALUES_TO_SET']);
    }
    expect((await alarmNow()).acknowledgedBy.id).toBe(leaver.id);
    expect((await world.alice.ask('GET', `/user/${leaver.id}`)).body.active).toBe(true);
    await deactivate(world.alice, leaver.id);
  });

  test('nobody deactivates the own account, nor a person who may do more', async () => {
    const own = await deactivate(world.alice, world.alice.id);
    expect([own.status, own.body.code]).toEqual([403, 'E_FORBIDDEN']);
    const clerk = await manages('people-only');
    const patched = await clerk.ask('PATCH', `/user/${clerk.id}`, { active: false });
    expect([patched.status, patched.body.code]).toEqual([403, 'E_FORBIDDEN']);
    expect((await deactivate(clerk, world.bob.id)).status).toBe(403);
    // Of another organization: not even that there is such a person.
    expect((await deactivate(clerk, world.dave.id)).status).toBe(404);
  });

  test('who entered too many new addresses within the hour enters no more', async () => {
    const email = 'one-too-many@example.com';
    const [manager, other] = [await manages('address-book'), await engineer()];
    for (let count = 0; count < NEW_ADDRESSES.points; count += 1)
      await manager.ask('POST', '/user', { email: 'bob@example.com', organizations: [world.birch.organization] });
    const answers = [
      await manager.ask('POST', '/user', { email, organizations: [world.acme.organization] }),
      await manager.ask('PATCH', `/user/${other.id}`, { email }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [429, 'E_RATE']));
    expect((await world.alice.ask('PATCH', `/user/${other.id}`, { email })).status).toBe(200);
  });

  test('who is activated again signs in as before', async () => {
    const back = await engineer();
    await deactivate(world.alice, back.id);
    await world.alice.ask('PATCH', `/user/${back.id}`, { active: true });
    const again = await world.signIn(back.id, back.email);
    expect((await again.ask('GET', '/auth/check-user')).body.user.id).toBe(back.id);
  });
});

describe.each(databases)('users whom no alarm reaches on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const ids = async (by: Person): Promise<string[]> => (await by.ask('GET', '/user/unreachable')).body;

  test('are those of the people whom alarms ring without a device and without mails', async () => {
    const found = await ids(world.alice);
    // Charlie may not read an alarm: none has to reach him.
    expect(found).not.toContain(world.charlie.id);
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { alarmEmails: false });
    expect(await ids(world.alice)).toContain(world.bob.id);
    const { body } = await world.bob.ask('PUT', '/push/subscription', { ...subscription('bob'), name: 'Pixel 9' });
    expect(await ids(world.alice)).not.toContain(world.bob.id);
    for (const lastError of [fault, null]) {
      await world.server.jobContext.write((unit) => unit.update('device', body.id, { lastError }));
      expect((await ids(world.alice)).includes(world.bob.id)).toBe(lastError !== null);
    }
    const { phones, devices, lastSeenAt } = (await world.alice.ask('GET', `/user/${world.bob.id}`)).body;
    expect([devices, phones]).toEqual([1, [{ name: 'Pixel 9', lastReceiptAt: null, lastError: null }]]);
    expect(lastSeenAt).not.toBe(null);
  });

  test('are those whose links all have mails off, and no longer are with a link that has them on', async () => {
    const { alice, acme, birch, engineers } = world;
    const id = await world.newUser('eve@example.com');
    await world.server.jobContext.write((unit) => unit.update('user', id, { emailConfirmedAt: unit.now }));
    await alice.ask('POST', '/usergroup', { user: id, group: engineers });
    const link = (await alice.ask('POST', '/userorg', { user: id, organization: acme.organization })).body.id;
    const state = async () => [(await alice.ask('GET', `/user/${id}`)).body.mailed, (await ids(alice)).includes(id)];
    expect(await state()).toEqual([true, false]);
    await alice.ask('PATCH', `/userorg/${link}`, { alarmEmails: false });
    expect(await state()).toEqual([false, true]);
    await alice.ask('POST', '/userorg', { user: id, organization: birch.organization });
    expect(await state()).toEqual([true, false]);
    await alice.ask('PATCH', `/user/${id}`, { alarmEmails: false });
    expect(await state()).toEqual([false, true]);
    await alice.ask('PATCH', `/user/${id}`, { alarmEmails: true, allOrganizations: true });
    for (const { id: each } of (await alice.ask('GET', `/userorg?user=${id}`)).body)
      await alice.ask('PATCH', `/userorg/${each}`, { alarmEmails: false });
    // Alarms of the organizations without a link are mailed.
    expect(await state()).toEqual([true, false]);
    await world.server.jobContext.write((unit) => unit.update('user', id, { emailConfirmedAt: null }));
    expect(await state()).toEqual([false, true]);
  });

  test('are seen where they are linked only', async () => {
    await world.alice.ask('PATCH', `/user/${world.dave.id}`, { alarmEmails: false });
    expect(await ids(world.alice)).toContain(world.dave.id);
    const permissions = [{ model: 'user', action: 'read' }];
    const group = (await world.alice.ask('POST', '/group', { name: 'Sees people', permissions })).body.id;
    const user = await world.newUser('sees@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    expect(await ids(await world.signIn(user))).not.toContain(world.dave.id);
  });
});

describe.each(databases)('an invitation on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('names the groups at once, and none that grants more than its sender has', async () => {
    const invite = (by: Person, email: string, group: string) =>
      by.ask('POST', '/user', { email, groups: [group], organizations: [world.acme.organization] });
    const made = await invite(world.alice, 'ida@example.com', world.engineers);
    expect(made.body.groups).toEqual([{ id: world.engineers, name: 'Engineers' }]);
    const permissions = ['create', 'read'].map((action) => ({ model: 'user', action }));
    const clerks = (await world.alice.ask('POST', '/group', { name: 'Inviters', permissions })).body.id;
    const user = await world.newUser('clerk@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: clerks });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const clerk = await world.signIn(user);
    expect((await invite(clerk, 'more@example.com', world.engineers)).status).toBe(403);
    expect((await world.alice.ask('GET', '/user?email=more@example.com')).body).toEqual([]);
    expect((await invite(clerk, 'same@example.com', clerks)).status).toBe(200);
  });
});
