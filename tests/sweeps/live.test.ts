// Each change is published to everybody who may read it, to nobody else, and not to the socket that made it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyCall, makeOverHttp, makeOverSocket, sampleOf, type Declared } from '#tests/contract-calls.ts';
import { databases, makeWorld, type Line, type World } from '#tests/world.ts';

const VERBS: Record<string, string> = { create: 'created', update: 'updated', destroy: 'destroyed' };
const SHORT_LIVED = {
  name: 'Short-lived',
  organization: null,
  intervalUnit: 'Days' as const,
  intervalValue: 1,
  alarmAfter: 0,
};
/** These are a person's own; nobody may read them by a right. */
const OWN = ['device', 'passkey', 'session'];
const announced = everyCall.filter(({ name, noun }) => name in VERBS && !OWN.includes(noun));
const acts = everyCall.filter(({ noun, call }) => noun === 'alarm' && call.changes && !call.byToken);

interface Audience {
  origin: Line;
  alice: Line;
  bob: Line;
  dave: Line;
  charlie: Line;
}

describe.each(databases)('live events on %s', (engine) => {
  let world: World;
  let lines: Audience;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
    lines = {
      origin: await world.alice.line(),
      alice: await world.alice.line(),
      bob: await world.bob.line(),
      dave: await world.dave.line(),
      charlie: await world.charlie.line(),
    };
    for (const line of Object.values(lines)) expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
  });
  beforeEach(async () => {
    await world.settle();
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
  });
  afterAll(() => world.close());

  const receivedBy = async (who: keyof Audience, noun: string) =>
    (await lines[who].caughtUp()).filter(({ event }) => event === noun).map(({ payload }) => payload);
  const reads = (who: 'bob' | 'dave', { entity }: Declared) => who === 'bob' && entity.organization !== null;

  test.each(announced)('$id is told to those who may read it', async (declared) => {
    const input = await sampleOf(world, declared, `live${(made += 1)}`);
    await world.settle();
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    const answer = await makeOverSocket(lines.origin, declared, input);
    expect(answer.status).toBe(200);
    const received = await receivedBy('alice', declared.noun);
    const [event] = received
      .filter(({ id }) => id === answer.body.id)
      .filter(({ verb }) => verb === VERBS[declared.name]);
    expect([event?.verb, event?.id]).toEqual([VERBS[declared.name], answer.body.id]);
    // An organization of its own is alice's alone; everything else of the samples lies in Acme.
    const bobMay = reads('bob', declared) && declared.noun !== 'organization';
    expect((await receivedBy('bob', declared.noun)).length > 0).toBe(bobMay);
    for (const who of ['origin', 'dave', 'charlie'] as const)
      expect([who, await receivedBy(who, declared.noun)]).toEqual([who, []]);
  });

  test.each(announced.filter(({ name }) => name === 'update'))(
    '$id: what was known plus what is told is what is there',
    async (declared) => {
      const input = await sampleOf(world, declared, `merge${(made += 1)}`);
      const before = (await world.alice.ask('GET', `/${declared.noun}/${String(input['id'])}`)).body;
      await world.settle();
      (await lines.alice.caughtUp()).length = 0;
      await makeOverHttp(world.alice, declared, input);
      const cache = { ...before };
      for (const { id, data } of await receivedBy('alice', declared.noun))
        if (id === input['id']) Object.assign(cache, data);
      expect(cache).toEqual((await world.alice.ask('GET', `/${declared.noun}/${String(input['id'])}`)).body);
    },
  );

  test.each(announced)('$id: neither the event nor what was before carries more than the record', async (declared) => {
    const input = await sampleOf(world, declared, `shape${(made += 1)}`);
    await makeOverHttp(world.alice, declared, input);
    const known = Object.keys(declared.entity.record.shape);
    for (const { data = {}, previous = {} } of await receivedBy('alice', declared.noun))
      expect(known).toEqual(expect.arrayContaining([...Object.keys(data), ...Object.keys(previous)]));
  });

  test.each(acts)('$id is told to everyone who watches the alarm', async (declared) => {
    const input = await sampleOf(world, declared, `act${(made += 1)}`);
    if (declared.name === 'release') await world.alice.ask('POST', `/alarm/${String(input['id'])}/acknowledge`, {});
    await world.settle();
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    // Reading an alarm changes its history and `updatedAt`, so it needs another moment.
    world.clock.advance(1000);
    expect((await makeOverSocket(lines.origin, declared, input)).status).toBe(200);
    expect((await receivedBy('alice', 'alarm')).at(-1)?.id).toBe(input['id']);
    expect((await receivedBy('bob', 'alarm')).at(-1)?.id).toBe(input['id']);
    for (const who of ['origin', 'dave', 'charlie'] as const)
      expect([who, await receivedBy(who, 'alarm')]).toEqual([who, []]);
  });

  test('a change over HTTP goes to all sockets of the person, and to all but the one it names', async () => {
    await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: 'one' });
    expect([(await receivedBy('origin', 'system')).length, (await receivedBy('alice', 'system')).length]).toEqual([
      1, 1,
    ]);
    await world.alice.ask(
      'PATCH',
      `/system/${world.acme.system}`,
      { notes: 'two' },
      { 'x-socket-id': String(lines.origin.socket.id) },
    );
    expect([(await receivedBy('origin', 'system')).length, (await receivedBy('alice', 'system')).length]).toEqual([
      1, 2,
    ]);
  });

  test('the name of a room in place of a socket’s keeps nothing from anybody', async () => {
    const room = `system@${world.acme.organization}`;
    for (const name of [room, 'system@*', String(lines.alice.socket.id)])
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: name }, { 'x-socket-id': name });
    expect((await receivedBy('bob', 'system')).length).toBe(3);
    expect((await receivedBy('alice', 'system')).length).toBe(2);
  });

  test('what a job does to one record in a moment is told at its start and at its end, and in between to nobody', async () => {
    const set = (failed: number) =>
      world.server.jobContext.write((unit) => unit.update('alarm', world.acme.alarm, { failed: 50 + failed }));
    for (let failed = 0; failed < 9; failed += 1) await set(failed);
    await expect
      .poll(async () => (await receivedBy('bob', 'alarm')).at(-1)?.data.delivery?.failed, { timeout: 20_000 })
      .toBe(58);
    const received = (await receivedBy('bob', 'alarm')).map(({ data, previous }) => [
      previous.delivery.failed,
      data.delivery.failed,
    ]);
    expect([received[0]?.[1], received.length < 9]).toEqual([50, true]);
    expect(received.slice(1).map(([before]) => before)).toEqual(received.slice(0, -1).map(([, after]) => after));
    expect(await receivedBy('dave', 'alarm')).toEqual([]);
  });

  test('one commit tells of each record once', async () => {
    await world.server.jobContext.write(async (unit) => {
      for (const notes of ['first', 'second', 'third']) await unit.update('system', world.acme.system, { notes });
      await unit.remove('schedule', (await unit.insert('schedule', SHORT_LIVED)).id);
    });
    expect((await receivedBy('alice', 'system')).map(({ data }) => data.notes)).toEqual(['third']);
    expect(await receivedBy('alice', 'schedule')).toEqual([]);
  });

  test('what is refused or undone is told to nobody', async () => {
    await world.alice.ask('POST', '/schedule', { name: 'Nightly' });
    await world.alice.ask('PATCH', `/user/${world.alice.id}`, { active: false });
    expect([await receivedBy('alice', 'schedule'), await receivedBy('alice', 'user')]).toEqual([[], []]);
  });

  test('a system that moves is destroyed where it leaves and created where it arrives', async () => {
    const { body } = await world.alice.ask('POST', '/system', { name: 'Mover', organization: world.acme.organization });
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    await world.alice.ask('PATCH', `/system/${body.id}`, { organization: world.birch.organization });
    expect((await receivedBy('bob', 'system')).map(({ verb }) => verb)).toEqual(['destroyed']);
    expect((await receivedBy('dave', 'system')).map(({ verb }) => verb)).toContain('created');
    expect((await receivedBy('alice', 'system')).map(({ verb }) => verb)).toContain('updated');
    const [gone] = await receivedBy('bob', 'system');
    expect(JSON.stringify(gone)).not.toContain('Birch');
  });

  test('what belongs to a record is told with it, where it goes and where it moves', async () => {
    const { organization } = world.acme;
    const { id } = (await world.alice.ask('POST', '/system', { name: 'Parent', organization })).body;
    await world.alice.ask('POST', '/fileset', { system: id, glob: '*.zip' });
    await world.rosie.ask('POST', '/client/report', { system: id, event: 'failed', at: world.clock.now() });
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    const verbs = async (who: keyof typeof lines) =>
      (await lines[who].caughtUp())
        .filter(({ event }) => event === 'fileset' || event === 'alarm')
        .map(({ event, payload }) => `${event} ${payload.verb}`)
        .toSorted();
    await world.alice.ask('PATCH', `/system/${id}`, { organization: world.birch.organization });
    expect(await verbs('bob')).toEqual(['alarm destroyed', 'fileset destroyed']);
    expect(await verbs('dave')).toEqual(['alarm created', 'fileset created']);
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    await world.alice.ask('DELETE', `/system/${id}`);
    expect(await verbs('dave')).toEqual(['alarm destroyed', 'fileset destroyed']);
  });

  test('the links of a person who goes are told of', async () => {
    const user = await world.newUser(`gone${(made += 1)}@example.com`);
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    await world.alice.ask('DELETE', `/user/${user}`);
    for (const noun of ['usergroup', 'userorg'])
      expect((await receivedBy('alice', noun)).map(({ verb }) => verb)).toEqual(['destroyed']);
  });

  test('what a client reports and what a job does is told as well', async () => {
    await world.rosie.ask('POST', '/client/report', {
      system: world.acme.system,
      event: 'success',
      at: world.clock.now(),
      file: 'new.zip',
      size: 9,
    });
    const received = (await lines.bob.caughtUp()).map(({ event, payload }) => `${event} ${payload.verb}`);
    expect(received).toEqual(expect.arrayContaining(['backup created', 'system updated', 'alarm updated']));
    expect((await lines.dave.caughtUp()).length).toBe(0);
  });

  test('whoever loses the right, the link or the session hears nothing more', async () => {
    const user = await world.newUser(`leaving${(made += 1)}@example.com`);
    const membership = (await world.alice.ask('POST', '/usergroup', { user, group: world.engineers })).body.id;
    const link = (await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization })).body.id;
    const person = await world.signIn(user);
    const line = await person.line();
    const touch = async () => {
      (await line.caughtUp()).length = 0;
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: `touch ${(made += 1)}` });
      return (await line.caughtUp()).filter(({ event }) => event === 'system').length;
    };
    /** The rooms follow the rights a moment after the answer; the socket gets an event when they did. */
    const follow = async (method: string, path: string, body?: object) => {
      line.events.length = 0;
      expect((await world.alice.ask(method, path, body)).status).toBe(200);
      await expect.poll(() => line.events.map(({ event }) => event), { timeout: 20_000 }).toContain('session');
    };
    await line.ask('GET', '/api/app/subscribe');
    expect(await touch()).toBe(1);
    await follow('DELETE', `/userorg/${link}`);
    expect(await touch()).toBe(0);
    await follow('POST', '/userorg', { user, organization: world.acme.organization });
    expect(await touch()).toBe(1);
    await follow('DELETE', `/usergroup/${membership}`);
    expect(await touch()).toBe(0);
    await follow('POST', '/usergroup', { user, group: world.engineers });
    expect(await touch()).toBe(1);
    await person.ask('POST', '/auth/logout', {});
    expect(await touch()).toBe(0);
  });

  test('signing out over the socket ends it too, and signing in over it begins another', async () => {
    const person = await world.signIn(world.bob.id);
    const line = await person.line();
    await line.ask('GET', '/api/app/subscribe');
    expect((await line.ask('POST', '/api/auth/logout', {})).status).toBe(200);
    await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: 'after the logout' });
    expect((await line.caughtUp()).filter(({ event }) => event === 'system')).toEqual([]);
    expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(401);
    expect((await person.ask('GET', '/system/counts')).status).toBe(401);
    const login = await line.ask('POST', '/api/auth/login', {
      email: world.bob.email,
      password: 'correct-horse-battery',
    });
    expect(login.headers).not.toHaveProperty('set-cookie');
    expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
  });

  test('unsubscribing is heard at once', async () => {
    const line = await world.bob.line();
    await line.ask('GET', '/api/app/subscribe');
    await line.ask('GET', '/api/app/unsubscribe');
    await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: 'unheard' });
    expect(await line.caughtUp()).toEqual([]);
  });

  test('a backup that arrives, and one that goes, is told to those who may read it', async () => {
    const { system } = world.acme;
    const at = world.clock.now();
    const report = { system, event: 'success', at, file: 'told.zip', size: 7 };
    expect((await world.rosie.ask('POST', '/client/report', report)).status).toBe(200);
    const [created] = await receivedBy('bob', 'backup');
    expect(created).toMatchObject({ verb: 'created', data: { file: 'told.zip', size: 7, system: { id: system } } });
    await world.server.jobContext.write((unit) => unit.remove('backup', String(created?.id)));
    expect((await receivedBy('bob', 'backup')).map(({ verb, id }) => [verb, id])).toEqual([
      ['created', created?.id],
      ['destroyed', created?.id],
    ]);
    expect([await receivedBy('dave', 'backup'), await receivedBy('charlie', 'backup')]).toEqual([[], []]);
  });
});
