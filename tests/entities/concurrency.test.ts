// Two people at the same record at the same moment: one clear winner, one clear error, nothing left dangling.
import pg from 'pg';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { databases, makeWorld, type Answer, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

type Ask = () => Promise<Answer>;

/**
 * Makes all requests meet: on PostgreSQL a lock keeps them back until each has read what it will judge by and stands
 * before its first write to `table`. SQLite has one writer: there they queue by themselves.
 */
async function together(world: World, table: string, asks: Ask[]): Promise<Answer[]> {
  const { databaseUrl } = world.ground;
  if (databaseUrl === null) return Promise.all(asks.map((ask) => ask()));
  const keeper = new pg.Client({ connectionString: databaseUrl });
  await keeper.connect();
  try {
    await keeper.query('begin');
    await keeper.query(`lock table "${table}" in exclusive mode`);
    const ended = { all: false };
    const answers = Promise.all(asks.map((ask) => ask())).finally(() => (ended.all = true));
    const waiting = `select count(*)::int as waiting from pg_locks where not granted and relation = '"${table}"'::regclass`;
    // A request that never comes to write leaves the others to themselves.
    while (!ended.all && (await keeper.query<{ waiting: number }>(waiting)).rows[0]?.waiting !== asks.length)
      await turn();
    await keeper.query('commit');
    return await answers;
  } finally {
    await keeper.end();
  }
}

const outcomesOf = (answers: Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : String(body.code)));

