// People who may read alarms but not act on them: rung only if they switch it on, by what has no button that acts.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { MINUTE, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';
import { failedAlarm, watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('a viewer on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  const right = () => ({ group: world.engineers, permissions: ['alarm.update'] });
  beforeEach(async () => {
    push = new RecordingPush();
    world = await makeWorld(engine, { push });
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    await world.alice.ask('DELETE', '/grouppermission', right());
    await world.alice.ask('POST', `/alarm/${world.acme.alarm}/resolve`, {});
    push.sent.length = 0;
  });
  afterEach(() => world.close());

  async function fails(): Promise<string> {
    const alarm = await failedAlarm(world, 'Ledger');
    for (const minutes of [15, 15, 30]) {
      world.clock.advance(minutes * MINUTE);
      await world.settle();
    }
    return alarm;
  }

  test('is not rung unless that is switched on', async () => {
    await fails();
    expect(push.sent).toEqual([]);
  });

  test('is nobody to escalate to: where nobody may act the alarm waits on', async () => {
    const system = await watched(world, 'Ledger');
    await world.server.jobContext.write((unit) => unit.update('user', world.alice.id, { active: false }));
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now() });
    for (const minutes of [0, 15, 15, 30]) {
      world.clock.advance(minutes * MINUTE);
      await world.settle();
    }
    const find = () =>
      world.server.jobContext.read((unit) =>
        allTables(unit).selectFrom('alarm').select(['stage', 'nextAt']).where('system', '=', system).executeTakeFirst(),
      );
    expect(await find()).toEqual({ stage: 3, nextAt: world.clock.in(15 * MINUTE) });
    expect(world.log.failures).toEqual([]);
  });

  test('who switched it on is rung, without a button that acts; what came with it acts neither', async () => {
    const { body } = await world.bob.ask('PATCH', '/user/edit-account', { readOnlyAlarms: true });
    expect(body.readOnlyAlarms).toBe(true);
    const alarm = await fails();
    // At once and by the reminder: escalation and repeats are for people who may act.
    expect(push.sent).toHaveLength(2);
    const { actions, data } = push.sent[0]!.envelope.notification;
    expect(actions).toEqual([]);
    await world.alice.ask('POST', '/grouppermission', right());
    const pressed = await world.nobody.ask('POST', '/alarm/act', { token: data.token, act: 'acknowledge' });
    expect([pressed.status, pressed.body.code]).toEqual([403, 'E_TOKEN']);
    const receipt = { token: data.token, pushId: data.pushId, shownAt: world.clock.now() };
    expect((await world.nobody.ask('POST', '/push/receipt', receipt)).status).toBe(200);
    expect((await world.alice.ask('GET', `/alarm/${alarm}`)).body.delivery.shown).toBe(1);
  });
});
