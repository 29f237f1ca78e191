// The rules behind the form of a fileset: the guard of patterns, the live test, and the suggestion from a scan.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walk } from '#agent/glob-walk.ts';
import { compileRule } from '#contract/files/pattern.ts';
import { filesetIssueText, filesetKind } from '#app/features/filesets/fileset-form.ts';
import { readingText } from '#app/features/filesets/fileset-text.ts';
import { matchesGlob } from '#app/features/filesets/glob-match.ts';
import { type TestRule, testNames } from '#app/features/filesets/name-test.ts';
import { guardPattern } from '#app/features/filesets/pattern-guard.ts';
import { captureGroups, partsOf } from '#app/features/filesets/pattern-parts.ts';
import { suggestRule } from '#app/features/filesets/suggest-rule.ts';

const rule: TestRule = {
  glob: '',
  pattern: '^([a-z-]+)_(\\d{8})T(\\d{4})\\.tar\\.zst$',
  nameField: 1,
  dateField: 2,
  timeField: 3,
  dateFormat: 'YYYYMMDD',
  timeFormat: 'HHmm',
  static: false,
};
const run = (names: string[], changes: Partial<TestRule> = {}) => {
  const answer = testNames({
    rule: { ...rule, ...changes },
    names,
    timeZone: 'UTC',
    windows: false,
    mtime: '2025-11-22T00:00:00.000Z',
  });
  if (!answer.ok) throw new Error(answer.code);
  return answer.results;
};

test('each rule of a glob has a sentence that says what to change', () => {
  const sentence = (code: string) => filesetIssueText({ path: ['glob'], code, maximum: 3 }, 'Files', 'glob');
  expect(sentence('glob_too_complex')).toMatch(/^Use at most 3 wildcards between two slashes, 3 \*\* and 3 braces/);
  expect(sentence('glob_outside')).toBe('Remove the .. between slashes: the path must stay in its folder.');
});

describe('the guard', () => {
  test.each([
    ['^((\\w+)+)_(\\d{8})$', 'nested', '^((\\w+))_(\\d{8})$'],
    ['(a*)*', 'nested', '(a*)'],
    ['(x+x+|y)+', 'nested', '(x+x+|y)'],
    ['a(?=b)c', 'lookaround', 'ac'],
    ['(?<!x)a', 'lookaround', 'a'],
    ['(\\d{4})-\\1', 'backreference', '(\\d{4})-(?:\\d{4})'],
    ['a{1001}', 'too-big', 'a+'],
    ['(ab{0,900}){9}', 'too-big', '(ab*){9}'],
    ['(\\d{8}', 'syntax', '(\\d{8})'],
    ['ledger)', 'syntax', 'ledger\\)'],
    ['[a-z', 'syntax', '[a-z]'],
  ])('refuses %s as %s, and its repair is accepted', (pattern, code, repaired) => {
    const refused = guardPattern(pattern);
    expect([refused?.code, refused?.repaired]).toEqual([code, repaired]);
    expect(guardPattern(repaired)).toBeNull();
    expect(compileRule({ ...rule, pattern: repaired, nameField: 0, dateField: 0, timeField: 0 }).ok).toBe(true);
  });

  test.each(['', rule.pattern, '(\\d+_)+x', '(?:[a-z]+-){2,3}', '\\(a+\\)+', '[(+]+', '(?P<day>\\d{8})'])(
    'accepts %s',
    (pattern) => expect(guardPattern(pattern)).toBeNull(),
  );

  test('a pattern that it refuses is not sent', () => {
    const { entity } = filesetKind({ id: '0193a7c0-0000-7000-8000-000000000000', name: 'ledger' });
    const faults = (pattern: string) => {
      const parsed = entity.calls.update.input.safeParse({ pattern });
      return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
    };
    expect(faults('(a+)+')).toContain('pattern');
    expect(faults('(a+)')).not.toContain('pattern');
  });
});

