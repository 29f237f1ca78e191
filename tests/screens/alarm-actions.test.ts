// Nothing is said to be acknowledged before the server has answered; many alarms are listed by organization and cause.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { acknowledge, takeOver } from '#app/features/alarms/alarm-actions.ts';
import { causeDetail, causesOf } from '#app/features/alarms/alarm-causes.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { listenToOutbox } from '#app/features/shell/outbox-feedback.ts';
import { outboxStore } from '#app/offline/idb.ts';
import { outbox } from '#app/offline/outbox-store.ts';

const ledger = { id: 'a1', system: { id: 's1', name: 'ledger-01' } } as Alarm;
const json = (body: object) =>
  new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(async () => {
  dismissFlash();
  await outboxStore.clear();
  outbox().setUser('u1');
  listenToOutbox();
});
afterAll(() => outbox().stop());

test('an answer at once says that it is acknowledged', async () => {
  answers(() => Promise.resolve(json({ outcome: 'done', by: null })));
  await acknowledge([ledger]);
  expect(flashNow()).toMatchObject({ kind: 'positive', messages: ['Acknowledged ledger-01'] });
});

test('until the server has answered it says what will be done, though the network seems to be there', async () => {
  let answer: (response: Response) => void = () => undefined;
  answers(() => new Promise((resolve) => (answer = resolve)));
  const acting = acknowledge([ledger]);
  await wait(300);
  expect(flashNow().visible).toBe(false);
  await acting;
  expect(flashNow()).toMatchObject({ kind: 'info', messages: ['Will acknowledge ledger-01 when online'] });
  expect(flashNow().action?.word).toBe('Undo');
  answer(json({ outcome: 'done', by: null }));
  await expect.poll(() => flashNow().messages).toEqual(['Acknowledged ledger-01']);
});

test('an answer that comes before the next action is stored counts as well', async () => {
  let answered = 0;
  answers(() => Promise.resolve(json({ outcome: 'done', by: null })).finally(() => (answered += 1)));
  const stored = outboxStore.set;
  const store = vi.spyOn(outboxStore, 'set').mockImplementation(async (id, value) => {
    if ((value as { alarmId: string }).alarmId === 'a2') await expect.poll(() => answered).toBe(1);
    await wait(50);
    return stored(id, value);
  });
  await acknowledge([ledger, { ...ledger, id: 'a2' }]);
  await expect.poll(() => flashNow().messages).toEqual(['Acknowledged 2']);
  store.mockRestore();
});

test('who comes second hears who was first, and nothing else', async () => {
  answers(() => Promise.resolve(json({ outcome: 'already', by: 'Mia Lund' })));
  await acknowledge([ledger]);
  expect(flashNow().messages).toEqual(['Mia had it already']);
});

test('taking over names the person from whom, and cannot be undone', async () => {
  const bodies: string[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    bodies.push(body);
    return Promise.resolve(json({ outcome: 'done', by: null }));
  });
  await takeOver({ ...ledger, acknowledgedBy: { id: 'mara', name: 'Mara' } });
  expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({ from: 'mara' });
  expect(flashNow()).toMatchObject({ messages: ['ledger-01 is yours'], action: null });
});

test('many alarms are one row for each kind at an organization, the worst organization first', () => {
  const now = Date.parse('2026-11-21T03:12:00.000Z');
  let made = 0;
  const one = (organization: string, kind: Alarm['kind'], more: Partial<Alarm> = {}): Alarm => ({
    ...ledger,
    id: `a${(made += 1)}`,
    kind,
    since: '2026-11-21T02:25:00.000Z',
    reason: null,
    resolvedAt: null,
    organization: { id: organization, name: organization, timeZone: 'UTC', phone: '' },
    ...more,
  });
  const alarms = [
    ...Array.from({ length: 12 }, () => one('Norra Clinic', 'clientOffline')),
    one('Ahlers Marine', 'overdue'),
    one('Ahlers Marine', 'failed', { reason: 'disk full' }),
    one('Ahlers Marine', 'overdue'),
  ];
  const listed = causesOf(alarms).map(({ name, count, causes }) => [
    name,
    count,
    ...causes.map((cause) => `${cause.kind} ${cause.alarms.length}: ${causeDetail(cause, now)}`),
  ]);
  expect(listed).toEqual([
    [
      'Ahlers Marine',
      3,
      'failed 1: ledger-01: Failed: disk full',
      expect.stringMatching(/^overdue 2: ledger-01 and 1 more, the first since 2:25/),
    ],
    ['Norra Clinic', 12, expect.stringMatching(/^clientOffline 12: The first since 2:25.*Probably their line$/)],
  ]);
});
