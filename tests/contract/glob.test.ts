// The guard of globs: accepts only those whose matching is bounded for file names of any length.
import { describe, expect, test } from 'vitest';
import { isCheapGlob, staysInside } from '#contract/files/glob.ts';

describe('a glob', () => {
  test.each([
    '/srv/backup/*.zip',
    '/srv/**/*-*-*.tar.gz',
    String.raw`C:\Program Files (x86)\Backup\*.bak`,
    '/data/{daily,weekly}/[0-9]*.sql',
    '**/a*/b*/c*/d*/*.zip',
    '!*.tmp',
    '**/**/**/last.zip',
    '{a,b}{c,d}/{e,f}.zip',
    // Stars in a row match as one.
    '****/****/x.zip',
    '**a**/x.zip',
  ])('such as %s is taken', (glob) => expect(isCheapGlob(glob)).toBe(true));

  test.each([
    '*a*a*a*a*a*a*a*a*b',
    '*-*-*-*-*-*-*-*-*.zip',
    '*-*-*-*-*-*.zip/last',
    '**/**/**/**/*.zip',
    '{a,a}{a,a}{a,a}{a,a}b',
    '@(a|b)*',
    '+(a+)b',
    '(a|a)(a|a)b',
    '(a)*',
    '[a]+[a]+b',
  ])('such as %s could hang the client, and is refused', (glob) => expect(isCheapGlob(glob)).toBe(false));
});

describe('a glob that climbs', () => {
  test.each(['..', '../*.zip', 'a/../../keys.jso?', 'a\\..\\b', '/srv/..'])('such as %s is refused', (glob) =>
    expect(staysInside(glob)).toBe(false),
  );
  test.each(['a..b/*.zip', './*.zip', '/srv/backups/**', 'C:\\backups\\*.bak', '...'])('is none such as %s', (glob) =>
    expect(staysInside(glob)).toBe(true),
  );
});
