// The timeline of an alarm: what left with which outcome, what people did, whom it did not ring, and what comes next.
import { expect, test } from 'vitest';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { timelineOf } from '#app/features/alarm-detail/timeline-entries.ts';
import type { SendFault } from '#contract/cause.ts';
import type { AlarmHistory, Delivery } from '#app/features/alarm-detail/timeline-types.ts';

const at = (seconds: number): string => new Date(Date.parse('2026-11-21T03:12:04.000Z') + seconds * 1000).toISOString();
const mara = { id: 'm', name: 'Mara Ekholm' };
const mia = { id: 'i', name: 'Mia Lund' };

const alarm = {
  id: 'a',
  kind: 'failed',
  reason: 'disk full',
  createdAt: at(0),
  resolvedAt: null,
  resolvedBy: null,
  acknowledgedBy: mara,
} as Alarm;
const delivery = (more: Partial<Delivery>): Delivery => ({
  id: `d${JSON.stringify(more)}`,
  stage: 'new',
  user: mara,
  channel: 'push',
  device: 'Pixel 8',
  status: 'sent',
  detail: null,
  createdAt: at(0),
  sentAt: at(0),
  shownAt: null,
  ...more,
});
const fault = (code: SendFault['code'], status: number | null = null, text: string | null = null): SendFault => ({
  code,
  status,
  text,
});
const nothing: AlarmHistory = { acts: [], notRung: [], ahead: [] };
const textsOf = (deliveries: Delivery[], history: Partial<AlarmHistory> = {}, more: Partial<Alarm> = {}) => {
  const input = { deliveries, history: { ...nothing, ...history }, now: Date.parse(at(120)), mine: 'i' };
  const { past, ahead } = timelineOf({ alarm: { ...alarm, ...more }, ...input });
  const line = ({ text, look, end, quote }: (typeof past)[number]) => [text, look, quote ?? end];
  return { past: past.slice(1).map(line), ahead: ahead.map(({ text }) => text), raised: past[0]?.text };
};

test('begins with the alarm and its reason', () => {
  expect(textsOf([]).raised).toBe('Raised. Failed: disk full');
});

test('deliveries of one moment share an entry; the moment it was shown has its own', () => {
  const { past } = textsOf([
    delivery({ shownAt: at(1) }),
    delivery({ user: mia, device: null }),
    delivery({ channel: 'mail', device: null, sentAt: at(3) }),
  ]);
  expect(past).toEqual([
    ['Sent to Mara (Pixel 8) and you', 'plain', undefined],
    ['Shown to Mara (Pixel 8)', 'plain', '1 s'],
    ['Email to Mara accepted', 'plain', '3 s'],
  ]);
});

test('a delivery that did not get through is a trouble with its reason, never a sent one', () => {
  const failed = (more: Partial<Delivery>) => textsOf([delivery({ sentAt: null, ...more })]).past[0];
  expect(failed({ status: 'gone' })).toEqual([
    'Not delivered to Mara (Pixel 8): the device is gone',
    'trouble',
    undefined,
  ]);
  expect(failed({ status: 'refused', detail: fault('answered', 403, 'BadJwtToken') })?.slice(0, 2)).toEqual([
    'Refused for Mara (Pixel 8): the push service answered 403 (“BadJwtToken”)',
    'trouble',
  ]);
  expect(failed({ status: 'pending', detail: fault('answered', 503) })?.[1]).toBe('trouble');
  expect(failed({ status: 'pending' })?.slice(0, 2)).toEqual(['On its way to Mara (Pixel 8)', 'plain']);
  // Nobody missed it: the alarm was over before it left.
  expect(failed({ status: 'failed', detail: fault('unneeded') })?.[1]).toBe('plain');
});

test('people whom it did not ring stand with the reason, and whether a mail reached them', () => {
  const { past } = textsOf([delivery({ user: mara, channel: 'mail', device: null, sentAt: at(2) })], {
    notRung: [
      { user: { id: 'j', name: 'Jonas Brandt' }, reason: 'dayShift' },
      { user: mara, reason: 'noDevice' },
      { user: null, reason: 'readOnly' },
    ],
  });
  expect(past.slice(0, 3)).toEqual([
    ['Jonas: on day shift, not rung', 'plain', undefined],
    ['Mara: could not be rung, no device', 'trouble', 'emailed'],
    ['Someone: read access only, not rung', 'plain', undefined],
  ]);
});

test('acts are told with their person, oneself as you, and with the words of a note', () => {
  const act = (more: object) => ({
    id: JSON.stringify(more),
    at: at(36),
    by: mara,
    to: null,
    note: null,
    until: null,
    ...more,
  });
  const { past } = textsOf([], {
    acts: [
      act({ act: 'read', at: at(27), by: mia }),
      act({ act: 'acknowledged' }),
      act({ act: 'handedOver', at: at(40), to: mia, note: 'On it' }),
      act({ act: 'lapsed', at: at(50), by: null }),
    ] as AlarmHistory['acts'],
  });
  expect(past).toEqual([
    ['Read by you', 'plain', '27 s'],
    ['Acknowledged by Mara', 'key', '36 s'],
    ['Handed over by Mara to you', 'key', 'On it'],
    ['The acknowledgement lapsed. It waits for everyone again', 'trouble', '50 s'],
  ]);
});

test('the end of the cause closes it; what a person resolved is told by the act', () => {
  expect(textsOf([], {}, { resolvedAt: at(60) }).past.at(-1)).toEqual(['Resolved: the cause is gone', 'key', '1 min']);
  expect(textsOf([], {}, { resolvedAt: at(60), resolvedBy: mara }).past).toEqual([]);
});

test('what comes next names whom it asks', () => {
  const ahead: AlarmHistory['ahead'] = [
    { at: at(600), event: 'asked' },
    { at: at(900), event: 'lapse' },
  ];
  expect(textsOf([], { ahead }).ahead).toEqual([
    'Mara is asked: keep 4 h, or give back',
    'Lapses: everyone on shift is rung',
  ]);
  expect(textsOf([], { ahead }, { acknowledgedBy: mia }).ahead[0]).toBe('You are asked: keep 4 h, or give back');
});
