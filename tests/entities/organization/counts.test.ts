// Health in SQL, health by the pure function and the counts of both calls, held against each other on every engine.
import { whereOf } from '#app/features/systems/systems-filter.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healths, severity, type Health } from '#contract/health.ts';
import { HOUR, databases, makeWorld, type World } from '#tests/world.ts';

/** Every value that a rule of health distinguishes: before, at and after now, and none. */
const steps = [null, -HOUR, 0, HOUR];
const FLEET = 2 * 2 * 2 * 2 * 3 * steps.length;

describe.each(databases)('health and counts on %s', (engine) => {
  let world: World;
  const get = async (path: string, params: Record<string, string> = {}) =>
    (await world.alice.ask('GET', `${path}?${new URLSearchParams(params).toString()}`)).body;
  const list = (params: Record<string, string>) =>
    get('/system', { sort: 'name ASC', limit: '1000', ...params }) as Promise<
      { id: string; health: Health; active: boolean; backupMethod: string; organizationId: string }[]
    >;

  beforeAll(async () => {
    world = await makeWorld(engine);
    const { body: closed } = await world.alice.ask('POST', '/organization', { name: 'Closed', active: false });
    await world.server.jobContext.write(async (unit) => {
      const { id: _, ...system } = await unit.need('system', world.acme.system);
      const at = (step: number | null) => (step === null ? null : world.clock.in(step));
      let number = 0;
      for (const organization of [world.acme.organization, closed.id])
        for (const active of [true, false])
          for (const schedule of [world.schedule, null])
            for (const failedAt of [at(-HOUR), null])
              for (const lastBackup of [at(-HOUR), null])
                for (const due of steps)
                  for (const alarm of lastBackup === null ? [due] : steps.filter((step) => (step ?? 9) >= (due ?? 9)))
                    await unit.insert('system', {
                      ...system,
                      name: `case ${String((number += 1)).padStart(4, '0')}`,
                      clientKeyHash: `case ${number}`,
                      organization,
                      active,
                      schedule,
                      failedAt,
                      lastBackup,
                      dueAt: at(due),
                      alarmAt: at(alarm),
                      nextMoment: null,
                      backupMethod: number % 3 === 0 ? 'manual' : 'automatic',
                    });
    });
  });
  afterAll(() => world.close());

  test('SQL and the pure function agree on the health of every case', async () => {
    const every = await list({});
    expect(every.length).toBeGreaterThan(FLEET);
    expect(new Set(every.map(({ health }) => health))).toEqual(new Set(healths));
    for (const health of healths) {
      const found = await list({ where: JSON.stringify({ health }) });
      expect(found.map(({ id }) => id)).toEqual(every.filter((one) => one.health === health).map(({ id }) => id));
    }
    const ranks = (await list({ sort: 'severity DESC' })).map(({ health }) => severity(health));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  test('both calls count the same systems, and none of an inactive organization', async () => {
    const [every, counts, health] = [await list({}), await get('/system/counts'), await get('/organization/health')];
    const inactive = (await get('/organization', { where: JSON.stringify({ active: false }) })) as { id: string }[];
    const counted = every.filter(({ organizationId }) => !inactive.some(({ id }) => id === organizationId));
    const having = (wanted: Health, some = counted) => some.filter(({ health: one }) => one === wanted).length;
    const ofMethod = (method: string) => {
      const some = counted.filter(({ backupMethod }) => backupMethod === method);
      return { ok: having('ok', some), count: some.length, overdue: having('overdue', some) };
    };
    expect(health).toEqual({
      inactive: inactive.length,
      organizations: 2,
      organizationsOk: 0,
      systems: counted.length,
      systemsOk: having('ok'),
      overdue: having('overdue'),
      notBackedup: having('notBackedup'),
      manual: ofMethod('manual'),
      automatic: ofMethod('automatic'),
    });
    expect(counts).toMatchObject({
      total: health.systems,
      ok: health.systemsOk,
      waiting: having('waiting'),
      late: having('late'),
      failed: having('failed'),
      watched: counted.length - having('unwatched'),
      paused: counted.filter((one) => one.health === 'unwatched' && !one.active).length,
      unscheduled: counted.filter((one) => one.health === 'unwatched' && one.active).length,
      manual: health.manual,
      automatic: health.automatic,
      organizations: health.organizations,
      organizationsOk: health.organizationsOk,
      inactive: health.inactive,
      inactiveSystems: every.length - counted.length,
    });
    expect([counts.overdue.length, counts.notBackedup.length]).toEqual([health.overdue, health.notBackedup]);
  });

  test('the lists of paused and unscheduled systems hold those that are counted', async () => {
    const counts = (await get('/system/counts')) as { paused: number; unscheduled: number; inactiveSystems: number };
    const those = (show: 'paused' | 'unscheduled') => list({ where: JSON.stringify(whereOf({ show })) });
    const [paused, unscheduled] = [await those('paused'), await those('unscheduled')];
    expect([paused.length, unscheduled.length]).toEqual([counts.paused + counts.inactiveSystems, counts.unscheduled]);
    expect(Math.min(counts.paused, counts.inactiveSystems, counts.unscheduled)).toBeGreaterThan(0);
  });

  test('the row of an organization counts as ok what the summary counts', async () => {
    const rows = (await get('/organization')) as { ok: number; systems: number; active: boolean }[];
    const { systemsOk } = await get('/organization/health');
    expect(rows.reduce((sum, { ok }) => sum + ok, 0)).toBe(systemsOk);
    const status = (await get('/organization/health-status')) as { name: string; health: Health; ok: number }[];
    expect(status.find(({ name }) => name === 'Acme')).toMatchObject({ health: 'failed', ok: systemsOk });
  });
});
