// The list of organizations with the state of their systems: the worst first, and never one as fine that is not known to be.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, databases, makeWorld, type World } from '#tests/world.ts';

interface FleetRow {
  name: string;
  ok: number;
  systems: number;
  lastBackup: string | null;
  worst: { name: string; health: string } | null;
  nights: { ok: number; missed: number; late: number }[];
}

describe.each(databases)('the fleet of organizations on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const fleet = async (query: string, who = world.alice): Promise<FleetRow[]> =>
    (await who.ask('GET', `/organization/fleet?${query}`)).body;
  const inState = async (state: string) =>
    (await fleet(`where=${JSON.stringify({ state })}&sort=name`)).map(({ name }) => name);
  const organization = async (name: string, values = {}) =>
    String((await world.alice.ask('POST', '/organization', { name, ...values })).body.id);
  const system = async (owner: string, name: string, schedule: string | null = world.schedule) =>
    String((await world.alice.ask('POST', '/system', { name, organization: owner, schedule })).body.id);
  const back = async (id: string) => {
    const key = (await world.alice.ask('GET', `/system/${id}/get-client-key`)).body.key;
    const report = { system: id, event: 'success', at: world.clock.now(), file: 'a.zip', size: 10 };
    const headers = { Authorization: `Bearer ${key}`, 'X-Client-Instance': `of-${id}` };
    const sent = await world.nobody.ask('POST', '/client/report', report, headers);
    expect(sent.status).toBe(200);
  };

  test('an organization is in trouble, ok, paused, or neither, and only a backup makes it ok', async () => {
    const [fine, empty, late, unwatched] = [
      await organization('Fine'),
      await organization('No systems'),
      await organization('Waits'),
      await organization('Not watched'),
    ];
    await organization('Paused', { active: false });
    await back(await system(fine, 'fine'));
    await system(fine, 'without a schedule', null);
    await system(late, 'new');
    await system(unwatched, 'archive', null);
    expect(empty).toBeTruthy();
    expect(await inState('trouble')).toEqual(['Acme', 'Birch']);
    expect(await inState('ok')).toEqual(['Fine']);
    expect(await inState('other')).toEqual(['No systems', 'Not watched', 'Waits']);
    expect(await inState('paused')).toEqual(['Paused']);
  });

  test('each row names its worst system, its newest backup and its nights', async () => {
    const [acme] = await fleet(`where=${JSON.stringify({ name: 'Acme' })}`);
    expect(acme).toMatchObject({ systems: 1, ok: 0, worst: { name: 'Acme files', health: 'failed' } });
    const [fine] = await fleet(`where=${JSON.stringify({ name: 'Fine' })}`);
    expect(fine).toMatchObject({ systems: 2, ok: 1, lastBackup: world.clock.now(), worst: { health: 'ok' } });
    expect(fine?.nights).toHaveLength(28);
    expect(fine?.nights.at(-1)).toEqual({ ok: 1, missed: 0, late: 0 });
    const [none] = await fleet(`where=${JSON.stringify({ name: 'No systems' })}`);
    expect(none).toMatchObject({ systems: 0, worst: null, lastBackup: null });
  });

  test('the worst comes first, and the state follows the time', async () => {
    world.clock.advance(3 * DAY);
    const rows = await fleet(`where=${JSON.stringify({ active: true })}&sort=severity DESC`);
    const healths = rows.map(({ worst }) => worst?.health ?? null);
    expect(healths.slice(0, 2)).toEqual(['failed', 'failed']);
    expect(healths.slice(2, 4)).toEqual(['notBackedup', 'overdue']);
    expect(healths.slice(4).toSorted()).toEqual([null, 'unwatched']);
    expect(await inState('ok')).toEqual([]);
  });

  test('of many organizations each has its own worst system, in the order of the list', async () => {
    const names = Array.from({ length: 70 }, (_, at) => `Many ${String(at).padStart(2, '0')}`);
    for (const name of names) await system(await organization(name), `of ${name}`);
    const rows = await fleet(`where=${JSON.stringify({ name: { startsWith: 'Many' } })}&sort=name&limit=100`);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows.map(({ worst }) => worst?.name)).toEqual(names.map((name) => `of ${name}`));
  });

  test('a person sees the organizations and systems that they may read', async () => {
    expect((await fleet('sort=name', world.dave)).map(({ name }) => name)).toEqual(['Birch']);
    expect((await world.charlie.ask('GET', '/organization/fleet')).status).toBe(403);
    const permissions = [{ model: 'organization', action: 'readAll' }];
    const group = (await world.alice.ask('POST', '/group', { name: 'Names only', permissions })).body.id;
    const user = await world.newUser('erin@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    const rows = await fleet(`where=${JSON.stringify({ name: 'Acme' })}`, await world.signIn(user, 'erin@example.com'));
    expect(rows).toMatchObject([{ name: 'Acme', worst: null, lastBackup: null }]);
  });
});
