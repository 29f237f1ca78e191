// `editedAt`, and `If-Match` on updates: nobody overwrites what a colleague wrote meanwhile, and a report is no edit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUpdate } from '#contract/define.ts';
import { addressOf, everyCall, sampleOf } from '#tests/contract-calls.ts';
import { HOUR, databases, makeWorld, type Answer, type Line, type Person, type World } from '#tests/world.ts';

const updates = everyCall.filter(({ call }) => isUpdate(call));
const quoted = (editedAt: unknown) => ({ 'if-match': `"${String(editedAt)}"` });

test('every record that a call updates has editedAt, and no other record', () => {
  const updated = new Set(updates.map(({ noun }) => noun));
  for (const { noun, entity } of everyCall)
    if (noun !== 'auth') expect([noun, 'editedAt' in entity.record.shape]).toEqual([noun, updated.has(noun)]);
  expect(updates).toHaveLength(11);
});

describe.each(databases)('editedAt on %s', (engine) => {
  let world: World;
  let line: Line;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
    line = await world.alice.line();
  });
  afterAll(() => world.close());
  const tag = () => `edit${(made += 1)}`;
  const patch = (path: string, values: object, headers?: Record<string, string>, by: Person = world.alice) =>
    by.ask('PATCH', path, values, headers);
  const get = async (path: string) => (await world.alice.ask('GET', path)).body;

  /** An update over HTTP, and as a virtual request over the socket. */
  const transports = {
    http: (path: string, values: object, headers: Record<string, string> = {}) => patch(path, values, headers),
    async socket(path: string, values: object, headers: Record<string, string> = {}): Promise<Answer> {
      const message = { method: 'PATCH', url: `/api${path}`, data: values, headers };
      const { statusCode, ...answer } = await line.raw('patch', message);
      return { status: statusCode, ...answer };
    },
  };

  describe.each(Object.keys(transports) as (keyof typeof transports)[])('over %s', (transport) => {
    const send = transports[transport];

    test.each(updates)('$id takes the editedAt that is current, and answers 412 to an older one', async (declared) => {
      const { path, rest } = addressOf(declared, await sampleOf(world, declared, tag()));
      const first = await send(path, rest);
      const second = await send(path, rest, quoted(first.body.editedAt));
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body.editedAt > first.body.editedAt).toBe(true);
      const late = await send(path, rest, quoted(first.body.editedAt));
      expect([late.status, late.body.code, late.body.record]).toEqual([412, 'E_CHANGED', second.body]);
      expect(late.body.editedBy).toEqual({ id: world.alice.id, name: 'Alice Adams' });
      expect(late.body.message).toContain('was edited after you read it');
      expect((await send(path, rest, { 'if-match': '*' })).status).toBe(200);
    });

    test.each(['"', 'x', '2026-11-21T02:58:00.000Z', '"yesterday"', 'W/"2026-11-21T02:58:00.000Z"', '"*"'])(
      'the header %j is a 400 that names it and its form',
      async (value) => {
        const answer = await send(`/schedule/${world.schedule}`, { alarmAfter: 2 }, { 'if-match': value });
        expect([answer.status, answer.body.code]).toEqual([400, 'E_INVALID_VALUES_TO_SET']);
        expect(answer.body.details).toEqual([expect.stringMatching(/^If-Match: must be \* or .*"2026-/)]);
        expect(answer.body.issues).toEqual([{ path: 'If-Match', code: 'invalid_format', format: 'datetime' }]);
      },
    );

    test('the header may have another precision, and counts for nothing where nothing is updated', async () => {
      const { editedAt } = (await send(`/schedule/${world.schedule}`, { alarmAfter: 2 })).body;
      const padded = String(editedAt).replace('Z', '000Z');
      expect((await send(`/schedule/${world.schedule}`, { alarmAfter: 2 }, quoted(padded))).status).toBe(200);
      const read = await world.alice.ask('GET', '/schedule', undefined, quoted('nonsense'));
      expect(read.status).toBe(200);
    });

    test('a record that is gone is a 404, whatever the header says', async () => {
      const { id, editedAt } = (await world.alice.ask('POST', '/schedule', { name: tag() })).body;
      await world.alice.ask('DELETE', `/schedule/${id}`);
      for (const header of [quoted(editedAt), { 'if-match': '*' }])
        expect((await send(`/schedule/${id}`, { alarmAfter: 1 }, header)).status).toBe(404);
    });
  });

  test('PUT takes the header as PATCH does', async () => {
    const { editedAt } = await get(`/schedule/${world.schedule}`);
    await patch(`/schedule/${world.schedule}`, { alarmAfter: 2 });
    const late = await world.alice.ask('PUT', `/schedule/${world.schedule}`, { alarmAfter: 3 }, quoted(editedAt));
    expect([late.status, (await get(`/schedule/${world.schedule}`)).alarmAfter]).toEqual([412, 2]);
  });

  test.each(['/system', '/user/edit-account'])(
    'of many who update %s at once with one If-Match, one wins',
    async (at) => {
      const own = at === '/user/edit-account';
      const path = own ? at : `${at}/${world.acme.system}`;
      const { editedAt } = await get(own ? `/user/${world.alice.id}` : path);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_one, index) =>
          patch(path, own ? { mobilePhone: `${index}` } : { notes: `from ${index}` }, quoted(editedAt)),
        ),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    },
  );

  test('what a client reports moves updatedAt only', async () => {
    const path = `/system/${world.acme.system}`;
    const { editedAt } = (await patch(path, { forceDue: true })).body;
    const report = (event: string, more: object = {}) =>
      world.rosie.ask('POST', '/client/report', { system: world.acme.system, event, at: world.clock.now(), ...more });
    const hello = { version: '1.0.0', hostName: 'another-host', platform: 'linux', internalIp: '10.0.0.1' };
    for (const work of [
      () => world.rosie.ask('POST', '/client/hello', { ...hello, instance: world.rosie.instance }),
      () => report('start'),
      () => report('log', { text: 'a line' }),
      () => report('failed', { text: 'broken' }),
      () => report('success', { file: `${tag()}.zip`, size: 5 }),
    ]) {
      const before = await get(path);
      world.clock.advance(1000);
      expect((await work()).status).toBe(200);
      const now = await get(path);
      expect([now.editedAt, now.updatedAt > before.updatedAt]).toEqual([editedAt, true]);
    }
    expect((await get(path)).forceDue).toBe(false);
    expect((await patch(path, { notes: tag() }, quoted(editedAt))).status).toBe(200);
  });

  test('what follows from another record, from the clock or from an alarm is no edit of the system', async () => {
    const path = `/system/${world.acme.system}`;
    const { editedAt, dueAt } = await get(path);
    world.clock.advance(1000);
    await patch(`/schedule/${world.schedule}`, { intervalValue: 2, alarmAfter: 5 });
    await patch(`/organization/${world.acme.organization}`, { timeZone: 'Asia/Tokyo' });
    await world.settle();
    const followed = await get(path);
    expect([followed.editedAt, followed.dueAt === dueAt]).toEqual([editedAt, false]);
    world.clock.advance(24 * 10 * HOUR);
    await world.settle();
    const overdue = await get(path);
    expect([overdue.editedAt, overdue.health]).toEqual([editedAt, 'overdue']);
    await world.alice.ask('POST', `/alarm/${(await get(`/alarm?system=${world.acme.system}`))[0].id}/resolve`, {});
    await world.alice.ask('GET', `/system/${world.acme.system}/rescan-alarm`);
    await world.alice.ask('GET', `/system/${world.acme.system}/clearClientInfo`);
    expect((await get(path)).editedAt).toBe(editedAt);
  });

  test('an update that writes nothing is no edit; a secret and a permission are', async () => {
    const path = `/system/${world.acme.system}`;
    const { editedAt } = await get(path);
    expect((await patch(path, {})).body.editedAt).toBe(editedAt);
    expect((await patch(path, { password: 'another' })).body.editedAt > editedAt).toBe(true);
    const user = await world.newUser(`${tag()}@example.com`);
    const before = (await get(`/user/${user}`)).editedAt;
    expect((await patch(`/user/${user}`, { password: 'another-long-password' })).body.editedAt > before).toBe(true);
    const group = `/group/${world.engineers}`;
    const granted = { group: world.engineers, permissions: ['schedule.read'] };
    const held = (await get(group)).editedAt;
    expect((await world.alice.ask('POST', '/grouppermission', granted)).body.editedAt > held).toBe(true);
  });

  test('a pause that ends by itself is an edit by nobody', async () => {
    const path = `/organization/${world.birch.organization}`;
    const { editedAt } = (await patch(path, { active: false, reenableTime: world.clock.in(HOUR) })).body;
    world.clock.advance(2 * HOUR);
    await world.settle();
    const late = await patch(path, { phone: '1' }, quoted(editedAt));
    expect([late.status, late.body.record.active, late.body.editedBy]).toEqual([412, true, undefined]);
  });

  test('the 412 names the editor only to readers who may see that person, and holds no secret', async () => {
    const path = `/system/${world.acme.system}`;
    const reader = await world.signIn(world.bob.id);
    const lateFor = async (editor: Person) => {
      const { editedAt } = await get(path);
      expect((await patch(path, { notes: tag() }, undefined, editor)).status).toBe(200);
      const { status, body } = await patch(path, { notes: tag() }, quoted(editedAt), reader);
      expect([status, body.record.id]).toEqual([412, world.acme.system]);
      expect(JSON.stringify(body)).not.toMatch(/clientKey|Sealed|Hash|editedBy":"/);
      return body.editedBy;
    };
    const email = `${tag()}@example.com`;
    const user = await world.newUser(email);
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const colleague = await world.signIn(user, email);
    expect([await lateFor(colleague), await lateFor(world.alice)]).toEqual([undefined, undefined]);
    expect((await lateFor(reader))?.id).toBe(world.bob.id);
    await world.alice.ask('POST', '/grouppermission', { group: world.engineers, permissions: ['user.read'] });
    expect((await lateFor(colleague))?.id).toBe(user);
    expect(await lateFor(world.alice)).toBe(undefined);
    await world.alice.ask('DELETE', '/grouppermission', { group: world.engineers, permissions: ['user.read'] });
  });

  test('who may not edit a record learns from no 412 what is in it', async () => {
    const { id } = (await world.alice.ask('POST', '/group', { name: tag(), permissions: [] })).body;
    const user = `/user/${world.alice.id}`;
    const answers = [
      await patch(`/group/${id}`, { name: 'x' }, quoted('2020-01-01T00:00:00Z'), world.charlie),
      await patch(user, { firstName: 'x' }, quoted('2020-01-01T00:00:00Z'), world.charlie),
      await patch(`/system/${world.acme.system}`, { notes: '' }, quoted('2020-01-01T00:00:00Z'), world.dave),
    ];
    expect(answers.map(({ status, body }) => [status, body.record])).toEqual([
      [403, undefined],
      [403, undefined],
      [404, undefined],
    ]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
