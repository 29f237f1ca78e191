// The flashes about lost and old actions: each loss is shown, and the question stays until it is answered.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { outboxStore } from '#app/offline/idb.ts';
import { listenToOutbox } from '#app/features/shell/outbox-feedback.ts';
import { dismissFlash, flash, flashNow } from '#app/device/flash.ts';
import { undo } from '#app/features/alarms/alarm-actions.ts';
import { addActions, outbox } from '#app/offline/outbox-store.ts';
import type { ActionKind } from '#contract/outbox.ts';

const minute = 60_000;
const queueAction = (kind: ActionKind, age: number, body = {}) => {
  const createdAt = new Date(Date.now() - age).toISOString();
  const rest = { userId: 'u1', attempts: 1, lastError: null };
  return outboxStore.set(`${kind}-${age}`, { id: `${kind}-${age}`, kind, alarmId: 'a1', body, createdAt, ...rest });
};

vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
beforeEach(async () => {
  dismissFlash();
  await outboxStore.clear();
});
afterAll(() => outbox().stop());

test('an action lost before anybody subscribed is reported to the first subscriber', async () => {
  await queueAction('acknowledge', 25 * 60 * minute);
  outbox().setUser('u1');
  await expect.poll(() => outboxStore.values()).toEqual([]);
  expect(flashNow().visible).toBe(false);
  listenToOutbox();
  expect(flashNow()).toMatchObject({ messages: ['Could not acknowledge the alarm within a day'], timeout: 0 });
});

test('a snooze that ended meanwhile was not refused', async () => {
  await queueAction('snooze', 90 * minute, { until: new Date(Date.now() - minute).toISOString() });
  await outbox().flush();
  expect(flashNow()).toMatchObject({ messages: ['The snooze ended before the server confirmed it'], timeout: 0 });
});

test('each of several lost actions is reported until the flash was read', async () => {
  await queueAction('acknowledge', 25 * 60 * minute);
  await queueAction('acknowledge', 26 * 60 * minute);
  await queueAction('snooze', 90 * minute, { until: new Date(Date.now() - minute).toISOString() });
  await outbox().flush();
  const [first, second] = ['Could not acknowledge the alarm within a day, 2 times', 'The snooze ended before'];
  expect(flashNow().messages[0]).toContain(`${first}. ${second}`);
  flashNow().action?.run();
  dismissFlash();
  await queueAction('takeOver', 25 * 60 * minute);
  await outbox().flush();
  expect(flashNow().messages).toEqual(['Could not take over the alarm within a day']);
});

test('the question about an old action comes again without another flash, and not while it is shown', async () => {
  await queueAction('acknowledge', 31 * minute);
  await outbox().flush();
  const asked = flashNow();
  expect(asked.messages[0]).toMatch(/^Waiting since .*: acknowledge the alarm. Send now\?$/);
  await outbox().flush();
  expect(flashNow()).toBe(asked);
  flash('info', 'Undone');
  await outbox().flush();
  expect(flashNow().messages).toEqual(['Undone']);
  dismissFlash();
  await outbox().flush();
  expect(flashNow().messages).toEqual(asked.messages);
  flashNow().action?.run();
  dismissFlash();
  await expect.poll(() => outboxStore.values()).toMatchObject([{ confirmed: true }]);
  await outbox().flush();
  expect(flashNow().visible).toBe(false);
});

test('a note answered by the sign-in page of a hotel stays queued', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>')));
  await queueAction('note', minute, { note: 'on my way' });
  await outbox().flush();
  expect(await outboxStore.values()).toMatchObject([{ kind: 'note', attempts: 2 }]);
});

test('a note that the server refuses is shown with its text, to be written again', async () => {
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ code: 'E_NOT_FOUND' }), { status: 404, headers })),
  );
  await queueAction('note', minute, { note: 'on my way' });
  await outbox().flush();
  expect(flashNow().messages).toEqual(['Could not save the note because the server rejected the request: on my way']);
});

test('an undo is said to be done once the server has answered', async () => {
  const answers: (() => void)[] = [];
  const body = JSON.stringify({ outcome: 'done', by: null, alarm: {} });
  const headers = { 'content-type': 'application/json' };
  const answered = () => new Promise((resolve) => answers.push(() => resolve(new Response(body, { headers }))));
  vi.stubGlobal('fetch', answered);
  const { actions } = await addActions([{ kind: 'acknowledge', alarmId: 'a1' }]);
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => outbox().waiting()).toEqual([]);
  dismissFlash();
  const undone = undo(actions);
  await expect.poll(() => answers.length).toBe(2);
  await undone;
  expect(flashNow().messages).toEqual(['Will undo when online']);
  answers[1]?.();
  await expect.poll(() => flashNow().messages).toEqual(['Undone']);
});

test('an undo of a waiting action is done at once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { actions } = await addActions([{ kind: 'snooze', alarmId: 'a1' }]);
  await outbox().flush();
  dismissFlash();
  await undo(actions);
  expect(flashNow().messages).toEqual(['Undone']);
  expect(await outboxStore.values()).toEqual([]);
});
