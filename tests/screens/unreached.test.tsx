// Alarms that reached nobody: a row of its own, and sentences that say why.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { recipientText } from '#app/features/alarms/recipients-text.ts';
import { UnreachedRow } from '#app/features/alarms/unreached-row.tsx';

afterEach(cleanup);

const alarm = (unreached: boolean, resolvedAt: string | null = null) =>
  ({ resolvedAt, delivery: { sent: 0, shown: 0, failed: 0, unreached } }) as Alarm;

test('the row counts the open alarms that reached nobody, and is not there without any', () => {
  const { rerender } = render(<UnreachedRow open={[alarm(true), alarm(false), alarm(true)]} />);
  expect(screen.getByRole('button').textContent).toContain('2 alarms reached nobody');
  rerender(<UnreachedRow open={[alarm(false), alarm(true, '2026-11-21T03:00:00.000Z')]} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('each person has a sentence with the reason', () => {
  const now = Date.parse('2026-11-21T03:12:00.000Z');
  const one = (more: object, mine: string | null = null) =>
    recipientText(
      {
        user: { id: 'j', name: 'Jonas' },
        channels: [],
        reason: null,
        lastError: null,
        acts: true,
        from: null,
        ...more,
      },
      now,
      mine,
    );
  expect(one({ reason: 'dayShift', from: '2026-11-21T07:00:00.000Z' })).toMatch(/^Jonas is on day shift, from 7:00/);
  expect(one({ reason: 'noDevice' })).toBe('Jonas has no device');
  expect(one({ reason: 'readOnly' })).toBe('Jonas only reads alarms and has not switched them on');
  expect(one({ channels: ['push', 'mail'] })).toBe('Jonas would be rung now');
  expect(one({ channels: ['mail'] })).toBe('Jonas would get an email, but has no device');
  const refused = { channels: ['push'], lastError: { code: 'answered', status: 403, text: null } };
  expect(one(refused)).toBe('Not delivered to Jonas: the push service answered 403');
  expect(one(refused, 'j')).toBe('Not delivered to you: the push service answered 403');
  expect(one({ reason: 'noDevice' }, 'j')).toBe('You have no device');
  expect(one({ reason: 'dayShift', from: '2026-11-21T07:00:00.000Z' }, 'j')).toMatch(
    /^You are on day shift, from 7:00/,
  );
  expect(one({ user: null, reason: 'noDevice' })).toBe('Someone has no device');
});
