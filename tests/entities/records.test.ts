// Particular rules of systems, organizations, filesets, groups and clients: uniqueness, references, secrets, patterns,
// keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unseal } from '#server/auth/crypto.ts';
import { fresh } from '#tests/samples.ts';
import { Browser, databases, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('records on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('a name that is taken is reported by its attribute, in the same words on either database', async () => {
    const again = await world.alice.ask('POST', '/group', { name: 'Engineers' });
    expect([again.status, again.body]).toEqual([
      400,
      {
        code: 'E_UNIQUE',
        message: 'Another group has the same name.',
        modelIdentity: 'group',
        attrNames: ['name'],
        details: ['name: is taken'],
      },
    ]);
    const link = await world.alice.ask('POST', '/userorg', {
      user: world.bob.id,
      organization: world.acme.organization,
    });
    expect([link.body.code, link.body.attrNames]).toEqual(['E_UNIQUE', ['user', 'organization']]);
    const user = await world.alice.ask('POST', '/user', { email: 'BOB@example.com' });
    expect([user.body.code, user.body.attrNames]).toEqual(['E_UNIQUE', ['email']]);
  });

  test('organizations may have equal names: nobody learns of customers by creating one', async () => {
    const again = await world.alice.ask('POST', '/organization', { name: 'Acme' });
    expect([again.status, again.body.name]).toEqual([200, 'Acme']);
    expect((await world.alice.ask('GET', '/organization?name=Acme')).body).toHaveLength(2);
    await world.alice.ask('DELETE', `/organization/${again.body.id}`);
  });

  test('what refers to nothing is refused, what is still referred to stays', async () => {
    const nothing = '019a0000-0000-7000-8000-000000000000';
    const answers = [
      await world.alice.ask('POST', '/system', { name: 'x', organization: nothing }),
      await world.alice.ask('POST', '/system', { name: 'x', organization: world.acme.organization, schedule: nothing }),
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { schedule: nothing }),
      await world.alice.ask('POST', '/fileset', { system: nothing, glob: '*' }),
      await world.alice.ask('POST', '/usergroup', { user: nothing, group: world.engineers }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [400, 'E_DANGLING']));
    const used = [
      await world.alice.ask('DELETE', `/organization/${world.acme.organization}`),
      await world.alice.ask('DELETE', `/schedule/${world.schedule}`),
    ];
    expect(used.map(({ status, body }) => [status, body.code])).toEqual(used.map(() => [400, 'E_IN_USE']));
  });

  test('a system takes all that is its own with it', async () => {
    const system = await fresh.system(world, 'goes');
    await world.alice.ask('POST', '/fileset', { system, glob: '*' });
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now() });
    await world.rosie.ask('POST', '/client/report', { system, event: 'success', at: world.clock.now() });
    expect((await world.alice.ask('DELETE', `/system/${system}`)).body.id).toBe(system);
    for (const noun of ['fileset', 'backup', 'alarm'])
      expect((await world.alice.ask('GET', `/${noun}?system=${system}`)).body).toEqual([]);
  });

  test('a fileset never names files outside the roots; one from before that rule stays editable', async () => {
    const system = await fresh.system(world, 'rooted');
    const fileset = await world.alice.ask('POST', '/fileset', { system, glob: 'db/*.zip' });
    const path = `/fileset/${fileset.body.id}`;
    const outside = '../../keys.jso?';
    const refused = [
      await world.alice.ask('POST', '/fileset', { system, glob: outside }),
      await world.alice.ask('PATCH', path, { glob: outside }),
    ];
    for (const { status, body } of refused) expect([status, body.details[0].split(':')[0]]).toEqual([400, 'glob']);
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('fileset').set({ glob: outside }).where('id', '=', fileset.body.id).execute(),
    );
    const edited = await world.alice.ask('PATCH', path, { description: 'Nightly' });
    expect([edited.status, edited.body.glob, edited.body.description]).toEqual([200, outside, 'Nightly']);
    expect((await world.alice.ask('PATCH', path, { glob: '*.zip' })).body.glob).toBe('*.zip');
  });

  test('a system carries its filesets and its newest backups where they are asked for', async () => {
    const system = await fresh.system(world, 'carries');
    await world.alice.ask('POST', '/fileset', { system, glob: '*.zip', description: 'Nightly dump' });
    for (const hours of [3, 1, 2])
      await world.rosie.ask('POST', '/client/report', {
        system,
        event: 'success',
        at: world.clock.in(-hours * 3_600_000),
        file: `${hours}.zip`,
      });
    const { body } = await world.alice.ask('GET', `/system/${system}?populate=backups,filesets`);
    expect(body.backups.map(({ file }: { file: string }) => file)).toEqual(['1.zip', '2.zip', '3.zip']);
    expect(body.filesets).toMatchObject([
      { description: 'Nightly dump', system: { id: system, name: 'System carries' } },
    ]);
    const plain = (await world.alice.ask('GET', `/system/${system}`)).body;
    expect(['backups', 'filesets'].filter((key) => key in plain)).toEqual([]);
    expect((await world.alice.ask('GET', `/system/${system}/filesets`)).body).toHaveLength(1);
  });

  test('name and password of a share are sealed, the password comes out in no answer, and an empty one takes it away', async () => {
    const system = await fresh.system(world, 'sealed');
    const share = { username: 'backup-of-acme', password: 's3cret-of-the-share' };
    const { body } = await world.alice.ask('PATCH', `/system/${system}`, share);
    expect(JSON.stringify(body)).not.toMatch(/s3cret/);
    expect([body.username, body.usernameSet, body.passwordSet]).toEqual([share.username, true, true]);
    const storedSecrets = () =>
      world.server.jobContext.read((unit) =>
        allTables(unit)
          .selectFrom('system')
          .select(['usernameSealed', 'passwordSealed'])
          .where('id', '=', system)
          .executeTakeFirstOrThrow(),
      );
    const sealed = await storedSecrets();
    expect(JSON.stringify(sealed)).not.toMatch(/s3cret|backup-of/);
    const opened = [sealed['usernameSealed'], sealed['passwordSealed']].map((text) =>
      unseal(world.keys.seal, String(text)),
    );
    expect(opened).toEqual([share.username, share.password]);
    const emptied = await world.alice.ask('PATCH', `/system/${system}`, { username: '', password: '' });
    expect([emptied.body.username, emptied.body.usernameSet, emptied.body.passwordSet]).toEqual(['', false, false]);
    expect(await storedSecrets()).toEqual({ usernameSealed: null, passwordSealed: null });
  });

  test.each(['(a+)\\1', '(?=x)y', '((a{1,100}){1,100}){1,100}', '(', '[z-a]', `${'('.repeat(400)}${')'.repeat(99)}`])(
    'the pattern %s is refused in no time, with a sentence about the pattern',
    async (pattern) => {
      const { status, body } = await world.bob.ask('POST', '/fileset', {
        system: world.acme.system,
        glob: '*',
        pattern,
      });
      expect([status, body.code, body.details[0]]).toEqual([400, 'E_BAD_PATTERN', expect.stringMatching(/^pattern: /)]);
      const update = await world.bob.ask('PATCH', `/fileset/${world.acme.fileset}`, { pattern });
      expect(update.body.code).toBe('E_BAD_PATTERN');
    },
  );

  test('a pattern that hangs elsewhere is linear here, hence taken', async () => {
    const { body } = await world.bob.ask('PATCH', `/fileset/${world.acme.fileset}`, { pattern: '^(a+)+$' });
    expect(body.pattern).toBe('^(a+)+$');
  });

  test('lists find what people type, whatever its case, beyond ASCII too', async () => {
    for (const name of ['Übung Äpfel', 'ÖLMÜHLE', 'percent 100%', 'under_score'])
      await world.alice.ask('POST', '/system', { name, organization: world.acme.organization });
    const find = async (modifier: string, text: string) =>
      (
        await world.alice.ask(
          'GET',
          `/system?where=${encodeURIComponent(JSON.stringify({ name: { [modifier]: text } }))}`,
        )
      ).body.map(({ name }: any) => name);
    expect(await find('contains', 'Übung')).toEqual(['Übung Äpfel']);
    expect(await find('contains', 'übung')).toEqual(['Übung Äpfel']);
    expect(await find('contains', 'ölmühle')).toEqual(['ÖLMÜHLE']);
    expect(await find('startsWith', 'PERCENT')).toEqual(['percent 100%']);
    expect(await find('contains', '0%')).toEqual(['percent 100%']);
    expect(await find('contains', 'r_s')).toEqual(['under_score']);
    expect(await find('contains', 'r%s')).toEqual([]);
    expect(await find('=', 'übung äpfel')).toEqual([]);
  });

  test('pages are stable, counted and clamped', async () => {
    const all = await world.alice.ask('GET', '/system?sort=createdAt');
    const total = Number(all.headers['x-total-count']);
    const pages = [];
    for (let skip = 0; skip < total; skip += 3)
      pages.push(...(await world.alice.ask('GET', `/system?sort=createdAt&limit=3&skip=${skip}`)).body);
    expect(pages.map(({ id }: any) => id)).toEqual(all.body.map(({ id }: any) => id));
    expect((await world.alice.ask('GET', '/system?limit=99999')).status).toBe(200);
    const none = await world.alice.ask('GET', '/system?limit=0');
    expect([none.body, none.headers['x-total-count']]).toEqual([[], String(total)]);
    const names = (await world.alice.ask('GET', '/system?select=name&limit=1')).body[0];
    expect(Object.keys(names).toSorted()).toEqual(['id', 'name', 'organization', 'retention', 'schedule']);
    const bare = (await world.alice.ask('GET', '/system?select=name&limit=1&populate=false')).body[0];
    expect(Object.keys(bare).toSorted()).toEqual(['id', 'name']);
  });

  test('the order of names is the same on either database', async () => {
    const names = (await world.alice.ask('GET', '/system?sort=name&limit=1000')).body.map(
      ({ name }: any) => name as string,
    );
    expect(names).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test('the first client that presents a key has it, until it is reset', async () => {
    const system = await fresh.system(world, 'claimed');
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    const client = (instance: string) =>
      new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': instance });
    const hello = (instance: string) =>
      client(instance).ask('POST', '/api/client/hello', {
        hostName: 'h',
        version: '1',
        internalIp: '',
        platform: 'linux',
        instance,
      });
    expect((await hello('one')).status).toBe(200);
    expect((await hello('one')).status).toBe(200);
    expect([(await hello('two')).status, (await hello('two')).body.code]).toEqual([409, 'E_KEY_CLAIMED']);
    expect((await world.alice.ask('GET', `/system/${system}`)).body).toMatchObject({
      keyConnected: true,
      server: 'h',
      clientVersion: '1',
    });
    await world.alice.ask('PATCH', `/system/${system}`, { keyConnected: false });
    expect([(await hello('two')).status, (await hello('one')).status]).toEqual([200, 409]);
    expect((await client('two').ask('GET', '/api/system')).status).toBe(403);
    const wrong = new Browser(world.origin, { authorization: 'Bearer bw_nosuchkey', 'x-client-instance': 'one' });
    expect((await wrong.ask('POST', '/api/client/report', {})).status).toBe(401);
  });

  test('a client over the socket is connected until its last socket goes', async () => {
    const line = await world.rosie.line();
    const hello = { hostName: 'h', version: '2', internalIp: '', platform: 'linux', instance: 'rosie' };
    expect((await line.ask('POST', '/api/client/hello', hello)).status).toBe(200);
    const connected = async () =>
      (await world.alice.ask('GET', `/system/${world.acme.system}`)).body.connected as boolean;
    expect(await connected()).toBe(true);
    await world.bob.ask('POST', '/fileset', { system: world.acme.system, glob: '*.sql' });
    await expect
      .poll(() => line.events.filter(({ event }) => event === 'client').length, { timeout: 30_000 })
      .toBeGreaterThan(0);
    line.close();
    await expect.poll(connected, { timeout: 30_000 }).toBe(false);
  });

  test('a group has each of its permissions once, however often it was given', async () => {
    const twice = [
      { model: 'system', action: 'read' },
      { model: 'alarm', action: 'read' },
      { model: 'system', action: 'read' },
    ];
    const { body } = await world.alice.ask('POST', '/group', { name: 'Twice', permissions: twice });
    expect(body.permissions).toEqual(twice.slice(0, 2));
    const patched = await world.alice.ask('PATCH', `/group/${body.id}`, { permissions: [...twice, ...twice] });
    expect(patched.body.permissions).toEqual(twice.slice(0, 2));
  });

  test('a group grants nothing that does not exist', async () => {
    const { body } = await world.alice.ask('POST', '/group', {
      name: 'Odd',
      permissions: [{ model: 'moon', action: 'read' }],
    });
    expect(body.details).toEqual(['permissions: unknown permission moon.read']);
    const known = (await world.alice.ask('GET', '/permission')).body.map(({ id }: any) => id);
    expect(known).toEqual(expect.arrayContaining(['system.read', 'system.readAll', 'alarm.update']));
  });

  test('reports from the year 1 and other odd moments neither hang nor raise nonsense', async () => {
    const system = await fresh.system(world, 'ancient');
    const refused = await world.rosie.ask('POST', '/client/report', {
      system,
      event: 'success',
      at: '0001-01-01T00:00:00.000Z',
    });
    expect([refused.status, refused.body.details]).toEqual([400, ['at: must not be before 1970']]);
    // A hang is seen by the test's own end.
    for (const at of ['1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z']) {
      const { status } = await world.rosie.ask('POST', '/client/report', { system, event: 'success', at, file: at });
      expect([at, status]).toEqual([at, 200]);
    }
    expect((await world.alice.ask('GET', `/system/${system}`)).body.health).toBe('overdue');
  });

  test('forty reports on one system at once are all taken', async () => {
    const system = await fresh.system(world, 'busy');
    const report = (file: number) => ({
      system,
      event: 'success',
      at: world.clock.now(),
      file: `busy-${file}`,
      size: 1,
    });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, file) => world.rosie.ask('POST', '/client/report', report(file))),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await world.alice.ask('GET', `/backup?system=${system}`)).body).toHaveLength(40);
  });

  test('a repeated report is one backup', async () => {
    const system = await fresh.system(world, 'repeated');
    const report = { system, event: 'success', at: world.clock.now(), file: 'one.zip', size: 7 };
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.rosie.ask('POST', '/client/report', report)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await world.alice.ask('GET', `/backup?system=${system}`)).body).toHaveLength(1);
  });
});
