// A backup whose stored file is missing or changed is no backup on the overview of its system and on its filesets.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { NewestBackups } from '#app/features/backups/backup-table.tsx';
import { type Backup, readDay } from '#app/features/systems/system-days.ts';
import { FilesetRows } from '#app/features/systems/system-overview.tsx';
import { filesetsQuery } from '#app/features/systems/system-queries.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { backup, organization } from './backups.ts';
import { signInAs } from './queries.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const now = Date.parse('2026-11-21T03:12:00.000Z');
const fileset = { id: 'f', name: 'dumps' };
const ofFileset = (date: string, fault: Backup['fault']): Backup => ({ ...backup(date), fileset, fault });
const newest = ofFileset('2026-11-21T02:00:00.000Z', 'missing');
const older = ofFileset('2026-11-20T02:00:00.000Z', null);

test('the table says what happened to the file, beside the failed mark', () => {
  render(<NewestBackups held={{ system: { id: 'x' } } as never} backups={[newest, older]} total={2} />);
  const [, faulty, sound] = screen.getAllByRole('row');
  expect(faulty?.textContent).toContain('The file is missing from the store');
  expect(faulty?.querySelector('[data-kind=failed]')).not.toBeNull();
  expect(sound?.textContent).not.toContain('missing');
  expect(sound?.querySelector('[data-kind]')).toBeNull();
});

const showFilesets = (backups: readonly Backup[]) => {
  signInAs({ fileset: ['read'] });
  const row = { id: 'f', description: 'dumps', glob: '*.tar' };
  queryClient.setQueryData(filesetsQuery('x').queryKey, { rows: [row], total: 1 } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <FilesetRows system={{ id: 'x' } as System} backups={backups} now={now} />
    </QueryClientProvider>,
  );
  return screen.getByText('dumps').closest('a')?.textContent;
};

test('the last backup of a fileset is the newest one whose file is there', () => {
  expect(showFilesets([newest, older])).toContain('Fri 2:00 AM');
  cleanup();
  expect(showFilesets([newest])).toContain('None recently');
});

test('a day of the strip has the time of a backup only where its file is there', () => {
  const read = (strip: string, rows: readonly Backup[], dueAt: string | null = null) =>
    readDay({ strip, stripDay: '2026-11-21', dueAt, organization }, rows, 1, now)[1];
  expect(read('oo', [newest, older])).toBe('backed up');
  expect(read('oo', [{ ...older, date: '2026-11-21T02:30:00.000Z' }, newest])).toBe('backed up 2:30 AM, 100 B');
  expect(read('o.', [newest], '2026-11-21T18:00:00.000Z')).toBe('due 6:00 PM');
});