test('groups are numbered by their opening parenthesis, as the engines number them', () => {
  const source = '((a)(?:b)(c(d)))\\((e)';
  expect(captureGroups(source).map(({ group, start, end }) => [group, source.slice(start, end)])).toEqual([
    [1, '((a)(?:b)(c(d)))'],
    [2, '(a)'],
    [3, '(c(d))'],
    [4, '(d)'],
    [5, '(e)'],
  ]);
  expect(partsOf('(a')).toBeNull();
});

describe('the live test', () => {
  test('shows the parts that were read, and the same reading as the server', () => {
    const name = 'files-main_20251121T0311.tar.zst';
    const [result] = run([name]);
    expect(result?.parts).toEqual([
      { text: 'files-main', group: 1 },
      { text: '_', group: 0 },
      { text: '20251121', group: 2 },
      { text: 'T', group: 0 },
      { text: '0311', group: 3 },
      { text: '.tar.zst', group: 0 },
    ]);
    const server = compileRule(rule);
    expect(server.ok && server.read(name, '2025-11-22T00:00:00.000Z', 'UTC')).toEqual(result?.reading);
  });

  test('reads a date with its year, which the pattern may have read wrongly', () => {
    const name = `files-main_${new Date().getFullYear()}1121T0311.tar.zst`;
    expect(run([name]).map((result) => readingText(result, '', ''))[0]).toContain(`, ${new Date().getFullYear()}`);
  });

  test('says where the pattern stopped and what it expected there', () => {
    const [result] = run(['files-main_20251119.tar.zst']);
    expect(result?.stop).toEqual({ at: 'files-main_20251119'.length, expected: 'T' });
  });

  test('a date that does not exist is no reading', () => {
    const [result] = run(['files-main_20251331T0310.tar.zst']);
    expect(result?.reading).toMatchObject({ reason: 'bad-date' });
    expect(result?.stop).toBeNull();
  });

  test('a group that the pattern lacks is a problem of the rule', () => {
    const request = { names: [], timeZone: 'UTC', windows: false, mtime: '2025-11-22T00:00:00.000Z' };
    expect(testNames({ ...request, rule: { ...rule, timeField: 4 } })).toMatchObject({
      ok: false,
      code: 'missing-group',
    });
    expect(testNames({ ...request, rule: { ...rule, pattern: '(?i)(' } })).toMatchObject({ ok: false, code: 'syntax' });
  });

  test('understands the inline flags of the server', () => {
    expect(
      run(['LEDGER.zip'], { pattern: '(?i)^ledger', nameField: 0, dateField: 0, timeField: 0 })[0]?.reading,
    ).toMatchObject({
      name: 'LEDGER.zip',
    });
  });
});

const allFiles = [
  'a1.sql.gz',
  'a2.sql.gz',
  'b1.tar',
  'copy (1).zip',
  'copy 1.zip',
  '.a1.sql.gz',
  'daily/a1.sql.gz',
  'daily/.hidden',
  'daily/old/b1.sql.gz',
  'weekly/a1.sql.gz',
  'weekly/.cache/a1.gz',
];

