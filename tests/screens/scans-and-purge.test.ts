// The result of a scan as screens read it, the reasons of a purge, the order of backups at hand, and the days of an orphan.
import { expect, test } from 'vitest';
import { backupSort, backupSorts, sortBackups } from '#app/features/backups/backup-sorts.ts';
import { leftDays } from '#app/features/orphans/left-days.ts';
import { reasonText } from '#app/features/purge/purge-list.tsx';
import { type PlanLine, purgePlan } from '#app/features/purge/purge-plan.ts';
import { countsOf, findingsOf, sampleNames } from '#contract/scan-findings.ts';
import { applyRetention } from '#contract/retention.ts';

test('a result is counted by known, new, without a fileset and unreadable files', () => {
  const findings = findingsOf({
    filesets: [
      {
        id: 'a',
        description: 'Nightly',
        glob: '*.tar',
        files: [
          { file: '1.tar', size: 1 },
          { file: '2.tar', isNew: true },
        ],
      },
    ],
    unmatched: [{ file: 'lost+found', size: 4096 }],
    unreadable: 2,
  });
  expect(countsOf(findings)).toEqual({ known: 1, fresh: 1, unmatched: 1, unreadable: 2, all: 3 });
});

test.each([[null], ['text'], [{ version: '1.2' }], [{ filesets: 'many' }], [42]])(
  'a result of another form (%j) has no findings',
  (result) => {
    expect(findingsOf(result)).toMatchObject({ isKnown: false, sets: [], unmatched: [] });
  },
);

test('a result with wrong parts loses only these', () => {
  const { sets, unmatched, unreadable } = findingsOf({
    filesets: [null, { files: [7] }],
    unmatched: {},
    unreadable: 'x',
  });
  expect([sets.length, sets[1]?.files.length, unmatched.length, unreadable]).toEqual([2, 1, 0, 0]);
});

test('samples keep their folders, those in no fileset come first, each once', () => {
  const file = (path: string) => ({ file: path });
  const findings = findingsOf({
    filesets: [{ files: [file('/srv/a.zip'), file('b.zip')] }],
    unmatched: [file('C:\\dumps\\c.zip'), file('b.zip'), file('folder/')],
  });
  expect(sampleNames(findings, 6)).toEqual(['C:\\dumps\\c.zip', 'b.zip', '/srv/a.zip']);
  expect(sampleNames(findings, 2)).toEqual(['C:\\dumps\\c.zip', 'b.zip']);
});

test('the days of an orphan are counted over all of its backups, also where fewer are drawn', () => {
  const dates = Array.from({ length: 90 }, (_, index) => new Date(Date.UTC(2025, 7, 1 + index, 3)).toISOString());
  expect(leftDays(dates, 'UTC', 49)).toMatchObject({ count: 90, first: '2025-08-01', last: '2025-10-29' });
  expect(leftDays(dates, 'UTC', 49)?.made).toHaveLength(49);
  expect(leftDays(dates.slice(0, 1), 'UTC', 49)).toMatchObject({ count: 1, first: '2025-08-01', last: '2025-08-01' });
});

test('the strip of an orphan has whole weeks up to its newest backup, in the days of the reader', () => {
  const dates = ['2025-11-20T23:30:00.000Z', '2025-11-14T03:00:00.000Z'];
  const days = leftDays(dates, 'Europe/Berlin', 56);
  expect(days).toMatchObject({ first: '2025-11-14', last: '2025-11-21' });
  expect(days?.made.map(Number).join('')).toBe('00000010000001');
  expect(
    leftDays([...dates, '2024-01-01T00:00:00.000Z'], 'UTC', 14)
      ?.made.map(Number)
      .join(''),
  ).toBe('00000001000001');
  expect(leftDays([], 'UTC', 56)).toBeNull();
});

const backup = (date: string) => ({
  id: date,
  date: `${date}:00.000Z`,
  file: `ledger-${date}.zip`,
  size: 1,
  fileset: null as { id: string } | null,
});
const readsNone = () => false;

