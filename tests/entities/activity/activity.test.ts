// Entries of the activity: who did it, what, when and from where, and which changes write none.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { signToken } from '#server/auth/crypto.ts';
import { changedIn, countEntries, entriesOf } from '#tests/activity-entries.ts';
import { PASSWORD } from '#tests/cast.ts';
import { fresh } from '#tests/samples.ts';
import { connected } from '#tests/samples-nouns.ts';
import { DAY, HOUR, Browser, databases, makeWorld, type World } from '#tests/world.ts';

type Input = Record<string, unknown>;

describe.each(databases)('what the activity tells, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  // Entries of one instant have no order: each test has its own.
  beforeEach(() => world.clock.advance(1000));
  afterAll(() => world.close());

  const of = (object: string, who = world.alice) => entriesOf(who, object);
  const newest = async (object: string): Promise<any> => (await of(object))[0];
  const count = () => countEntries(world);

  test('what a person does over HTTP says who, what, when and from where', async () => {
    const id = await fresh.system(world, 'http');
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/system/${id}`, { name: 'Renamed', notes: 'x'.repeat(900), active: false });
    const [entry, made] = await of(id);
    expect(entry).toMatchObject({
      createdAt: world.clock.now(),
      organization: { id: world.acme.organization, name: 'Acme' },
      organizationId: world.acme.organization,
      model: 'system',
      object: id,
      name: 'Renamed',
      action: 'updated',
      actor: { kind: 'user', id: world.alice.id, name: 'Alice Adams' },
      carrier: 'http',
      ip: '127.0.0.1',
    });
    expect(changedIn(entry)).toEqual({
      name: ['System http', 'Renamed'],
      notes: ['', `${'x'.repeat(500)}…`],
      active: [true, false],
    });
    expect([made.action, made.name]).toEqual(['created', 'System http']);
    expect(changedIn(made)).toMatchObject({ organization: [null, 'Acme'], schedule: [null, 'Nightly'] });
    expect(Object.keys(changedIn(made))).not.toContain('notes');
    expect((await world.alice.ask('GET', `/activity/${entry.id}`)).body).toEqual(entry);
  });

  test('over a socket it says so', async () => {
    const line = await world.bob.line();
    await line.ask('PATCH', `/api/fileset/${world.acme.fileset}`, { glob: '*.tar' });
    expect(await newest(world.acme.fileset)).toMatchObject({
      action: 'updated',
      name: 'Acme zips',
      actor: { kind: 'user', id: world.bob.id, name: 'Bob' },
      carrier: 'socket',
      changed: [{ field: 'glob', before: '*.zip', after: '*.tar' }],
    });
  });

  test('of a client only its set-up is recorded: the claim of its key, and the name it brings', async () => {
    const id = (
      await world.alice.ask('POST', '/system', {
        name: 'Unnamed',
        autoAssignName: true,
        organization: world.acme.organization,
      })
    ).body.id;
    const { key } = (await world.alice.ask('GET', `/system/${id}/get-client-key`)).body;
    const client = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'one of its own' });
    const hello = { hostName: 'nas-7', version: '1', internalIp: '10.0.0.7', platform: 'linux', instance: 'x' };
    world.clock.advance(1000);
    for (const _again of [1, 2, 3]) await client.ask('POST', '/api/client/hello', hello);
    const [entry, ...rest] = await of(id);
    expect(rest.map(({ action }) => action).toSorted()).toEqual(['created', 'readKey']);
    expect(entry.actor).toEqual({ kind: 'client', id, name: 'nas-7' });
    expect(changedIn(entry)).toEqual({
      name: ['Unnamed', 'nas-7'],
      autoAssignName: [true, false],
      server: ['', 'nas-7'],
      keyConnected: [false, true],
    });
  });

  test('a check-in writes no entry, whatever follows from it', async () => {
    await connected(world);
    const id = await fresh.system(world, 'quiet');
    await world.alice.ask('PATCH', `/system/${id}`, { forceDue: true });
    const before = await count();
    const report = (event: string, more: Input = {}) =>
      world.rosie.ask('POST', '/client/report', { system: id, event, at: world.clock.now(), ...more });
    for (const event of ['start', 'log', 'failed', 'start', 'success']) {
      world.clock.advance(1000);
      expect((await report(event, event === 'success' ? { file: 'a.zip', size: 9 } : { text: event })).status).toBe(
        200,
      );
    }
    const { body } = await world.alice.ask('GET', `/system/${id}`);
    expect([body.lastBackupStatus, body.forceDue]).toEqual(['ok', false]);
    world.clock.advance(3 * DAY);
    await world.settle();
    expect((await world.alice.ask('GET', `/system/${id}`)).body.alarmed).toBe(true);
    expect(await count()).toBe(before);
  });

  test('the server itself is named where it acts by itself', async () => {
    const organization = await fresh.organization(world, 'paused');
    const pause = { active: false, reenableTime: world.clock.in(HOUR) };
    await world.alice.ask('PATCH', `/organization/${organization}`, pause);
    world.clock.advance(HOUR);
    await world.settle();
    const entry = await newest(organization);
    expect(entry).toMatchObject({ actor: { kind: 'server', id: null, name: '' }, carrier: null, ip: null });
    expect(changedIn(entry)).toEqual({ active: [false, true], reenableTime: [pause.reenableTime, null] });
    expect((await world.alice.ask('GET', `/activity?by=server&object=${organization}`)).body).toEqual([entry]);
  });

  test('signing in and out, a new password and an ended session are recorded of the person', async () => {
    const id = await world.newUser('erin@example.com');
    const [here, there] = [new Browser(world.origin), await world.signIn(id)];
    await here.ask('GET', '/api/auth/check-user');
    const login = { email: 'erin@example.com', password: PASSWORD };
    world.clock.advance(1000);
    expect((await here.ask('POST', '/api/auth/login', { ...login, password: 'not-the-password' })).status).toBe(401);
    await world.settle();
    expect((await of(id)).map(({ action }) => action)).toEqual(['signInFailed', 'created']);
    world.clock.advance(1000);
    await here.ask('POST', '/api/auth/login', login);
    expect(await newest(id)).toMatchObject({
      action: 'signedIn',
      name: 'Erin',
      organization: null,
      actor: { kind: 'user', id, name: 'Erin' },
      carrier: 'http',
      ip: '127.0.0.1',
    });
    world.clock.advance(1000);
    await here.ask('PATCH', '/api/user/edit-account', { password: 'another-horse-battery', currentPassword: PASSWORD });
    expect((await there.ask('GET', '/device')).status).toBe(401);
    expect(await newest(id)).toMatchObject({ action: 'updated', changed: [{ field: 'password' }] });
    const ended = (await world.alice.ask('GET', `/activity?model=session&user=${id}`)).body;
    expect(ended.map(({ action, name }: any) => [action, name])).toEqual([['destroyed', 'test']]);
    world.clock.advance(1000);
    await here.ask('POST', '/api/auth/logout', {});
    await here.ask('POST', '/api/auth/logout', {});
    expect((await of(id)).map(({ action }) => action)).toEqual([
      'signedOut',
      'updated',
      'signedIn',
      'signInFailed',
      'created',
    ]);
  });

  test('who acts by a signed link is named though nobody is signed in', async () => {
    const [alarm, device] = [await fresh.alarm(world, 'linked'), await fresh.device(world, 'linked')];
    const token = signToken(world.keys.sign, {
      for: 'alarm',
      alarm,
      user: world.alice.id,
      device,
      push: alarm,
      at: world.clock.now(),
    });
    await world.nobody.ask('POST', '/alarm/act', { token, act: 'acknowledge' });
    expect(await newest(alarm)).toMatchObject({ action: 'acknowledged', actor: { kind: 'user', id: world.alice.id } });
    const link = unsubscribeToken(world.keys.sign, {
      user: world.bob.id,
      organizations: [world.acme.organization],
      at: world.clock.now(),
    });
    await world.nobody.ask('GET', '/auth/check-user');
    await world.nobody.ask('GET', `/userorg/unsubscribe?token=${link}`);
    expect(await newest(world.acme.userorg)).toMatchObject({
      name: 'Bob: Acme',
      actor: { id: world.bob.id, name: 'Bob' },
      changed: [{ field: 'alarmEmails', before: true, after: false }],
    });
    const invited = await fresh.token(world, 'grace');
    world.clock.advance(1000);
    const used = await world.nobody.ask('POST', '/user/token', { mode: 'confirm', token: invited });
    expect(used.status).toBe(200);
    const [grace] = (await world.alice.ask('GET', '/user?email=grace@example.com')).body;
    expect(await newest(grace.id)).toMatchObject({ action: 'updated', actor: { id: grace.id, name: 'Grace' } });
  });

  test('acts of people on an alarm are recorded by their verb; its own changes are not', async () => {
    const id = await fresh.alarm(world, 'verbs');
    const { system } = (await world.alice.ask('GET', `/alarm/${id}`)).body;
    const acts: [string, Input, string][] = [
      ['acknowledge', {}, 'acknowledged'],
      ['release', {}, 'released'],
      ['snooze', { until: world.clock.in(2 * HOUR) }, 'snoozed'],
      ['note', { note: 'on its way' }, 'updated'],
    ];
    for (const [verb, body] of acts) {
      world.clock.advance(1000);
      expect((await world.alice.ask('POST', `/alarm/${id}/${verb}`, body)).status).toBe(200);
      await world.alice.ask('POST', `/alarm/${id}/${verb}`, body);
    }
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/system/${system.id}`, { active: false });
    expect((await world.alice.ask('GET', `/alarm/${id}`)).body.resolvedAt).toBe(world.clock.now());
    const entries = await of(id);
    expect(entries.map(({ action }) => action)).toEqual(acts.map(([, , done]) => done).toReversed());
    expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(['System verbs: failed']));
  });

  test('permissions that are given and taken are recorded one by one', async () => {
    const group = await fresh.group(world, 'told');
    const change = (method: string, permissions: string[]) =>
      world.alice.ask(method, '/grouppermission', { group, permissions });
    await change('POST', ['system.read', 'system.update']);
    world.clock.advance(1000);
    await change('DELETE', ['system.update']);
    expect((await newest(group)).changed).toEqual([{ field: 'permissions', before: ['system.update'], after: [] }]);
  });

  test('a signal to a client, and resetting its data, are recorded', async () => {
    await connected(world);
    const { organization } = world.acme;
    expect(
      (await world.bob.ask('POST', '/client/signal', { id: organization, type: 'organization', signal: 'restart' }))
        .status,
    ).toBe(200);
    expect(await newest(organization)).toMatchObject({
      action: 'signalled',
      actor: { id: world.bob.id },
      changed: [{ field: 'signal', before: null, after: 'restart' }],
    });
    const id = await fresh.system(world, 'cleared');
    world.clock.advance(1000);
    await world.alice.ask('GET', `/system/${id}/clearClientInfo`);
    expect(await newest(id)).toMatchObject({ action: 'cleared', organizationId: organization, changed: [] });
  });

  test('what is refused, undone or changes nothing leaves no entry', async () => {
    const before = await count();
    const alice = `/user/${world.alice.id}`;
    const refused: [string, string, Input][] = [
      ['POST', '/schedule', { name: 'Nightly' }],
      ['PATCH', alice, { active: false }],
      ['PATCH', `/system/${world.acme.system}`, { schedule: world.acme.system }],
      ['POST', '/client/signal', { id: world.birch.organization, type: 'organization', signal: 'scan' }],
    ];
    for (const [method, path, body] of refused)
      expect([path, (await world.alice.ask(method, path, body)).status >= 400]).toEqual([path, true]);
    expect((await world.dave.ask('PATCH', `/system/${world.acme.system}`, { notes: 'x' })).status).toBe(404);
    const { notes, name } = (await world.alice.ask('GET', `/system/${world.acme.system}`)).body;
    expect((await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes, name })).status).toBe(200);
    expect(await count()).toBe(before);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
