// Fileset patterns: none can hang, and names are read into the instants that their formats describe.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { NameRule } from '#contract/files/name-rule.ts';
import { patternProblem, problemMessage } from '#contract/files/pattern-problem.ts';
import { compilePattern, compileRule, readName } from '#contract/files/pattern.ts';

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 });

const rule = (change: Partial<NameRule> = {}): NameRule => ({
  pattern: String.raw`^(.+)-(\d{4}-\d{2}-\d{2})(?:_(\d{4}))?\.sql$`,
  nameField: 1,
  dateField: 2,
  timeField: 0,
  dateFormat: 'YYYY-MM-DD',
  timeFormat: 'HHmm',
  static: false,
  ...change,
});
const mtime = '2026-11-21T09:00:00.000Z';
const read = (change: Partial<NameRule>, name: string, zone = 'UTC') => readName(rule(change), name, mtime, zone);
const dateOf = (dateFormat: string, text: string, zone = 'UTC') =>
  readName(rule({ pattern: '(?s)^(.*)$', nameField: 0, dateField: 1, dateFormat }), text, mtime, zone);
const messageOf = (source: string) => {
  const compiled = compilePattern(source);
  return compiled.ok ? null : problemMessage(compiled);
};

/** Text of any code points, including lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));

/** Counts the characters that an engine reads from strings while `work` runs. */
function charactersRead(work: () => void): number {
  let count = 0;
  const { charCodeAt, codePointAt } = String.prototype;
  const counted = <T>(read: (this: string, at: number) => T) =>
    function (this: string, at: number): T {
      count += 1;
      return read.call(this, at);
    };
  Object.assign(String.prototype, { charCodeAt: counted(charCodeAt), codePointAt: counted(codePointAt) });
  try {
    work();
  } finally {
    Object.assign(String.prototype, { charCodeAt, codePointAt });
  }
  return count;
}

describe('a guarded pattern', () => {
  test('returns the matched part and its groups, empty for an unused group', () => {
    const compiled = compilePattern(String.raw`(\w+)-(\d)?(b)`);
    expect(compiled.ok && compiled.match('x ab-b y')).toEqual({ groups: ['ab-b', 'ab', '', 'b'] });
    expect(compiled.ok && compiled.groupCount).toBe(3);
    expect(compiled.ok && compiled.match('nothing')).toBeNull();
  });

  test('matches Arabic names', () => {
    const compiled = compilePattern(String.raw`^(\p{Arabic}+)_(\d+)$`);
    expect(compiled.ok && compiled.match('نسخة_12')).toEqual({ groups: ['نسخة_12', 'نسخة', '12'] });
  });

  test.each(['\\1', '(a)\\1', '(?<n>a)\\k<n>', '\\\\(b)\\2'])(
    'rejects the backreference of %s with a message',
    (source) => {
      expect(messageOf(source)).toContain('Backreferences');
    },
  );

  test.each(['(?=a)b', 'a(?!b)', '(?<=a)b', '(?<!a)b'])('rejects the lookaround of %s with a message', (source) => {
    expect(messageOf(source)).toContain('Lookahead and lookbehind');
  });

  test.each(['(a{100}){100}', '((a{0,10}){0,10}){0,30}', '(.{0,999})'.repeat(40), 'a{1001}', '(a{50,}){50,}'])(
    'rejects the huge repeats of %s',
    (source) => expect(messageOf(source)).toContain('expand to too many steps'),
  );

  test('says where a pattern is wrong, or only that it is', () => {
    expect(compilePattern('(')).toMatchObject({ code: 'syntax', values: { detail: 'missing closing ): `(`' } });
    expect(messageOf('(')).toBe('The pattern is not valid: missing closing ): `(`.');
    expect(problemMessage(patternProblem('syntax', { detail: '' }))).toBe('The pattern is not valid.');
  });

  test('does not mistake a repeat with its counts the wrong way round for a huge one', () => {
    expect(messageOf('x{2,1}')).toBe('The pattern is not valid: invalid repeat count: `{2,1}`.');
    expect(messageOf('x{1001,1}')).toContain('expand to too many steps');
  });

  test.each([
    [1, 'dateField is 2, but the pattern has only 1 group.'],
    [3, 'dateField is 4, but the pattern has only 3 groups.'],
  ])('says how many groups there are: %i', (count, message) => {
    const compiled = compileRule(rule({ pattern: '(a)'.repeat(count), dateField: count + 1 }));
    expect(compiled.ok ? '' : problemMessage(compiled)).toBe(message);
  });

  test.each([String.raw`\x{1000}+`, '[{999}]{3}', String.raw`\{9999\}`, '(ab|cd){100}', '.{1000}', '[]{9}]{2}'])(
    'does not mistake %s for a huge repeat',
    (source) => expect(messageOf(source)).toBeNull(),
  );

  test('rejects more than 500 characters and accepts 500', () => {
    expect(messageOf('a'.repeat(500))).toBeNull();
    expect(messageOf('a'.repeat(501))).toContain('500');
  });

  test.each(['(', '[a', 'a**', '(?<n', '\\', 'a)'])('says that %s is not a pattern', (source) => {
    expect(messageOf(source)).toContain('The pattern is not valid');
  });

  test('never throws for any text', () => {
    const typed = fc.oneof(
      anyText,
      fc.array(fc.constantFrom(...'ab()[]{}*+?|^$.,\\019<>=!:-'), { maxLength: 30 }).map((typed) => typed.join('')),
    );
    fc.assert(
      fc.property(typed, fc.string({ maxLength: 40 }), (source, name) => {
        const compiled = compilePattern(source);
        if (compiled.ok) compiled.match(name);
        else expect(problemMessage(compiled)).not.toBe('');
      }),
      { numRuns: 100 },
    );
  });
});

