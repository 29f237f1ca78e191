// Speaking to clients: scans, signals, the program to download, and the Raspberry Pis that wait to be assigned.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { Line, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('clients on %s', (engine) => {
  let world: World;
  const lines: Line[] = [];
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterEach(async () => {
    for (const line of lines.splice(0)) line.close();
    await expect
      .poll(async () => (await world.alice.ask('GET', '/system?connected=true')).body.length, { timeout: 20_000 })
      .toBe(0);
  });
  afterAll(() => world.close());

  const hello = async (line: Line, instance: string) => {
    lines.push(line);
    const about = { hostName: 'h', version: '1.2.0', internalIp: '10.0.0.9', platform: 'linux', instance };
    expect((await line.ask('POST', '/api/client/hello', about)).status).toBe(200);
    return line;
  };
  /** The client of all of Acme. */
  const acmeClient = async () => hello(await world.rosie.line(), 'rosie');
  /** A client with the key of one system. */
  async function ownClient(system: string): Promise<Line> {
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    return hello(await Line.open(world.origin, { key, instance: `own ${system}` }), `own ${system}`);
  }
  const receivedBy = async (line: Line) => {
    await line.ask('GET', '/api/auth/check-user');
    return line.events
      .filter(({ event, payload }) => event === 'client' && payload.verb === 'signal')
      .map(({ payload }) => payload);
  };
  const signal = (id: string, type: string, word = 'backup') =>
    world.bob.ask('POST', '/client/signal', { id, type, signal: word });

  test('a machine gives its system its name once, but not a name without a letter', async () => {
    const system = await fresh.system(world, 'unnamed');
    await world.alice.ask('PATCH', `/system/${system}`, { autoAssignName: true });
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    const line = await Line.open(world.origin, { key, instance: 'named' });
    lines.push(line);
    const called = async (hostName: string) => {
      const about = { hostName, version: '1.2.0', internalIp: '', platform: 'linux', instance: 'named' };
      expect((await line.ask('POST', '/api/client/hello', about)).status).toBe(200);
      const { name, autoAssignName } = (await world.alice.ask('GET', `/system/${system}`)).body;
      return [name, autoAssignName];
    };
    expect(await called('  ')).toEqual(['System unnamed', true]);
    expect(await called('ledger-01')).toEqual(['ledger-01', false]);
    expect(await called('ledger-02')).toEqual(['ledger-01', false]);
  });

  test('a scan that nobody can hear of waits', async () => {
    const { status, body } = await world.bob.ask('POST', `/system/${world.acme.system}/scan`, {});
    expect([status, body.method, body.status]).toEqual([200, 'manual', 'pending']);
    expect(body.searchConfig.filesets.map(({ id }: any) => id)).toEqual([world.acme.fileset]);
    expect(body.meta).toMatchObject({ askedBy: { id: world.bob.id } });
    expect([body.system.name, body.organization.name]).toEqual(['Acme files', 'Acme']);
  });

  test('a scan is sent to the client of the organization, and then counts as sent', async () => {
    world.clock.advance(1000);
    const line = await acmeClient();
    const { body } = await world.bob.ask('POST', `/system/${world.acme.system}/scan`, { fileset: world.acme.fileset });
    expect(body.status).toBe('sent');
    expect(await receivedBy(line)).toEqual([
      { verb: 'signal', signal: 'scan', system: world.acme.system, scanresult: body.id },
    ]);
    const list = (await world.bob.ask('GET', `/system/${world.acme.system}/scanresult?limit=1`)).body;
    expect(list.map(({ id, status }: any) => [id, status])).toEqual([[body.id, 'sent']]);
  });

  test('the scans of a system are a list as any other: counted, narrowed, ordered, the newest first', async () => {
    const system = await fresh.system(world, 'scanned');
    const ids: string[] = [];
    for (const tag of ['first', 'second', 'third']) {
      ids.unshift(await freshNouns.scanresult(world, tag, { ...world.acme, system }));
      world.clock.advance(1000);
    }
    const list = async (query: string, by = world.bob) => {
      const { status, body, headers } = await by.ask('GET', `/system/${system}/scanresult?${query}`);
      return [status, headers['x-total-count'], Array.isArray(body) ? body.map(({ id }: any) => id) : body.code];
    };
    expect(await list('')).toEqual([200, '3', ids]);
    expect(await list('limit=99999&skip=2')).toEqual([200, '3', ids.slice(2)]);
    expect(await list('limit=0')).toEqual([200, '3', []]);
    expect(await list('sort=createdAt&limit=1')).toEqual([200, '3', [ids[2]]]);
    expect(await list(`where={"id":"${ids[1]}"}&system=${world.acme.system}`)).toEqual([200, '1', [ids[1]]]);
    expect(await list(`id=${world.acme.scanresult}`)).toEqual([200, '0', []]);
    expect(await list('nosuch=1')).toEqual([400, undefined, 'E_INVALID_CRITERIA']);
    expect(await list('', world.dave)).toEqual([404, undefined, 'E_NOT_FOUND']);
    const { body } = await world.bob.ask('GET', `/system/${system}/scanresult?select=status&limit=1&populate=false`);
    expect(body).toEqual([{ id: ids[0], status: 'done' }]);
  });

  test('a system’s own client gets it, the one of the organization does not', async () => {
    const system = await fresh.system(world, 'own-client');
    const [own, all] = [await ownClient(system), await acmeClient()];
    await world.bob.ask('POST', `/system/${system}/scan`, {});
    expect([(await receivedBy(own)).length, (await receivedBy(all)).length]).toEqual([1, 0]);
  });

  test('a fileset of another system cannot be scanned for', async () => {
    const refused = await world.bob.ask('POST', `/system/${world.acme.system}/scan`, { fileset: world.birch.fileset });
    expect([refused.status, refused.body.code]).toEqual([400, 'E_DANGLING']);
    expect((await world.dave.ask('POST', `/system/${world.acme.system}/scan`, {})).status).toBe(404);
  });

  test('every connected client is asked for its version, and no other', async () => {
    expect((await world.bob.ask('POST', '/system/esversion-scan', {})).body).toEqual({ asked: 0, scans: [] });
    const line = await acmeClient();
    const connected = (await world.bob.ask('GET', '/system?connected=true')).body.map(({ id }: any) => id);
    const { body } = await world.bob.ask('POST', '/system/esversion-scan', {});
    expect([body.asked, connected.length > 0]).toEqual([connected.length, true]);
    expect((await receivedBy(line)).map(({ signal: word, system }) => [word, system]).toSorted()).toEqual(
      connected.map((id: string) => ['version', id]).toSorted(),
    );
    expect((await world.dave.ask('POST', '/system/esversion-scan', {})).body.asked).toBe(0);
    const manual = (await world.bob.ask('GET', '/scanresult/manual-scans')).body;
    expect(manual.filter(({ id }: any) => body.scans.includes(id))).toEqual([]);
  });

  test('of a fleet that takes more than one turn to ask, every client is asked once', async () => {
    const ids = await world.server.jobContext.write(async (unit) => {
      const { id: _own, ...row } = await unit.need('system', world.acme.system);
      const made = Array.from({ length: 52 }, (_, at) => ({
        ...row,
        name: `Fleet ${at}`,
        clientKeyHash: `hash of ${at}`,
        connected: true,
      }));
      return Promise.all(made.map(async (values) => String((await unit.insert('system', values))['id'])));
    });
    const { body } = await world.bob.ask('POST', '/system/esversion-scan', {});
    const asked = await world.server.jobContext.read((unit) =>
      unit.select('scanresult').select('system').where('id', 'in', body.scans).execute(),
    );
    expect(body.asked).toBe(52);
    expect(asked.map(({ system }) => system).toSorted()).toEqual(ids.toSorted());
    await world.server.jobContext.write((unit) =>
      unit.withoutEvents.updateTable('system').set({ connected: 0 }).execute(),
    );
  });

  test('what a scan found comes with the single read, unless it is excluded', async () => {
    const id = await freshNouns.scanresult(world, 'found');
    const read = async (query: string) => (await world.bob.ask('GET', `/scanresult/${id}${query}`)).body;
    expect((await read('')).result).toEqual({ files: ['found.zip'] });
    expect(await read('?excludeResult=false')).toHaveProperty('result');
    expect(await read('?excludeResult=true')).not.toHaveProperty('result');
    const [listed] = (await world.bob.ask('GET', `/scanresult/manual-scans?id=${id}`)).body;
    expect([listed.id, 'result' in listed]).toEqual([id, false]);
  });

  test('a signal is sent to its client; without a connected one that is the error', async () => {
    const { organization, system } = world.acme;
    const refused = await signal(organization, 'organization');
    expect([refused.status, refused.body.code]).toEqual([409, 'E_NOT_CONNECTED']);
    const line = await acmeClient();
    expect((await signal(organization, 'organization', 'identify')).body).toEqual({ sent: true });
    expect((await signal(system, 'system', 'backup')).body).toEqual({ sent: true });
    expect(await receivedBy(line)).toEqual([
      { verb: 'signal', signal: 'identify' },
      { verb: 'signal', signal: 'backup', system },
    ]);
    line.close();
    await expect.poll(async () => (await signal(organization, 'organization')).status, { timeout: 20_000 }).toBe(409);
  });

  test('a signal needs the right on what it is for, and one of the known words', async () => {
    const { organization, system } = world.acme;
    await acmeClient();
    expect(
      (await world.charlie.ask('POST', '/client/signal', { id: system, type: 'system', signal: 'backup' })).status,
    ).toBe(403);
    expect(
      (await world.dave.ask('POST', '/client/signal', { id: system, type: 'system', signal: 'backup' })).status,
    ).toBe(404);
    expect(
      (await world.dave.ask('POST', '/client/signal', { id: organization, type: 'organization', signal: 'backup' }))
        .status,
    ).toBe(404);
    expect((await signal(system, 'system', 'format')).body.details[0]).toMatch(/^signal: /);
    expect((await signal(system, 'user')).body.details[0]).toMatch(/^type: /);
  });

  test('a Raspberry Pi waits unseen by those of one organization until it is assigned', async () => {
    const id = await freshNouns.rpiclient(world, 'waits');
    const system = await fresh.system(world, 'gets-pi');
    expect((await world.bob.ask('GET', `/rpiclient/${id}`)).status).toBe(404);
    expect((await world.bob.ask('PATCH', `/rpiclient/${id}`, { system })).status).toBe(404);
    expect((await world.alice.ask('GET', `/rpiclient?id=${id}`)).body[0]).toMatchObject({
      system: null,
      organizationId: null,
    });
    const { body } = await world.alice.ask('PATCH', `/rpiclient/${id}`, { system });
    expect([body.system.id, body.organization.name]).toEqual([system, 'Acme']);
    expect((await world.bob.ask('GET', `/rpiclient/${id}`)).status).toBe(200);
    const pi = async (of: string) => {
      const { rpiMacAddress, hasRpiClient } = (await world.alice.ask('GET', of)).body;
      return [rpiMacAddress, hasRpiClient];
    };
    expect(await pi(`/system/${system}`)).toEqual(['mac of waits', true]);
    await world.alice.ask('PATCH', `/rpiclient/${id}`, { organization: world.birch.organization });
    expect(await pi(`/system/${system}`)).toEqual([null, false]);
    expect(await pi(`/organization/${world.birch.organization}`)).toEqual(['mac of waits', true]);
    const waiting = await world.alice.ask('PATCH', `/rpiclient/${id}`, { organization: null });
    expect([waiting.body.organization, await pi(`/organization/${world.birch.organization}`)]).toEqual([
      null,
      ['mac of Birch', true],
    ]);
  });

  test('a Raspberry Pi goes to one place, which exists, and which the asker may change', async () => {
    const id = await freshNouns.rpiclient(world, 'one-place', world.acme.organization);
    const attempts = [
      { system: world.acme.system, organization: world.acme.organization },
      { system: world.birch.system },
      { organization: world.birch.organization },
      { system: '019a0000-0000-7000-8000-000000000000' },
    ];
    for (const body of attempts) {
      const { status, body: answer } = await world.bob.ask('PATCH', `/rpiclient/${id}`, body);
      expect([body, status, answer.code]).toEqual([body, 400, 'E_INVALID_VALUES_TO_SET']);
    }
    expect((await world.bob.ask('PATCH', `/rpiclient/${id}`, { system: world.acme.system })).status).toBe(200);
  });

  test('a Raspberry Pi is found by its address without colons, and by the names of what it is assigned to', async () => {
    const macAddress = 'b8:27:eb:00:11:22';
    const system = await fresh.system(world, 'pi-found');
    const id = await freshNouns.rpiclient(world, 'found', null, macAddress);
    const found = async (term: string) => {
      const where = encodeURIComponent(JSON.stringify({ find: { contains: term } }));
      return (await world.alice.ask('GET', `/rpiclient?where=${where}`)).body.map((row: any) => row.id);
    };
    expect(await found('eb0011')).toEqual([id]);
    expect(await found('EB:00:11')).toEqual([id]);
    const { name } = (await world.alice.ask('GET', `/system/${system}`)).body;
    expect(await found(name)).toEqual([]);
    await world.alice.ask('PATCH', `/rpiclient/${id}`, { system });
    expect(await found(name)).toEqual([id]);
    expect(await found('Acme')).toContain(id);
  });

  test('a signal reaches an assigned Raspberry Pi by the client that it is', async () => {
    const id = await freshNouns.rpiclient(world, 'blinks', world.acme.organization);
    expect((await signal(id, 'rpiclient', 'identify')).body.code).toBe('E_NOT_CONNECTED');
    const line = await acmeClient();
    expect((await signal(id, 'rpiclient', 'identify')).status).toBe(200);
    expect((await receivedBy(line)).map(({ signal: word }) => word)).toEqual(['identify']);
    await world.alice.ask('PATCH', `/rpiclient/${id}`, { organization: null });
  });

  test('the clients of an organization are its own, those of its systems, and its Raspberry Pis', async () => {
    const system = await fresh.system(world, 'listed-client');
    await ownClient(system);
    await acmeClient();
    const list = (await world.bob.ask('GET', `/organization/${world.acme.organization}/clients`)).body;
    const of = (model: string) => list.filter((one: any) => one.model === model);
    expect(of('organization').map(({ id }: any) => id)).toEqual([world.acme.organization]);
    expect(of('system').find(({ id }: any) => id === system)).toMatchObject({
      connected: true,
      clientVersion: '1.2.0',
    });
    expect(of('rpiclient').map(({ id }: any) => id)).toContain(world.acme.rpiclient);
    expect((await world.dave.ask('GET', `/organization/${world.acme.organization}/clients`)).status).toBe(404);
    const group = await world.alice.ask('POST', '/group', {
      name: 'Owners',
      permissions: [{ model: 'organization', action: 'read' }],
    });
    const user = await world.newUser('owner@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const owner = await world.signIn(user);
    const seen = (await owner.ask('GET', `/organization/${world.acme.organization}/clients`)).body;
    expect(seen.map(({ model }: any) => model)).toEqual(['organization']);
  });

  test('a client program is refused in plain words, and only to whom the key may be shown', async () => {
    const { key } = (await world.alice.ask('GET', `/system/${world.acme.system}/get-client-key`)).body;
    const make = (who: World['bob'], more: string) =>
      who.ask('GET', `/client/make-exe?model=system&id=${world.acme.system}&key=${more}`);
    expect((await make(world.bob, key)).body.code).toBe('E_NO_CLIENT');
    expect((await make(world.bob, 'bw_other')).body.details).toEqual(['key: does not belong to this system']);
    expect([(await make(world.charlie, key)).status, (await make(world.dave, key)).status]).toEqual([403, 404]);
    const link = await world.bob.ask('GET', `/client/get-exe-link?model=organization&id=${world.acme.organization}`);
    expect([link.status, link.body.code]).toEqual([409, 'E_NO_CLIENT']);
    expect((await world.bob.ask('GET', `/client/get-exe-link?model=user&id=${world.bob.id}`)).status).toBe(400);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
