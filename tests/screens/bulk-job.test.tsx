// A bulk change on its page: what a job's results become, its count, reasons and buttons.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { beginJob, rowsOf } from '#app/features/systems/bulk-job.ts';
import { type Job, jobTexts } from '#app/features/systems/bulk-texts.ts';
import { type BulkRow, BulkButtons, BulkHead, BulkRows, barsOf } from '#app/ui/status/bulk-progress.tsx';
import { MOST_SYSTEMS } from '#contract/job.ts';

type Result = Job['results'][number];

const nothing = () => undefined;
const result = (id: string, state: Result['state'], more: Partial<Result> = {}): Result => ({
  id,
  name: `system ${id}`,
  organizationName: 'Acme',
  state,
  ...more,
});
const job = (state: Job['state'], results: Result[], more: Partial<Job> = {}): Job => ({
  id: 'job',
  action: 'update',
  values: { schedule: 'nightly' },
  state,
  done: 0,
  failed: 0,
  total: results.length,
  mayUndo: true,
  results,
  createdAt: '2026-11-21T02:58:00.000Z',
  updatedAt: '2026-11-21T02:58:00.000Z',
  ...more,
});
const states = (of: Job) => rowsOf(of).map(({ state }) => state);

afterEach(cleanup);

test('the first system that waits is at work, as long as the job is', () => {
  const results = [result('a', 'done'), result('b', 'waiting'), result('c', 'waiting')];
  expect(states(job('running', results))).toEqual(['done', 'running', 'waiting']);
  expect(states(job('stopped', results))).toEqual(['done', 'waiting', 'waiting']);
});

test('during an undo the page counts what is restored, from the end on, and leaves out what was never changed', () => {
  const results = [result('a', 'undoing'), result('b', 'failed', { code: 'E_FORBIDDEN' }), result('c', 'undone')];
  expect(rowsOf(job('undoing', results)).map(({ id, state }) => [id, state])).toEqual([
    ['a', 'running'],
    ['c', 'done'],
  ]);
  const edited = result('a', 'notUndone', { code: 'E_CHANGED', editedBy: { id: 'm', name: 'Mara Ekholm' } });
  const [row] = rowsOf(job('undone', [edited, result('c', 'undone')]));
  expect(row).toMatchObject({ state: 'failed', mayRetry: false, href: '/admin/system?id=a' });
  expect(row?.reason).toMatch(/^Mara Ekholm changed it/);
});

test('each failure has its sentence, and only the server says which may succeed', () => {
  const reason = (code: string) =>
    rowsOf(job('done', [result('a', 'failed', { code, message: 'Said so.' })]))[0]?.reason;
  expect(reason('E_FORBIDDEN')).toBe('You do not have permission to change this one.');
  expect(reason('E_NOT_CONNECTED')).toBe('Its client is not connected.');
  expect(reason('E_IN_USE')).toBe('The server did not accept this. Nothing was changed.');
  const failed = [
    result('a', 'failed', { code: 'E_CHANGED', mayRetry: true }),
    result('b', 'failed', { mayRetry: false }),
  ];
  expect(rowsOf(job('done', failed)).map(({ mayRetry }) => mayRetry)).toEqual([true, false]);
});

test('more systems than a job may have are not sent, and the limit is said', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ code: 'E_INVALID', issues: [] }, { status: 400 }));
  vi.stubGlobal('fetch', fetched);
  const ids = Array.from({ length: MOST_SYSTEMS + 1 }, (_, at) => String(at));
  expect(await beginJob(ids, { action: 'restart' })).toBeNull();
  expect(flashNow().messages).toEqual(['At most 1,000 systems can be changed at once.']);
  expect(fetched).not.toHaveBeenCalled();
  await beginJob(ids.slice(1), { action: 'restart' });
  expect(fetched).toHaveBeenCalledOnce();
  dismissFlash();
  vi.unstubAllGlobals();
});

test('a system that the person cannot see has no name, and says so', () => {
  expect(rowsOf(job('done', [result('a', 'failed', { name: '' })]))[0]?.label).toBe('Unknown system');
});

test('the sentence names what is set, and to what', () => {
  const did = (more: Partial<Job>) => jobTexts(job('done', [], more), 'Nightly').did;
  expect(did({})).toBe('Schedule is now Nightly');
  expect(did({ values: { schedule: null } })).toBe('No schedule now: missing backups are not noticed');
  expect(did({ values: { organization: 'x', schedule: 'y' } })).toBe('Organization is now Nightly');
  expect(did({ values: { active: false, reenableTime: null } })).toBe('Monitoring is paused until you resume it');
  expect(did({ action: 'destroy', values: {} })).toBe('Deleted');
});

const shown: BulkRow[] = [
  { id: 'a', label: 'files-main', state: 'done' },
  { id: 'b', label: 'mail-gw', state: 'failed', reason: 'You may only see this one.' },
];
const buttons = (more: Partial<Parameters<typeof BulkButtons>[0]> = {}) =>
  render(<BulkButtons rows={shown} isRunning={false} isStopping={false} onStop={nothing} onBack={nothing} {...more} />);

test('the page counts the finished rows and shows the reason of each failure', async () => {
  const page = (shows: { id: string } | null) => (
    <>
      <BulkHead rows={shown} isRunning={false} onBar={nothing}>
        Asked
      </BulkHead>
      <BulkRows rows={shown} isRunning={false} shows={shows} onLook={nothing} />
    </>
  );
  const { rerender } = render(page(null));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('1 of 2 done');
  expect(screen.getByText('You may only see this one.')).toBeTruthy();
  expect(screen.queryByText('files-main')).toBeNull();
  rerender(page({ id: 'a' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('files-main');
});

test('offers only what has something to act on, and else the way back', () => {
  const { unmount } = buttons({ onRetry: nothing, onUndo: nothing });
  expect(screen.getByRole('button', { name: 'Undo 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  unmount();
  buttons({ onRetry: nothing });
  expect(screen.getByRole('button', { name: 'Back to the list' })).toBeTruthy();
});

test('more than 120 rows share bars, and a failure is never hidden by its neighbours', () => {
  const many = Array.from({ length: 500 }, (_, at): BulkRow => ({
    id: String(at),
    label: '',
    state: at === 7 ? 'failed' : 'done',
  }));
  const bars = barsOf(many);
  expect(bars.length).toBeLessThanOrEqual(120);
  expect(bars.filter(({ state }) => state === 'failed').map(({ row }) => row.id)).toEqual(['7']);
});