describe('the work of matching', () => {
  test.each(['(a+)+$', '^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '(.*)(.*)(.*)x', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'of %s grows with the length of the name and no faster',
    (source) => {
      const compiled = compilePattern(source);
      if (!compiled.ok) throw new Error(problemMessage(compiled));
      const reads = (length: number) => charactersRead(() => compiled.match(`${'a'.repeat(length)}!`));
      reads(10);
      const [short, long] = [reads(10_000), reads(20_000)];
      expect(long).toBeLessThanOrEqual(short * 2.5 + 100);
      expect(long).toBeLessThanOrEqual(20_000 * 200);
    },
  );

  test('of any accepted pattern is bounded by the name and the pattern', () => {
    const atom = fc.constantFrom('a', '(a+)', '(a*)', '(a|aa)', '(a|b)*', '.', '(a+)+', '[ab]?', 'a{3,5}', '$');
    fc.assert(
      fc.property(fc.array(atom, { minLength: 1, maxLength: 6 }), (atoms) => {
        const compiled = compilePattern(`${atoms.join('')}!$`);
        if (!compiled.ok) return;
        expect(charactersRead(() => compiled.match(`${'a'.repeat(10_000)}?!?`))).toBeLessThan(10_003 * 400);
      }),
      { numRuns: 30 },
    );
  });
});

describe('reading a name', () => {
  test('takes name, date and time from the capture groups', () => {
    expect(read({ timeField: 3 }, 'shop-2026-11-21_0258.sql')).toEqual({
      name: 'shop',
      date: '2026-11-21T02:58:00.000Z',
    });
  });

  test('without a time group the day begins at midnight of the zone', () => {
    expect(read({}, 'shop-2026-11-21.sql', 'Europe/Amsterdam')).toMatchObject({ date: '2026-11-20T23:00:00.000Z' });
  });

  test('without a name group the name is the file name, without a date group the date is the modification time', () => {
    const fields = { nameField: 0, dateField: 0 };
    expect(read(fields, 'a-2020-01-01.sql')).toEqual({ name: 'a-2020-01-01.sql', date: mtime });
  });

  test('the date of a static file is its modification time, for any name', () => {
    expect(read({ static: true }, 'shop-2020-01-01.sql')).toEqual({ name: 'shop', date: mtime });
    expect(read({ static: true, pattern: '', nameField: 0, dateField: 0 }, 'db.sql')).toEqual({
      name: 'db.sql',
      date: mtime,
    });
  });

  test('a static file with an unreadable modification time is an error, not a date', () => {
    const compiled = compileRule(rule({ static: true, pattern: '', nameField: 0, dateField: 0 }));
    expect(compiled.ok && compiled.read('db.sql', 'yesterday', 'UTC')).toMatchObject({ reason: 'bad-date' });
  });

  test('another file is no match', () => expect(read({}, 'notes.txt')).toMatchObject({ reason: 'no-match' }));

  test.each([
    ['YYYYMMDDHHmmss', '20261121025859', '2026-11-21T02:58:59.000Z'],
    ['YY-MM-DD', '26-11-21', '2026-11-21T00:00:00.000Z'],
    ['YY-MM-DD', '69-01-01', '1969-01-01T00:00:00.000Z'],
    ['DD.MM.YYYY', '29.02.2024', '2024-02-29T00:00:00.000Z'],
    ['YYYY-MM-DDTHH:mm', '2026-11-21T23:59', '2026-11-21T23:59:00.000Z'],
    ['[le ]DD/MM/YYYY[ at ]HH[h]', 'le 01/12/2026 at 07h', '2026-12-01T07:00:00.000Z'],
    ['YYYY年MM月DD日', '2026年11月21日', '2026-11-21T00:00:00.000Z'],
  ])('%s reads %s', (format, text, date) => expect(dateOf(format, text)).toMatchObject({ date }));

  test.each([
    ['YYYY-MM-DD', '2026-02-31'],
    ['YYYY-MM-DD', '2026-02-29'],
    ['YYYY-MM-DD', '1900-02-29'],
    ['YYYY-MM-DD', '2026-13-01'],
    ['YYYY-MM-DD', '2026-00-10'],
    ['YYYY-MM-DD', '2026-04-00'],
    ['YYYY-MM-DD', '0026-04-01'],
    ['YYYY-MM-DD', '2026-04-01x'],
    ['YYYY-MM-DD', '2026/04/01'],
    ['YYYY-MM-DD', '2026-4-1'],
    ['YYYY-MM-DD', ''],
    ['YYYYMMDDHH', '2026112124'],
    ['YYYYMMDDHHmm', '202611212360'],
  ])('%s rejects %s', (format, text) => expect(dateOf(format, text)).toMatchObject({ reason: 'bad-date' }));

  test.each([
    ['2026-03-29 01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-03-30 02:30', '2026-03-30T00:30:00.000Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-26 02:30', '2026-10-26T01:30:00.000Z'],
  ])('%s in Amsterdam, around a clock change, is %s', (text, date) => {
    expect(dateOf('YYYY-MM-DD HH:mm', text, 'Europe/Amsterdam')).toMatchObject({ date });
  });

  test('a zone that does not exist is an error, not a throw', () => {
    expect(read({}, 'shop-2026-11-21.sql', 'Mars/Base')).toMatchObject({ reason: 'bad-date' });
  });

  test('every written instant is read back, in any zone', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Amsterdam',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    );
    const instant = fc.date({ min: new Date('1971-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, zone, (moment, timeZone) => {
        moment.setMilliseconds(0);
        const text = moment.toLocaleString('sv-SE', { timeZone });
        const got = dateOf('YYYY-MM-DD HH:mm:ss', text, timeZone);
        if (!('date' in got)) throw new Error(got.error);
        expect(new Date(got.date).toLocaleString('sv-SE', { timeZone })).toBe(text);
      }),
    );
  });
});

