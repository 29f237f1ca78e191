// Plans of notifications: which buttons each stage has, what rings, and what replaces what. See design/NOTIFICATIONS.md.
import { expect, test } from 'vitest';
import { alarmKinds } from '#contract/alarm-kind.ts';
import {
  planAlarm,
  planAway,
  planBurst,
  planEnded,
  planTest,
  type AlarmFacts,
  type AlarmStage,
} from '#contract/notifications/notification.ts';

let made = 0;
const facts = (more: Partial<AlarmFacts> = {}): AlarmFacts => {
  made += 1;
  return {
    alarmId: `a${made}`,
    kind: 'failed',
    systemId: `s${made}`,
    systemName: 'ledger-01',
    organizationId: 'acme',
    organizationName: 'Acme',
    timeZone: 'UTC',
    since: '2026-11-21T02:25:00.000Z',
    reason: null,
    lastBackup: null,
    dueAt: null,
    addedAt: '2026-11-01T00:00:00.000Z',
    now: '2026-11-21T03:12:00.000Z',
    ...more,
  };
};
const buttons = (kind: AlarmFacts['kind'], stage: AlarmStage, readsOnly = false) =>
  planAlarm(facts({ kind }), stage, { readsOnly }).buttons;

test('the buttons of each stage do what its text asks', () => {
  for (const kind of alarmKinds) {
    const opensAtOnce = kind === 'sizeAnomaly';
    expect(buttons(kind, 'new')).toEqual(['acknowledge', opensAtOnce ? 'open' : 'snooze']);
    for (const stage of ['reminder', 'repeat', 'released'] as const)
      expect(buttons(kind, stage)).toEqual(['acknowledge', 'snooze']);
    expect(buttons(kind, 'escalated')).toEqual(['acknowledge', 'open']);
    for (const stage of ['held', 'handed'] as const) expect(buttons(kind, stage)).toEqual(['keep', 'giveBack']);
    for (const stage of ['taken', 'resolved'] as const) expect(buttons(kind, stage)).toEqual([]);
  }
});

test('people who only read alarms get no button that acts', () => {
  expect(buttons('failed', 'new', true)).toEqual([]);
  expect(buttons('failed', 'escalated', true)).toEqual(['open']);
  expect(buttons('failed', 'held', true)).toEqual([]);
  expect(planBurst([facts(), facts()], { readsOnly: true }).plan.buttons).toEqual(['open']);
});

test('a group opens: what its text does not name is not acknowledged; own alarms are kept or given back together', () => {
  expect(planBurst([facts(), facts()]).plan.buttons).toEqual(['open']);
  const held = planBurst([facts(), facts({ organizationId: 'birch' })], {}, 'held').plan;
  expect([held.buttons, held.tag, held.topicSource]).toEqual([['keep', 'giveBack'], 'burst:held', 'burst:held']);
  expect(planBurst([facts(), facts()], {}, 'taken').plan).toMatchObject({ buttons: [], silent: true, renotify: false });
});

test('a group has the tag of its organization, of all, or of the one that it replaces', () => {
  const two = [facts(), facts()];
  expect(planBurst(two).plan.tag).toBe('burst:acme');
  expect(planBurst([...two, facts({ organizationId: 'birch' })]).plan.tag).toBe('burst:all');
  expect(planBurst(two, { tag: 'burst:before' }).plan).toMatchObject({
    tag: 'burst:before',
    topicSource: 'burst:before',
  });
});

test('a group rings, unless it only replaces; it stays up if one of it would', () => {
  const [failed, offline] = [facts(), facts({ kind: 'clientOffline' })];
  expect(planBurst([failed, offline]).plan).toMatchObject({
    silent: false,
    renotify: true,
    urgency: 'high',
    requireInteraction: true,
  });
  expect(planBurst([failed, offline], { silent: true }).plan).toMatchObject({
    silent: true,
    renotify: false,
    urgency: 'normal',
    requireInteraction: true,
  });
  expect(planBurst([offline, facts({ kind: 'sizeAnomaly' })]).plan.requireInteraction).toBe(false);
  expect(planBurst([failed], {}, 'resolved').plan.requireInteraction).toBe(false);
});

test('four new alarms of one kind at one organization have one cause; a repeat of them blames nothing', () => {
  const four = Array.from({ length: 4 }, () => facts({ kind: 'clientOffline' }));
  expect(planBurst(four).hasOneCause).toBe(true);
  expect(planBurst(four, {}, 'repeat').hasOneCause).toBe(false);
  expect(planBurst(four.slice(1)).hasOneCause).toBe(false);
  expect(planBurst([...four.slice(1), facts()]).hasOneCause).toBe(false);
  expect(planBurst([...four.slice(1), facts({ kind: 'clientOffline', organizationId: 'birch' })]).hasOneCause).toBe(
    false,
  );
});

test('a group needs an alarm', () => expect(() => planBurst([])).toThrow('a burst needs at least one alarm'));

test('the messages without an alarm', () => {
  expect(planTest()).toEqual({
    tag: 'test',
    url: '/user/account?rang=1',
    alarmId: null,
    kind: 'test',
    buttons: ['rang'],
    renotify: true,
    requireInteraction: false,
    silent: false,
    urgency: 'high',
    ttlSeconds: 600,
    topicSource: 'test',
  });
  const common = { url: '/', alarmId: null, buttons: [], ttlSeconds: 14_400 };
  expect(planEnded()).toEqual({
    ...common,
    tag: 'ended',
    topicSource: 'ended',
    kind: 'ended',
    renotify: true,
    requireInteraction: true,
    silent: false,
    urgency: 'high',
  });
  expect(planAway()).toEqual({
    ...common,
    tag: 'away',
    topicSource: 'away',
    kind: 'notice',
    renotify: false,
    requireInteraction: false,
    silent: true,
    urgency: 'normal',
  });
});