describe('the glob in the live test', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'globs-'));
    for (const file of allFiles) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), 'x');
    }
  });
  afterAll(() => rm(root, { recursive: true }));

  test.each([
    '*.sql.gz',
    '*',
    '**',
    '**/*',
    'daily/*',
    'daily/**',
    './**/*.sql.gz',
    '{daily,weekly}/*.gz',
    '{daily/*.gz,*.zip}',
    '**/{a,b}*',
    'd*/a?.*',
    'a[12].sql.gz',
    'a[^1].sql.gz',
    '**/[ab]1.*',
    'a{1..2}.sql.gz',
    '**/.*',
    '*(1).zip',
    'copy \\(1\\).zip',
    'A1*',
    '!*.zip',
    '@(a1).sql.gz',
    '*/',
    'daily',
  ])('%s matches the files that the client finds by it', async (glob) => {
    const matched = allFiles.filter((file) => matchesGlob(`${root}/${glob}`, join(root, file), false));
    const walked = await walk(glob, [root], AbortSignal.timeout(5000)).catch(() => ({ files: [] as string[] }));
    expect(matched.toSorted()).toEqual(walked.files.map((file) => relative(root, file)).toSorted());
  });

  test.each([
    ['/srv/*.zip', 'a.zip', true],
    ['/srv/*.zip', 'a.tar', false],
    ['/srv/daily/*.zip', 'daily/a.zip', true],
    ['/srv/daily/*.zip', 'weekly/a.zip', false],
    ['/srv/**/*.zip', 'any/folder/a.zip', true],
    ['/srv/*.zip', '/srv/a.zip', true],
    ['/srv/*.zip', '/var/srv/a.zip', false],
    ['daily/*.zip', '/srv/daily/a.zip', true],
    ['daily/*.zip', '/srv/weekly/a.zip', false],
  ])('where only a part of the path is known, %s and %s: %s', (glob, name, isMatched) => {
    expect(matchesGlob(glob, name, false)).toBe(isMatched);
  });

  test('on Windows case does not count, and both slashes part folders', () => {
    expect(matchesGlob('D:\\Dumps\\*.BAK', 'd:/dumps/ledger.bak', true)).toBe(true);
    expect(matchesGlob('D:\\Dumps\\*.BAK', 'E:\\Dumps\\ledger.bak', true)).toBe(false);
    expect(matchesGlob('*.BAK', 'ledger.bak', false)).toBe(false);
  });

  test('a name that the glob does not match is not read, and one in a folder is read without it', () => {
    const name = 'files-main_20251121T0311.tar.zst';
    const [other, inFolder] = run([name, `/srv/daily/${name}`], { glob: '/srv/daily/*.zst' });
    expect(inFolder?.reading).toMatchObject({ name: 'files-main' });
    expect(inFolder?.parts[0]).toEqual({ text: '/srv/daily/', group: 0 });
    expect(other?.reading).toMatchObject({ name: 'files-main' });
    const [refused] = run([name], { glob: '/srv/daily/*.zip' });
    expect(refused?.reading).toEqual({ reason: 'other-file' });
    const [stopped] = run(['/srv/daily/files-main_20251119.tar.zst'], { glob: '' });
    expect(stopped?.stop).toEqual({ at: '/srv/daily/files-main_20251119'.length, expected: 'T' });
  });
});

describe('a rule made of names', () => {
  test('reads date and time of the most common shape, and leaves the stray one out', () => {
    const names = ['mail-2025-11-20_2310.mbox.gz', 'lost+found.lst', 'mail-2025-11-19_2311.mbox.gz'];
    const made = suggestRule(names);
    expect(made).toMatchObject({
      description: 'mail',
      glob: 'mail-*.mbox.gz',
      pattern: '^mail-(\\d{4}-\\d{2}-\\d{2})_(\\d{4})\\.mbox\\.gz$',
      dateField: 1,
      timeField: 2,
      dateFormat: 'YYYY-MM-DD',
      timeFormat: 'HHmm',
    });
    const compiled = compileRule(made);
    const read = (name: string) => (compiled.ok ? compiled.read(name, '2025-01-01T00:00:00.000Z', 'UTC') : null);
    expect(read(names[0] ?? '')).toMatchObject({ date: '2025-11-20T23:10:00.000Z' });
    expect(read(names[1] ?? '')).toMatchObject({ reason: 'no-match' });
  });

  test.each([
    ['/srv/db/kvist_db_20251120.sql.gz', '/srv/db/kvist_db_*.sql.gz', 'YYYYMMDD', 0],
    ['img_2025_11_20-031500.iso', 'img_*.iso', 'YYYY_MM_DD', 2],
    ['state.bin', 'state.bin', 'YYYY-MM-DD', 0],
  ])('takes %s', (name, glob, dateFormat, timeField) => {
    const made = suggestRule([name]);
    expect([made.glob, made.dateFormat, made.timeField]).toEqual([glob, dateFormat, timeField]);
    expect(compileRule(made).ok).toBe(true);
    expect(guardPattern(made.pattern)).toBeNull();
  });
});
