// Many alarms of one organization are one row, by cause, else by organization; few have a row each.
import { expect, test } from 'vitest';
import { alarmsIn, groupAlarms, isGroup, formatGroup, type Line } from '#app/features/alarms/alarm-groups.tsx';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';

let made = 0;
const held = (organization: string, kind: AlarmKind, system = `s${(made += 1)}`): AlarmItem => {
  const id = `a${(made += 1)}`;
  const since = `2026-11-21T0${made % 10}:25:00.000Z`;
  const of = { id: organization, name: organization, timeZone: 'UTC', phone: '' };
  return { alarm: { id, kind, since, system: { id: system, name: system }, organization: of }, queued: null } as never;
};
const many = (count: number, organization: string, kind: AlarmKind) =>
  Array.from({ length: count }, () => held(organization, kind));
const sizesOf = (lines: Line[]) => lines.map((line) => (isGroup(line) ? line.items.length : 1));

test('eight alarms of one organization have a row each, nine are grouped', () => {
  expect(sizesOf(groupAlarms(many(8, 'Norra', 'clientOffline')))).toEqual(Array(8).fill(1));
  expect(sizesOf(groupAlarms(many(9, 'Norra', 'clientOffline')))).toEqual([9]);
});

test('alarms of one cause are grouped apart from the others of the organization', () => {
  const alarms = [held('Norra', 'failed'), ...many(12, 'Norra', 'clientOffline'), held('Sol', 'overdue')];
  expect(sizesOf(groupAlarms(alarms))).toEqual([1, 12, 1]);
});

test('many alarms of many kinds at one organization are one row', () => {
  const alarms = [...many(5, 'Norra', 'failed'), held('Sol', 'failed'), ...many(5, 'Norra', 'overdue')];
  const lines = groupAlarms(alarms);
  expect(sizesOf(lines)).toEqual([10, 1]);
  expect(lines.flatMap(alarmsIn)).toHaveLength(alarms.length);
});

test('its text counts systems and kinds, and names the first moment', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const alarms = [...many(5, 'Norra', 'overdue'), ...many(4, 'Norra', 'failed'), held('Norra', 'failed', 'twice')];
  alarms.push(held('Norra', 'overdue', 'twice'));
  const [storm] = groupAlarms(alarms);
  const words = formatGroup(storm as never, now);
  expect(words).toMatchObject({
    kind: 'failed',
    name: '10 systems at \u2068Norra\u2069',
    reason: '5 failed, 6 overdue',
  });
  expect(words.since).toMatch(/^\d+:25 AM$/);
  const [one] = groupAlarms(many(9, 'Sol', 'clientOffline'));
  expect(formatGroup(one as never, now)).toMatchObject({ kind: 'offline', reason: 'Client offline' });
});
