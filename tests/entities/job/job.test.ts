// A change of many systems: one unit of work each, with the rights and in the organizations of its owner, whatever becomes of the server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { toJson } from '#server/query/columns.ts';
import { HOUR } from '#tests/test-database.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

type Body = Record<string, any>;

describe.each(databases)('a change of many systems, on %s,', (engine) => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const tag = () => `job${(made += 1)}`;
  const ask = async (path: string, by: Person = world.alice): Promise<Body> => (await by.ask('GET', path)).body;
  const systems = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await fresh.system(world, tag()));
    return ids;
  };
  async function begin(body: Body, by: Person = world.alice): Promise<string> {
    const answer = await by.ask('POST', '/system/bulk', body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body.job;
  }
  /** The job after it has ended. */
  async function run(body: Body, by: Person = world.alice): Promise<Body> {
    const job = await begin(body, by);
    await world.settle();
    return ask(`/job/${job}`, by);
  }
  const after = async (job: Body, step: 'undo' | 'retry' | 'stop', by: Person = world.alice): Promise<Body> => {
    expect((await by.ask('POST', `/job/${job.id}/${step}`)).status).toBe(200);
    await world.settle();
    return ask(`/job/${job.id}`, by);
  };
  const results = (job: Body) => job.results.map(({ state, code }: Body) => (code ? `${state} ${code}` : state));
  const scheduleOf = async (id: string) => (await ask(`/system/${id}`)).schedule?.id ?? null;
  const member = async (permissions: string[]): Promise<Person> => {
    const grants = permissions.map((one) => ({ model: 'system', action: one }));
    const group = await world.alice.ask('POST', '/group', { name: tag(), permissions: grants });
    const user = await world.newUser(`${tag()}@example.com`);
    await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    return world.signIn(user);
  };

  test('each system is changed, and the job tells its former values', async () => {
    const ids = await systems(3);
    const job = await run({ ids, action: 'update', values: { schedule: null } });
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 0, total: 3, mayUndo: true });
    expect(job.results.map(({ id }: Body) => id)).toEqual(ids);
    expect(job.results[0]).toMatchObject({ organizationName: 'Acme', former: { schedule: world.schedule } });
    for (const id of ids) expect(await scheduleOf(id)).toBe(null);
  });

  test('a filter takes the systems of its list, in the organizations of whoever asks', async () => {
    const [id = ''] = await systems(1);
    const { name } = await ask(`/system/${id}`);
    const values = { active: false };
    const his = await run({ where: { name: { contains: name } }, action: 'update', values }, world.dave);
    expect([his.total, his.state]).toEqual([0, 'done']);
    const hers = await run({ where: { name: { contains: name } }, action: 'update', values });
    expect([results(hers), (await ask(`/system/${id}`)).active]).toEqual([['done'], false]);
  });

  test('permission and scope count row by row, and what fails changes nothing', async () => {
    const [own = ''] = await systems(1);
    const bob = await member(['read', 'update']);
    const ids = [own, world.birch.system];
    const job = await run({ ids, action: 'update', values: { schedule: null } }, bob);
    expect(results(job)).toEqual(['done', 'failed E_NOT_FOUND']);
    expect(job.results[1]).toMatchObject({ name: '', organizationName: '', mayRetry: false });
    expect(await scheduleOf(world.birch.system)).not.toBe(null);
    for (const who of [bob, await member(['read', 'destroy'])]) {
      const destroy = await who.ask('POST', '/system/bulk', { ids: [own], action: 'destroy' });
      expect([destroy.status, destroy.body.code]).toEqual([403, 'E_FORBIDDEN']);
    }
  });

  /** As a server leaves it that died at the second system. */
  async function abandon(ids: string[], by: Person = world.alice): Promise<string> {
    const job = await begin({ ids, action: 'update', values: { schedule: null } }, by);
    await world.settle();
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db.updateTable('jobitem').set({ state: 'waiting' }).where('job', '=', job).where('place', '=', 1).execute();
      await db
        .updateTable('system')
        .set({ schedule: world.schedule })
        .where('id', '=', ids[1] ?? '')
        .execute();
      const works = { state: 'running' as const, nextAt: world.clock.in(30_000), node: 'dead' };
      await db.updateTable('job').set(works).where('id', '=', job).execute();
    });
    return job;
  }

  test('a right that is lost meanwhile counts for the rest', async () => {
    const ids = await systems(2);
    const bob = await member(['read', 'update']);
    const job = await abandon(ids, bob);
    await world.alice.ask('PATCH', `/user/${bob.id}`, { active: false });
    world.clock.advance(31_000);
    await world.settle();
    const items = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('jobitem').select(['state', 'code']).where('job', '=', job).orderBy('place').execute(),
    );
    expect(items).toEqual([
      { state: 'done', code: null },
      { state: 'failed', code: 'E_FORBIDDEN' },
    ]);
    expect(await scheduleOf(String(ids[1]))).toBe(world.schedule);
  });

  test('a system moves only with a schedule that is shared or the new organization’s', async () => {
    const ids = await systems(2);
    const theirs = await fresh.schedule(world, tag());
    await world.alice.ask('PATCH', `/system/${ids[0]}`, { schedule: theirs });
    const organization = world.birch.organization;
    const job = await run({ ids, action: 'update', values: { organization } });
    expect(results(job)).toEqual(['failed E_DANGLING', 'done']);
    expect((await ask(`/system/${ids[0]}`)).schedule.id).toBe(theirs);
    const moved = await run({ ids: [ids[0]], action: 'update', values: { organization, schedule: world.schedule } });
    expect(results(moved)).toEqual(['done']);
    const back = await after(moved, 'undo');
    expect([results(back), (await ask(`/system/${ids[0]}`)).organizationId]).toEqual([
      ['undone'],
      world.acme.organization,
    ]);
    expect(await scheduleOf(String(ids[0]))).toBe(theirs);
  });

  test('an undo gives former values back, but only where nobody edited since', async () => {
    const ids = await systems(2);
    const job = await run({ ids, action: 'update', values: { schedule: null } });
    world.clock.advance(1000);
    await world.bob.ask('PATCH', `/system/${ids[0]}`, { notes: 'mine' });
    const undone = await after(job, 'undo');
    expect([undone.state, results(undone)]).toEqual(['undone', ['notUndone E_CHANGED', 'undone']]);
    expect(undone.results[0].editedBy).toMatchObject({ id: world.bob.id });
    expect([await scheduleOf(String(ids[0])), await scheduleOf(String(ids[1]))]).toEqual([null, world.schedule]);
  });

  test('an undo of a resumption pauses a system until the moment that it was paused until', async () => {
    const ids = await systems(2);
    const until = world.clock.in(9 * HOUR);
    await world.alice.ask('PATCH', `/system/${ids[0]}`, { active: false, reenableTime: until });
    const resumed = await run({ ids, action: 'update', values: { active: true } });
    expect(await ask(`/system/${ids[0]}`)).toMatchObject({ active: true, reenableTime: null });
    await after(resumed, 'undo');
    expect(await ask(`/system/${ids[0]}`)).toMatchObject({ active: false, reenableTime: until });
    expect(await ask(`/system/${ids[1]}`)).toMatchObject({ active: true, reenableTime: null });
  });

  test('an edit while it runs is not overwritten until the owner tries again', async () => {
    const [id = ''] = await systems(1);
    const job = await begin({ ids: [id], action: 'update', values: { schedule: null } });
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const changed = { editedAt: world.clock.in(1), editedBy: world.bob.id };
      await db.updateTable('system').set(changed).where('id', '=', id).execute();
      await db.updateTable('jobitem').set({ state: 'waiting', code: null }).where('job', '=', job).execute();
      const works = { state: 'running' as const, nextAt: world.clock.now(), node: null };
      await db.updateTable('job').set(works).where('id', '=', job).execute();
    });
    await world.settle();
    const failed = await ask(`/job/${job}`);
    expect(results(failed)).toEqual(['failed E_CHANGED']);
    expect(failed.results[0]).toMatchObject({ mayRetry: true, editedBy: { id: world.bob.id } });
    world.clock.advance(2000);
    expect(results(await after(failed, 'retry'))).toEqual(['done']);
  });

  test('many are deleted, and each leaves its orphan and its entry in the owner’s name', async () => {
    const ids = await systems(2);
    world.clock.advance(1000);
    const job = await run({ ids, action: 'destroy' });
    expect([results(job), job.mayUndo]).toEqual([['done', 'done'], false]);
    for (const id of ids) expect((await world.alice.ask('GET', `/system/${id}`)).status).toBe(404);
    const entries = await ask(`/activity?object=${ids[0]}&action=destroyed`);
    expect(entries[0]).toMatchObject({ carrier: 'http', actor: { kind: 'user', id: world.alice.id } });
  });

  test('a client that is not connected gets no signal, and may be tried again', async () => {
    const ids = await systems(1);
    const job = await run({ ids, action: 'restart' });
    expect([results(job), job.results[0].mayRetry]).toEqual([['failed E_NOT_CONNECTED'], true]);
  });

  test('a stop leaves the rest, which a retry goes on with', async () => {
    const ids = await systems(2);
    const job = await abandon(ids);
    const stopped = await after({ id: job }, 'stop');
    expect([stopped.state, results(stopped)]).toEqual(['stopped', ['done', 'waiting']]);
    const rest = await after(stopped, 'retry');
    expect([rest.state, results(rest)]).toEqual(['done', ['done', 'done']]);
  });

  test('what a server left behind goes on where it ended, once its claim has run out', async () => {
    const ids = await systems(2);
    const job = await abandon(ids);
    await world.settle();
    expect(results(await ask(`/job/${job}`))).toEqual(['done', 'waiting']);
    world.clock.advance(31_000);
    await world.settle();
    const ended = await ask(`/job/${job}`);
    expect([ended.state, results(ended), await scheduleOf(String(ids[1]))]).toEqual(['done', ['done', 'done'], null]);
  });

  test('after an hour without a server it does not go on by itself, and says what was done', async () => {
    const ids = await systems(2);
    const job = await abandon(ids);
    world.clock.advance(3_700_000);
    await world.settle();
    const ended = await ask(`/job/${job}`);
    expect([ended.state, results(ended)]).toEqual(['stopped', ['done', 'waiting']]);
    expect(await scheduleOf(String(ids[1]))).toBe(world.schedule);
  });

  test('a job is its owner’s: nobody else reads, stops or undoes it, and only the owner gets its event', async () => {
    const [id = ''] = await systems(1);
    const [hers, his] = [await world.alice.line(), await world.bob.line()];
    for (const line of [hers, his]) await line.ask('GET', '/api/app/subscribe');
    const job = await run({ ids: [id, ...(await systems(3))], action: 'update', values: { schedule: null } });
    const received = (await hers.caughtUp()).filter(({ event }) => event === 'job').map(({ payload }) => payload);
    expect(received.at(-1)).toMatchObject({ verb: 'updated', id: job.id, data: { state: 'done' } });
    // The events together make the job as it is: not each system has an event of its own.
    const merged = Object.assign({}, ...received.map(({ data }) => data));
    expect([merged.done, merged.results]).toEqual([4, job.results]);
    expect((await his.caughtUp()).filter(({ event }) => event === 'job')).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/stop'],
      ['POST', '/retry'],
      ['POST', '/undo'],
    ] as const)
      expect((await world.bob.ask(method, `/job/${job.id}${path}`)).status).toBe(404);
  });

  test('parameters that contradict each other are refused', async () => {
    const [id = ''] = await systems(1);
    const ids = [id];
    const values = { schedule: null };
    const refused = async (body: Body): Promise<string> =>
      (await world.alice.ask('POST', '/system/bulk', body)).body.details[0].split(':')[0];
    expect(await refused({ action: 'update', values })).toBe('ids');
    expect(await refused({ ids, where: {}, action: 'update', values })).toBe('where');
    expect(await refused({ ids, action: 'update' })).toBe('values');
    expect(await refused({ ids, action: 'update', values: {} })).toBe('values');
    expect(await refused({ ids, action: 'destroy', values })).toBe('values');
    expect(await refused({ ids, action: 'update', values: { notes: 'x' } })).toBe('values');
    expect(await refused({ where: { nosuch: 1 }, action: 'update', values })).toBe('where');
    expect(await refused({ ids: Array.from({ length: 1001 }, () => id), action: 'update', values })).toBe('ids');
  });

  test('a fourth job at the same time waits its turn', async () => {
    const ids = await systems(1);
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const { now } = unit;
      const job = {
        user: world.bob.id,
        values: toJson({}),
        startedAt: now,
        action: 'restart' as const,
        state: 'running' as const,
      };
      for (const id of ['one', 'two', 'three'])
        await db
          .insertInto('job')
          .values({ ...job, id, nextAt: world.clock.in(20_000), node: 'elsewhere', createdAt: now, updatedAt: now })
          .execute();
    });
    const answer = await world.bob.ask('POST', '/system/bulk', { ids, action: 'restart' });
    expect([answer.status, answer.body.code]).toEqual([429, 'E_RATE']);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
