// Limits of fileset patterns: refused by an estimate before they are compiled; and the dates that a calendar has.
import { RE2JS } from 're2js';
import { describe, expect, test, vi } from 'vitest';
import { compilePattern, readName } from '#contract/files/pattern.ts';

const dateOf = (dateFormat: string, text: string) => {
  const rule = {
    pattern: '(?s)^(.*)$',
    nameField: 0,
    dateField: 1,
    timeField: 0,
    dateFormat,
    timeFormat: 'HHmm',
    static: false,
  };
  return readName(rule, text, '2026-11-21T09:00:00.000Z', 'UTC');
};

describe('a pattern of too many steps is refused before it is compiled', () => {
  const isCompiled = (source: string): boolean => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const { ok } = compilePattern(source);
    const called = compile.mock.calls.length > 0;
    compile.mockRestore();
    expect(ok && !called).toBe(false);
    return called;
  };

  test.each([
    'a{1000}a{1000}b',
    '(ab){1000}c',
    '(a(bc){2}){400}d',
    'a{1,1000}b{0,1000}c',
    'a{1000}(b){1000}c',
    String.raw`\x{41}{1000}\x{42}{1000}c`,
    '[^]x]{1000}[]y]{1000}z',
    '[(]{1000}[)]{1000}z',
    String.raw`[\]]{1000}\({1000}z`,
    '((a{10}){10}){21}',
    'a{10}{201}',
  ])('%s', (source) => expect(isCompiled(source)).toBe(false));

  test.each([
    'a{1000}a{998}',
    '(ab){900}',
    'a{1,1000}b{0,900}',
    String.raw`\x{41}{1000}`,
    '[^]x]{1000}[]y]{900}',
    '[a{1000}b{1000}c{1000}]',
    'a{1000,}b',
    ')a',
    'a{}b{x}',
    'a{1000}a{1000}',
    'aaa){1000}',
    String.raw`[\]{1000}x][\]{1000}x][\]{1000}x]`,
  ])('%s is not', (source) => expect(isCompiled(source)).toBe(true));

  test('the program of a pattern may have 2,000 steps and no more, whatever was estimated', () => {
    expect(compilePattern('a{1000}a{998}').ok).toBe(true);
    for (const source of ['a{1000}a{999}', 'a{1000}a{1000}'])
      expect(compilePattern(source)).toMatchObject({ ok: false, code: 'too-big' });
  });
});

test('dates are those of the calendar: leap days, the first and the last of a month, seconds', () => {
  const of = (text: string) => dateOf('YYYY-MM-DD', text);
  for (const day of ['2000-02-29', '2028-02-29', '1969-01-01', '2026-04-30'])
    expect(of(day)).toMatchObject({ date: `${day}T00:00:00.000Z` });
  for (const day of [
    '2100-02-29',
    '2026-02-29',
    '1968-12-31',
    '2026-04-31',
    '2026-04-00',
    '2026-00-01',
    '2026-13-01',
    '26-04-01',
    '2026-4-01x',
    'x026-04-01',
  ])
    expect(of(day)).toMatchObject({ reason: 'bad-date' });
  expect(dateOf('YYYYMMDDHHmmss', '20261121235959')).toMatchObject({ date: '2026-11-21T23:59:59.000Z' });
  for (const text of ['20261121235960', '20261121236000', '20261121240000'])
    expect(dateOf('YYYYMMDDHHmmss', text)).toMatchObject({ reason: 'bad-date' });
});
