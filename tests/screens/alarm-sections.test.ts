// The sections of the alarms: what is open, and in one group what somebody acknowledged or snoozed, each with who and until when.
import { expect, test } from 'vitest';
import { type Alarm, ownerOf } from '#app/features/alarms/alarm-format.ts';
import { openSections, sectionsOf } from '#app/features/alarms/alarm-sections.tsx';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const mara = { id: 'mara', name: 'Mara Lund' };
const until = '2026-11-21T05:00:00.000Z';
const item = (id: string, more: Partial<Alarm>): AlarmItem => {
  const unclaimed = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedUntil: null, snoozedUntil: null };
  const delivery = { unreached: false };
  const alarm = {
    id,
    kind: 'failed',
    since: until,
    resolvedAt: null,
    snoozedBy: null,
    delivery,
    ...unclaimed,
    ...more,
  };
  return { alarm: alarm as Alarm, queued: null };
};
const acknowledged = item('acknowledged', { acknowledgedAt: until, acknowledgedBy: mara, acknowledgedUntil: until });
const snoozed = item('snoozed', { snoozedUntil: until, snoozedBy: mara });
const over = item('over', { snoozedUntil: '2026-11-21T03:11:00.000Z', snoozedBy: mara });
const open = item('open', {});
const ids = (items: readonly AlarmItem[]) => items.map(({ alarm }) => alarm.id);

test('acknowledged and snoozed alarms stand in one group, apart from the open ones', () => {
  const sections = sectionsOf([snoozed, open, acknowledged, over], now, 'mara');
  expect(ids(sections.others)).toEqual(['acknowledged', 'snoozed']);
  expect(ids(sections.open)).toEqual(['open', 'over']);
  expect(ids(sections.mine)).toEqual(['acknowledged']);
});

test('each of them says who has it and until when', () => {
  const { others } = sectionsOf([snoozed, acknowledged], now, 'mia');
  expect(others.map(({ alarm }) => ownerOf(alarm, now, 'mia'))).toEqual([
    'Mara, until 5:00 AM',
    'Mara, snoozed until 5:00 AM',
  ]);
});

test('an alarm that was resolved a moment ago is listed once', () => {
  const gone = item('gone', { resolvedAt: until });
  const { resolved } = openSections({ held: [open, gone], lately: [gone, item('earlier', {})], now, myId: null });
  expect(ids(resolved)).toEqual(['earlier']);
});