test('each backup has the reason why retention keeps or removes it', () => {
  const backups = [
    '2025-11-21T03',
    '2025-11-20T22',
    '2025-11-20T03',
    '2025-11-14T03',
    '2025-11-12T03',
    '2025-09-01T03',
  ].map((at) => backup(`${at}:11`));
  const rule = { days: 2, weeks: 2, months: 1, years: 0 };
  const inputs = backups.map((one) => ({ ...one, series: 'ledger', good: true }));
  const purged = new Set(applyRetention(inputs, rule, 'UTC').purge.map(({ id }) => id));
  const { purge, retain } = purgePlan(backups, purged, rule, 'UTC', readsNone);
  expect(retain.map(({ reason }) => reason)).toEqual([
    { kind: 'kept', unit: 'days', nth: 1, count: 2 },
    { kind: 'kept', unit: 'days', nth: 2, count: 2 },
    { kind: 'kept', unit: 'weeks', nth: 2, count: 2 },
  ]);
  expect(purge.map(({ reason }) => reason)).toEqual([
    { kind: 'sameDay', date: '2025-11-20T22:11:00.000Z' },
    { kind: 'sameUnit', unit: 'weeks', date: '2025-11-14T03:11:00.000Z' },
    { kind: 'older' },
  ]);
});

test('without a retention everything is kept', () => {
  const { purge, retain } = purgePlan([backup('2025-11-21T03:11')], new Set(), null, 'UTC', readsNone);
  expect([purge.length, retain[0]?.reason]).toEqual([0, { kind: 'everything' }]);
});

test('backups of other filesets are no reason, and of one that reads names there is none', () => {
  const [newest, other, named] = ['2025-11-21T04', '2025-11-21T03', '2025-11-21T02'].map((at) => backup(`${at}:11`));
  const of = (one: typeof newest, id: string) => ({ ...one!, fileset: { id } });
  const backups = [of(newest, 'books'), of(other, 'photos'), of(named, 'databases')];
  const purged = new Set([other!.id, named!.id]);
  const rule = { days: 1, weeks: 0, months: 0, years: 0 };
  const { purge, retain } = purgePlan(backups, purged, rule, 'UTC', (fileset) => fileset === 'databases');
  expect(purge.map(({ reason }) => reason)).toEqual([{ kind: 'older' }, null]);
  expect(retain.map(({ reason }) => reason)).toEqual([{ kind: 'kept', unit: 'days', nth: 1, count: 1 }]);
});

test('a backup that only the system names is purged without a reason', () => {
  const { fileset: _, ...named } = backup('2020-11-21T04:11');
  const rule = { days: 1, weeks: 0, months: 0, years: 0 };
  const { purge } = purgePlan([named], new Set([named.id]), rule, 'UTC', readsNone);
  expect(purge.map(({ reason }) => reason)).toEqual([null]);
});

test('while the rule of a retention is unknown there is no reason, except another backup of the same day', () => {
  const [second, first, older] = ['2025-11-21T03', '2025-11-21T02', '2025-11-01T03'].map((at) => backup(`${at}:11`));
  const purged = new Set([first!.id, older!.id]);
  const { purge, retain } = purgePlan([second!, first!, older!], purged, undefined, 'UTC', readsNone);
  const textOf = (line: PlanLine) => [reasonText(line.reason, 0), line.isGone];
  expect(retain.map(textOf)).toEqual([['', false]]);
  expect(purge.map(textOf)).toEqual([
    ['Another one of that day is kept', true],
    ['', true],
  ]);
});

test('backups at hand have the orders of the list call, and equal ones keep their places', () => {
  const of = (id: string, date: string, size: number) => ({ id, date, size });
  const rows = [of('b', '2025-11-20', 9), of('c', '2025-11-20', 1000), of('a', '2025-11-21', 9)];
  const idsIn = (sort?: string) =>
    sortBackups(rows, sort, (row) => row)
      .map(({ id }) => id)
      .join('');
  const orders = backupSorts().map(({ value }) => [value, backupSort(value), idsIn(value)]);
  expect(orders).toEqual([
    ['newest', 'date DESC', 'abc'],
    ['oldest', 'date ASC', 'bca'],
    ['largest', 'size DESC', 'cba'],
    ['smallest', 'size ASC', 'bac'],
  ]);
  expect([backupSort(), idsIn()]).toEqual(['date DESC', 'abc']);
});