describe.each(databases)('at the same moment, on %s,', (engine) => {
  let world: World;
  let alice: Person;
  beforeAll(async () => {
    world = await makeWorld(engine);
    ({ alice } = world);
  });
  afterAll(() => world.close());
  const rows = async (path: string): Promise<any[]> => (await alice.ask('GET', path)).body;

  test.each([
    ['schedule', () => ({ name: 'Twin' }), 'name=Twin'],
    ['user', () => ({ email: 'twin@example.com' }), 'email=twin@example.com'],
    ['group', () => ({ name: 'Twins' }), 'name=Twins'],
  ])(
    'of two that make the same %s one makes it, and the other learns which attribute is taken',
    async (noun, values, filter) => {
      const make = () => alice.ask('POST', `/${noun}`, values());
      const answers = await together(world, noun, [make, make]);
      expect(outcomesOf(answers).toSorted()).toEqual(['E_UNIQUE', 'done']);
      expect(answers.find(({ status }) => status === 400)?.body.details).toEqual([
        expect.stringMatching(/: is taken$/),
      ]);
      expect(await rows(`/${noun}?${filter}`)).toHaveLength(1);
    },
  );

  test('of two that link the same user to the same group one does', async () => {
    const user = await fresh.user(world, 'linkedtwice');
    const link = () => alice.ask('POST', '/usergroup', { user, group: world.engineers });
    expect(outcomesOf(await together(world, 'usergroup', [link, link])).toSorted()).toEqual(['E_UNIQUE', 'done']);
    expect(await rows(`/usergroup?user=${user}`)).toHaveLength(1);
  });

  test('a record that is destroyed while it is changed is gone, and the change says so or came first', async () => {
    const id = await fresh.system(world, 'goneatonce');
    await alice.ask('POST', '/fileset', { system: id, glob: '*' });
    const [changed, destroyed] = outcomesOf(
      await together(world, 'system', [
        () => alice.ask('PATCH', `/system/${id}`, { notes: 'changed' }),
        () => alice.ask('DELETE', `/system/${id}`),
      ]),
    );
    expect([destroyed, ['done', 'E_NOT_FOUND'].includes(String(changed))]).toEqual(['done', true]);
    expect((await alice.ask('GET', `/system/${id}`)).status).toBe(404);
    expect(await rows(`/fileset?system=${id}`)).toEqual([]);
  });

  test('of two that destroy the same record one does, and the other finds nothing', async () => {
    const id = await fresh.schedule(world, 'twicegone');
    const destroy = () => alice.ask('DELETE', `/schedule/${id}`);
    expect(outcomesOf(await together(world, 'schedule', [destroy, destroy])).toSorted()).toEqual([
      'E_NOT_FOUND',
      'done',
    ]);
  });

  test('a system made in an organization that is just destroyed: one of the two happens', async () => {
    const organization = await fresh.organization(world, 'goingaway');
    const answers = await together(world, 'organization', [
      () => alice.ask('POST', '/system', { name: 'Late comer', organization }),
      () => alice.ask('DELETE', `/organization/${organization}`),
    ]);
    expect([
      ['done', 'E_IN_USE'],
      ['E_DANGLING', 'done'],
    ]).toContainEqual(outcomesOf(answers));
    const left = await rows(`/system?organizationId=${organization}`);
    const there = (await alice.ask('GET', `/organization/${organization}`)).status === 200;
    expect(left.length).toBe(there ? 1 : 0);
  });

  test('a user put into a group that is just destroyed is in none', async () => {
    const [user, group] = [await fresh.user(world, 'lost'), await fresh.group(world, 'lost')];
    const [linked, destroyed] = outcomesOf(
      await together(world, 'group', [
        () => alice.ask('POST', '/usergroup', { user, group }),
        () => alice.ask('DELETE', `/group/${group}`),
      ]),
    );
    expect([
      ['done', 'done'],
      ['done', 'E_IN_USE'],
      ['E_DANGLING', 'done'],
    ]).toContainEqual([linked, destroyed]);
    const links = await rows(`/usergroup?user=${user}`);
    expect(links).toHaveLength(destroyed === 'done' ? 0 : 1);
  });

  test('two that change different keys of one record both have their way, and each gets the current record', async () => {
    const id = await fresh.schedule(world, 'shared');
    const answers = await together(world, 'schedule', [
      () => alice.ask('PATCH', `/schedule/${id}`, { alarmAfter: 9 }),
      () => alice.ask('PATCH', `/schedule/${id}`, { name: 'Renamed at once' }),
    ]);
    expect(outcomesOf(answers)).toEqual(['done', 'done']);
    const { body: now } = await alice.ask('GET', `/schedule/${id}`);
    expect([now.alarmAfter, now.name]).toEqual([9, 'Renamed at once']);
    // The later of the two has seen the earlier.
    expect(answers.map(({ body }) => body)).toContainEqual(now);
  });

  test('of two that set the same key the last one stays, whole', async () => {
    const id = await fresh.schedule(world, 'contested');
    const values = [1, 2, 3, 4, 5, 6];
    const answers = await together(
      world,
      'schedule',
      values.map((alarmAfter) => () => alice.ask('PATCH', `/schedule/${id}`, { alarmAfter })),
    );
    expect(outcomesOf(answers)).toEqual(values.map(() => 'done'));
    expect(answers.map(({ body }) => body.alarmAfter)).toEqual(values);
    const { body: now } = await alice.ask('GET', `/schedule/${id}`);
    expect(answers.map(({ body }) => body)).toContainEqual(now);
  });

  test('what is made for a system that moves meanwhile lives where it went, or is not made', async () => {
    const { system } = world.acme;
    const answers = await together(world, 'system', [
      () => alice.ask('PATCH', `/system/${system}`, { organization: world.birch.organization }),
      () => alice.ask('POST', '/fileset', { system, glob: '*.moved', description: 'Made meanwhile' }),
      () => alice.ask('POST', `/system/${system}/scan`, {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const noun of ['fileset', 'scanresult'] as const) {
      const stored = await world.server.jobContext.read((unit) =>
        allTables(unit).selectFrom(noun).select('organization').distinct().where('system', '=', system).execute(),
      );
      expect([noun, stored]).toEqual([noun, [{ organization: world.birch.organization }]]);
    }
    await alice.ask('PATCH', `/system/${system}`, { organization: world.acme.organization });
  });

  test.each([
    ['switched off', (id: string) => alice.ask('PATCH', `/user/${id}`, { active: false })],
    ['destroyed', (id: string) => alice.ask('DELETE', `/user/${id}`)],
  ])('an alarm does not stay with who is %s while taking it', async (what, leave) => {
    const alarm = await fresh.alarm(world, `taken-while-${what.replace(' ', '-')}`);
    const id = await world.newUser(`taker-${what.replace(' ', '-')}@example.com`, { allOrganizations: true });
    await alice.ask('POST', '/usergroup', { user: id, group: world.engineers });
    const taker = await world.signIn(id);
    await together(world, 'user', [
      () => leave(id).then((answer) => (expect(answer.status).toBe(200), answer)),
      () => taker.ask('POST', `/alarm/${alarm}/acknowledge`, {}),
    ]);
    expect((await alice.ask('GET', `/alarm/${alarm}`)).body.acknowledgedBy).toBeNull();
  });

  test.each([
    ['made', (values: object) => alice.ask('POST', '/system', values)],
    ['put under it', (values: object) => alice.ask('PATCH', `/system/${world.acme.system}`, values)],
  ])('a system that is %s while its schedule changes has the new deadlines', async (what, ask) => {
    const schedule = (await alice.ask('POST', '/schedule', { name: `Changed, ${what}`, alarmAfter: 2 })).body.id;
    const joins = what === 'made' ? { name: 'Newcomer', organization: world.acme.organization } : {};
    const [, { body: system }] = (await together(world, 'schedule', [
      () => alice.ask('PATCH', `/schedule/${schedule}`, { alarmAfter: 9 }),
      () => ask({ ...joins, schedule }),
    ])) as [Answer, Answer];
    await world.settle();
    const alarmAt = async () => (await alice.ask('GET', `/system/${system.id}`)).body.alarmAt;
    const known = await alarmAt();
    expect((await alice.ask('GET', `/system/${system.id}/rescan-alarm`)).status).toBe(200);
    expect(known).toBe(await alarmAt());
    await alice.ask('PATCH', `/system/${system.id}`, { schedule: null });
  });

  describe('the last administrators', () => {
    let erin: Person;
    let second: string;
    let rulers: string;
    const linkOf = async (user: string) => String((await rows(`/usergroup?user=${user}&group=${rulers}`))[0]?.id);
    /** Alice and one more rule; erin holds as much by two groups, of which neither makes an administrator. */
    beforeAll(async () => {
      const [group] = await rows('/group?name=Administrators');
      rulers = String(group.id);
      const id = await world.newUser('erin@example.com', { allOrganizations: true });
      const isLast = ({ model, action }: { model: string; action: string }) => model === 'group' && action === 'update';
      for (const part of [true, false]) {
        const permissions = group.permissions.filter((grant: any) => isLast(grant) === part);
        const keepers = await alice.ask('POST', '/group', { name: `Keepers ${part}`, permissions });
        await alice.ask('POST', '/usergroup', { user: id, group: keepers.body.id });
      }
      erin = await world.signIn(id);
    });
    const anotherRuler = async (name: string) => {
      second = await world.newUser(`${name}@example.com`);
      await alice.ask('PATCH', `/user/${second}`, { allOrganizations: true });
      await alice.ask('POST', '/usergroup', { user: second, group: rulers });
    };
    /** As they were before: by the server itself, since nobody else may be left to do it. */
    const restore = async () => {
      await world.server.jobContext.write(async (unit) => {
        await unit.update('user', alice.id, { active: true });
        await unit.insertOnce('usergroup', { user: alice.id, group: rulers });
        if (await unit.find('user', second)) await unit.remove('user', second);
      });
      // A person who is deactivated is signed out.
      alice = await world.signIn(alice.id);
    };

    test.each([
      [
        'both are taken out of the group',
        'usergroup',
        async (): Promise<Ask[]> => {
          const links = [await linkOf(alice.id), await linkOf(second)];
          return links.map((link) => () => erin.ask('DELETE', `/usergroup/${link}`));
        },
      ],
      [
        'both are switched off',
        'user',
        () => [alice.id, second].map((id) => () => erin.ask('PATCH', `/user/${id}`, { active: false })),
      ],
      [
        'one is taken out and the other destroyed',
        'usergroup',
        async (): Promise<Ask[]> => {
          const link = await linkOf(alice.id);
          return [() => erin.ask('DELETE', `/usergroup/${link}`), () => erin.ask('DELETE', `/user/${second}`)];
        },
      ],
    ])('%s: one stays, and whoever came second is told why', async (what, table, asks) => {
      await anotherRuler(`ruler-${what.replaceAll(' ', '-')}`);
      try {
        const answers = await together(world, table, await asks());
        expect(outcomesOf(answers).toSorted()).toEqual(['E_LAST_ADMINISTRATOR', 'done']);
      } finally {
        await restore();
      }
      expect((await alice.ask('GET', '/group')).status).toBe(200);
    });
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
