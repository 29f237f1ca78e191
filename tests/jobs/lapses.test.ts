// An acknowledgement lapses: its holder alone is asked before, then the alarm rings everyone on shift again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from './watched.ts';

describe.each(databases)('an acknowledged alarm on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  let alarm: string;
  const begin = async (lapseAfterHours?: number) => {
    push = new RecordingPush();
    world = await makeWorld(engine, { push, ...(lapseAfterHours !== undefined && { lapseAfterHours }) });
    for (const { alarm: other } of [world.acme, world.birch])
      await world.alice.ask('POST', `/alarm/${other}/resolve`, {});
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    alarm = await fails();
    push.sent.length = 0;
  };
  beforeEach(() => begin());
  afterEach(() => world.close());

  async function fails(name = 'Ledger', at = world.clock.now()): Promise<string> {
    const system = await watched(world, name);
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at, text: 'no disk' });
    await world.settle();
    return (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id;
  }
  const act = (by: 'alice' | 'bob', call: string, more: object = {}) =>
    world[by].ask('POST', `/alarm/${alarm}/${call}`, more);
  const row = async () => (await world.alice.ask('GET', `/alarm/${alarm}`)).body;
  /** Notifications since the last call, as [device, title, labels of the buttons]. */
  async function rang(): Promise<[string | undefined, string, string[]][]> {
    await world.settle();
    const all = push.sent.splice(0).filter(({ envelope }) => !envelope.notification.silent);
    return all
      .map(({ subscription: { endpoint }, envelope: { notification } }): [string | undefined, string, string[]] => [
        endpoint.split('/').at(-1),
        notification.title,
        notification.actions.map(({ title }: { title: string }) => title),
      ])
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  }
  const passes = async (ms: number) => {
    world.clock.advance(ms);
    return rang();
  };

  test('says until when it holds', async () => {
    const { acknowledgedUntil } = (await act('bob', 'acknowledge')).body.alarm;
    expect(acknowledgedUntil).toBe(world.clock.in(4 * HOUR));
    expect((await row()).acknowledgedUntil).toBe(acknowledgedUntil);
  });

  test('asks its holder a quarter of an hour before, and then rings everybody again', async () => {
    await act('bob', 'acknowledge');
    expect(await passes(4 * HOUR - 15 * MINUTE - 1)).toEqual([]);
    expect(await passes(1)).toEqual([['bob', 'Still yours: Ledger failed', ['Keep', 'Give back']]]);
    expect(await passes(15 * MINUTE - 1)).toEqual([]);
    const buttons = ['Acknowledge', 'Snooze 1 h'];
    expect(await passes(1)).toEqual([
      ['alice', 'Waiting again: Ledger failed', buttons],
      ['bob', 'Waiting again: Ledger failed', buttons],
    ]);
    expect(await row()).toMatchObject({ acknowledgedBy: null, acknowledgedAt: null, acknowledgedUntil: null });
    expect((await passes(15 * MINUTE)).map(([, title]) => title)).toEqual([
      'Still waiting: Ledger failed',
      'Still waiting: Ledger failed',
    ]);
    expect((await passes(15 * MINUTE)).map(([, title]) => title)).toEqual([
      'Escalated: Ledger failed',
      'Escalated: Ledger failed',
    ]);
    expect(await passes(30 * MINUTE)).toHaveLength(2);
  });

  test('is kept for another four hours by its holder', async () => {
    const { acknowledgedAt } = (await act('bob', 'acknowledge')).body.alarm;
    await passes(4 * HOUR - 15 * MINUTE);
    const extended = (await act('bob', 'acknowledge')).body;
    expect(extended).toMatchObject({ outcome: 'done', alarm: { acknowledgedAt } });
    expect(extended.alarm.acknowledgedUntil).toBe(world.clock.in(4 * HOUR));
    expect(await passes(15 * MINUTE)).toEqual([]);
    expect((await passes(4 * HOUR - 30 * MINUTE)).map(([who]) => who)).toEqual(['bob']);
  });

  test('lapses at the next due moment, if that is earlier', async () => {
    // The schedule is nightly, and the system backed up at the start: its next one is due a day later.
    await passes(20 * HOUR + 30 * MINUTE);
    const due = world.clock.in(3 * HOUR + 30 * MINUTE);
    expect((await act('bob', 'acknowledge')).body.alarm.acknowledgedUntil).toBe(due);
  });

  test('never lapses where the setting is 0', async () => {
    await world.close();
    await begin(0);
    expect((await act('bob', 'acknowledge')).body.alarm.acknowledgedUntil).toBeNull();
    expect(await passes(12 * HOUR)).toEqual([]);
    expect((await row()).acknowledgedBy.id).toBe(world.bob.id);
  });

  test('that was acknowledged offline hours ago is counted from its arrival', async () => {
    await passes(5 * HOUR);
    const { body } = await act('bob', 'acknowledge', { actedAt: world.clock.in(-5 * HOUR + MINUTE) });
    expect(body.alarm.acknowledgedUntil).toBe(world.clock.in(4 * HOUR));
  });

  test('several of one holder are asked about at once', async () => {
    const ids = [alarm, ...(await Promise.all(['A', 'B', 'C'].map((name) => fails(name))))];
    for (const id of ids) await world.bob.ask('POST', `/alarm/${id}/acknowledge`, {});
    await rang();
    expect(await passes(4 * HOUR - 15 * MINUTE)).toEqual([['bob', '4 alarms are still yours', ['Keep', 'Give back']]]);
  });

  test('the buttons of the question keep it and give it back', async () => {
    const press = async (button: string) => {
      push.sent.length = 0;
      world.clock.advance(4 * HOUR - 15 * MINUTE);
      await world.settle();
      const { envelope } =
        push.sent.find(({ envelope: { notification } }) => notification.title.startsWith('Still yours')) ?? {};
      const { action } = envelope.notification.actions.find(({ title }: { title: string }) => title === button);
      return world.nobody.ask('POST', '/alarm/act', {
        token: envelope.actionToken,
        act: action,
        idempotencyKey: `${button}-${envelope.pushId}`,
      });
    };
    await act('bob', 'acknowledge');
    expect((await press('Keep')).body.alarm.acknowledgedUntil).toBe(world.clock.in(4 * HOUR));
    await rang();
    expect((await press('Give back')).body.alarm.acknowledgedBy).toBeNull();
    expect(
      (await rang()).filter(([, title]) => !title.startsWith('Still')).map(([who, title]) => [who, title]),
    ).toEqual([
      ['alice', 'Waiting again: Ledger failed'],
      ['bob', 'Waiting again: Ledger failed'],
    ]);
  });

  test('a snooze of it ends for its holder alone, and a lapse during a snooze rings at its end', async () => {
    await act('bob', 'acknowledge');
    await act('bob', 'snooze', { until: world.clock.in(HOUR) });
    await rang();
    expect(await passes(HOUR)).toEqual([['bob', 'Still yours: Ledger failed', ['Keep', 'Give back']]]);
    expect((await row()).snoozedUntil).toBeNull();
    await act('bob', 'snooze', { until: world.clock.in(10 * HOUR) });
    expect(await passes(3 * HOUR)).toEqual([]);
    expect(await row()).toMatchObject({ acknowledgedBy: null, snoozedUntil: world.clock.in(7 * HOUR) });
    expect((await passes(7 * HOUR)).map(([who]) => who)).toEqual(['alice', 'bob']);
  });

  test('given back rings everyone on shift at once, by whom ever it is given back', async () => {
    await act('bob', 'acknowledge');
    const wrong = await act('alice', 'release', { of: 'acknowledgement', from: world.dave.id, notify: true });
    expect(wrong.body).toMatchObject({ outcome: 'already', by: 'Bob' });
    const { body } = await act('alice', 'release', { of: 'acknowledgement', from: world.bob.id, notify: true });
    expect(body.alarm.acknowledgedBy).toBeNull();
    expect((await rang()).map(([who]) => who)).toEqual(['alice', 'bob']);
  });

  test('is taken over from its holder, not from somebody else, and nobody is rung', async () => {
    await act('bob', 'acknowledge');
    await rang();
    const wrong = (await act('alice', 'takeOver', { from: world.dave.id })).body;
    expect(wrong).toMatchObject({ outcome: 'already', by: 'Bob', alarm: { acknowledgedBy: { id: world.bob.id } } });
    const { body } = await act('alice', 'takeOver', { from: world.bob.id });
    expect([body.outcome, body.alarm.acknowledgedBy.id]).toEqual(['done', world.alice.id]);
    expect(await rang()).toEqual([]);
    expect((await act('alice', 'takeOver', { from: world.bob.id })).body.outcome).toBe('done');
    expect((await act('bob', 'takeOver', { from: world.bob.id })).body).toMatchObject({
      outcome: 'already',
      by: 'Alice Adams',
    });
  });

  test('whose snooze is ended rings at once: its holder, else everyone on shift', async () => {
    await act('bob', 'snooze', { until: world.clock.in(3 * HOUR) });
    await act('alice', 'release', { of: 'snooze', notify: true });
    expect((await rang()).map(([who]) => who)).toEqual(['alice', 'bob']);
    await act('bob', 'acknowledge');
    await act('bob', 'snooze', { until: world.clock.in(3 * HOUR) });
    await rang();
    await act('alice', 'release', { of: 'snooze', notify: true });
    expect((await rang()).map(([who]) => who)).toEqual(['bob']);
    expect(await row()).toMatchObject({ snoozedUntil: null, acknowledgedBy: { id: world.bob.id } });
  });

  test('leaves its history: acknowledged, kept, taken over, given back and lapsed', async () => {
    await act('bob', 'acknowledge');
    await passes(HOUR);
    await act('bob', 'acknowledge');
    await passes(MINUTE);
    await act('alice', 'takeOver', { from: world.bob.id });
    await passes(MINUTE);
    await act('bob', 'release', { of: 'acknowledgement', from: world.alice.id, notify: true });
    await passes(MINUTE);
    await act('bob', 'acknowledge');
    await passes(4 * HOUR);
    const { body } = await world.alice.ask('GET', `/activity?object=${alarm}&sort=createdAt`);
    expect(body.map(({ action, actor }: any) => [action, actor.kind])).toEqual([
      ['acknowledged', 'user'],
      ['kept', 'user'],
      ['tookOver', 'user'],
      ['released', 'user'],
      ['acknowledged', 'user'],
      ['lapsed', 'server'],
    ]);
  });
});