describe('a rule that cannot work is rejected when it is saved', () => {
  test('with a code and values for the message of a form', () => {
    const problemOf = (change: Partial<NameRule>) => compileRule(rule(change));
    expect(problemOf({ dateField: 4 })).toMatchObject({
      code: 'missing-group',
      values: { field: 'dateField', group: 4, count: 3 },
    });
    expect(problemOf({ dateFormat: 'YYYY' })).toMatchObject({
      code: 'missing-token',
      values: { field: 'dateFormat', tokens: 'MM, DD' },
    });
    expect(problemOf({ pattern: '(?=a)' })).toMatchObject({ code: 'lookaround', values: {} });
  });

  test.each<[string, Partial<NameRule>]>([
    ['has only 3', { dateField: 4 }],
    ['whole number', { nameField: -1 }],
    ['needs a dateField', { dateField: 0, timeField: 3 }],
    ['dateFormat must contain DD', { dateFormat: 'YYYY-MM' }],
    ['dateFormat must contain MM', { dateFormat: 'YYYY-DD' }],
    ['must contain HH', { dateFormat: 'YYYY-MM-DD mm' }],
    ['"D" is not a known token', { dateFormat: 'YYYY-MM-D' }],
    ['"Z" is not a known token', { dateFormat: 'YYYY-MM-DDTHHZ' }],
    ['repeats an earlier token', { dateFormat: 'YYYY-MM-DD YY' }],
    ['"HH" is not allowed in this format', { dateFormat: 'YYYY-MM-DD HH', timeField: 3 }],
    ['"DD" is not allowed in this format', { timeFormat: 'DD HH', timeField: 3 }],
    ['timeFormat must contain HH', { timeFormat: 'mm', timeField: 3 }],
    ['Backreferences', { pattern: '(a)(b)(c)\\1' }],
  ])('%s', (message, change) => {
    const compiled = compileRule(rule(change));
    expect(compiled.ok ? '' : problemMessage(compiled)).toContain(message);
    expect(read(change, 'shop-2026-11-21.sql')).toMatchObject({ reason: 'bad-rule' });
  });
});
