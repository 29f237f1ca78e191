// Lists of systems by what is not stored: health, severity, who has the alarm, the organization's name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healths } from '#contract/health.ts';
import { DAY, HOUR, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('lists of systems on %s', (engine) => {
  let world: World;
  const ask = (path: string, params: Record<string, unknown>) => {
    const query = Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return world.alice.ask('GET', `${path}?${new URLSearchParams(query).toString()}`);
  };
  const list = async (params: Record<string, unknown>) =>
    (await ask('/system', { sort: 'name ASC', ...params })).body as {
      id: string;
      name: string;
      health: string;
      schedule: { name: string } | null;
    }[];

  beforeAll(async () => {
    world = await makeWorld(engine);
    const { body: nightly } = await world.alice.ask('POST', '/schedule', { name: 'Nightly, six hours', alarmAfter: 6 });
    const add = (name: string, more: object) =>
      world.alice.ask('POST', '/system', {
        name,
        organization: world.acme.organization,
        schedule: nightly.id,
        ...more,
      });
    await add('paused', { active: false });
    await add('free', { schedule: null });
    await add('silent', {});
  });
  afterAll(() => world.close());

  const agree = async () => {
    const every = await list({});
    expect(every.length).toBeGreaterThanOrEqual(4);
    for (const health of healths) {
      const wanted = every.filter((system) => system.health === health).map(({ id }) => id);
      expect((await list({ where: { health } })).map(({ id }) => id)).toEqual(wanted);
    }
  };

  test('a system that waits for its first backup is never counted as ok', async () => {
    const counts = async () => (await ask('/system/counts', {})).body;
    const automatic = { ok: 0, count: 5, overdue: 0 };
    const start = { total: 5, ok: 0, waiting: 1, paused: 1, unscheduled: 1, failed: 2, watched: 3, automatic };
    expect(await counts()).toMatchObject(start);
    await world.rosie.ask('POST', '/client/report', {
      system: world.acme.system,
      event: 'success',
      at: world.clock.now(),
      file: 'first.zip',
    });
    expect(await counts()).toMatchObject({ ...start, ok: 1, failed: 1, automatic: { ...automatic, ok: 1 } });
  });

  test('a filter by health finds exactly those whose record says so, as time goes by', async () => {
    await agree();
    expect((await list({ where: { health: 'waiting' } })).map(({ name }) => name)).toContain('silent');
    for (const step of [DAY, HOUR, 6 * HOUR, DAY]) {
      world.clock.advance(step);
      await world.settle();
      await agree();
    }
    expect((await list({ where: { health: 'notBackedup' } })).map(({ name }) => name)).toContain('silent');
  });

  test('worst first puts what is missing before what is not watched', async () => {
    const names = (await list({ sort: 'severity DESC' })).map(({ name }) => name);
    expect(names.indexOf('silent')).toBeLessThan(names.indexOf('free'));
    expect(names.indexOf('silent')).toBeLessThan(names.indexOf('paused'));
  });

  test('an alarm needs someone until it is taken', async () => {
    const silent = (await list({ where: { name: 'silent' } }))[0];
    const attention = async () =>
      Promise.all([0, 1, 2].map(async (at) => (await list({ where: { attention: at, name: 'silent' } })).length));
    expect(await attention()).toEqual([0, 0, 1]);
    const alarms = await ask('/alarm', { where: { system: silent?.id, resolvedAt: null } });
    await world.alice.ask('POST', `/alarm/${alarms.body[0].id}/acknowledge`, {});
    expect(await attention()).toEqual([0, 1, 0]);
  });

  test('the name of the organization can be searched, and nothing hidden can', async () => {
    const found = await list({ where: { organizationName: { contains: 'ACME' } } });
    expect(found.map(({ name }) => name)).toContain('silent');
    const refused = await ask('/system', { where: { clientKeyHash: { contains: 'a' } } });
    expect(refused.status).toBe(400);
  });

  test('systems are sorted by the names of their schedules, those without one first, in both engines alike', async () => {
    const rows = await list({ sort: JSON.stringify(['scheduleName ASC', 'name ASC']) });
    const names = rows.map(({ schedule }) => schedule?.name ?? '');
    expect(names[0]).toBe('');
    expect(new Set(names).size).toBeGreaterThan(1);
    expect(names).toEqual(names.toSorted());
    const downwards = await list({ sort: JSON.stringify(['retentionName DESC', 'name ASC']) });
    expect(downwards).toHaveLength(rows.length);
  });
});
