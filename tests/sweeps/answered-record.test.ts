// A socket does not get the event of the record that the answer to its own request carries; every other event it does get.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Line, type World } from '#tests/world.ts';

describe.each(databases)('the socket of a request, on %s,', (engine) => {
  let world: World;
  let own: Line;
  let sibling: Line;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
    [own, sibling] = [await world.alice.line(), await world.alice.line()];
    for (const line of [own, sibling]) expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
  });
  beforeEach(async () => {
    await world.settle();
    for (const line of [own, sibling]) (await line.caughtUp()).length = 0;
  });
  afterAll(() => world.close());

  const events = async (line: Line) =>
    (await line.caughtUp())
      .filter(({ event }) => event !== 'recent')
      .map(({ event, payload }) => `${event} ${payload.verb}`)
      .toSorted();
  const idOf = async (line: Line) => String(line.socket.id);

  /** The same request by either transport: `own` is its socket. */
  const transports = [
    [
      'HTTP with X-Socket-Id',
      async (method: string, path: string, body?: object) =>
        world.alice.ask(method, path, body, { 'x-socket-id': await idOf(own) }),
    ],
    ['the socket itself', (method: string, path: string, body?: object) => own.ask(method, `/api${path}`, body)],
  ] as const;

  /** A system with a fileset, an open alarm and a claimed key: each leaves an event when it is destroyed. */
  async function systemWithParts(): Promise<string> {
    const name = `Parts ${(made += 1)}`;
    const { id } = (await world.alice.ask('POST', '/system', { name, organization: world.acme.organization })).body;
    await world.alice.ask('POST', '/fileset', { system: id, glob: '*.zip' });
    await world.rosie.ask('POST', '/client/report', { system: id, event: 'failed', at: world.clock.now() });
    await world.server.jobContext.write((unit) => unit.update('system', id, { instanceHash: `claimed ${name}` }));
    await world.settle();
    for (const line of [own, sibling]) (await line.caughtUp()).length = 0;
    return id;
  }

  describe.each(transports)('over %s', (_name, ask) => {
    test('gets no event of the record that was updated; another socket of the session does', async () => {
      expect((await ask('PATCH', `/system/${world.acme.system}`, { notes: `n${(made += 1)}` })).status).toBe(200);
      expect([await events(own), await events(sibling)]).toEqual([[], ['system updated']]);
    });

    test('gets the events of what a destroy takes along and leaves behind', async () => {
      const id = await systemWithParts();
      expect((await ask('DELETE', `/system/${id}`)).body.id).toBe(id);
      const others = ['alarm destroyed', 'fileset destroyed', 'orphan created'];
      expect(await events(own)).toEqual(others);
      expect(await events(sibling)).toEqual([...others, 'system destroyed']);
    });

    test('gets no event of a record that the answer carries under its noun', async () => {
      const id = await systemWithParts();
      const alarm = (await world.alice.ask('GET', `/alarm?system=${id}`)).body[0].id;
      const answer = await ask('POST', `/alarm/${alarm}/resolve`, {});
      expect([answer.status, answer.body.alarm.id]).toEqual([200, alarm]);
      expect(await events(own)).toEqual(['system updated']);
      expect(await events(sibling)).toEqual(['alarm updated', 'system updated']);
    });

    test('gets no event of a record of another noun that the answer is', async () => {
      const id = await systemWithParts();
      const asked = await ask('POST', `/system/${id}/scan`, {});
      expect([asked.status, await events(own), await events(sibling)]).toEqual([200, [], ['scanresult created']]);
    });

    test('gets every event of a request whose answer carries no record', async () => {
      const id = await systemWithParts();
      await world.server.jobContext.write((unit) => unit.update('system', id, { alarmed: false, alarms: [] }));
      await world.settle();
      for (const line of [own, sibling]) (await line.caughtUp()).length = 0;
      expect((await ask('GET', '/system/rescan-alarms')).status).toBe(200);
      expect(await events(own)).toContain('system updated');
      expect(await events(own)).toEqual(await events(sibling));
    });
  });

  test('is taken for nobody’s when it belongs to another session', async () => {
    const elsewhere = await world.signIn(world.alice.id);
    const bob = await world.bob.line();
    const line = await elsewhere.line();
    for (const one of [line, bob]) expect((await one.ask('GET', '/api/app/subscribe')).body).toBe('OK');
    for (const one of [line, bob]) {
      const headers = { 'x-socket-id': await idOf(one) };
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: `n${(made += 1)}` }, headers);
      expect(await events(one)).toContain('system updated');
    }
  });

  test('belongs to no session where a client shows its key', async () => {
    const report = { system: world.acme.system, event: 'log', text: 'line', at: world.clock.now() };
    await world.rosie.ask('POST', '/client/report', report, { 'x-socket-id': await idOf(own) });
    expect(await events(own)).toEqual(['system updated']);
  });
});
