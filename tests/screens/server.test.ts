// The sentence over the server: the worst thing that it knows of itself, and never "everything runs" beside trouble.
import { describe, expect, test } from 'vitest';
import { type Facts, resultText, troubleText } from '#app/features/server/server-text.ts';
import { AT, soundServer } from './server-sample.ts';

const NOW = Date.parse(AT);
const sound = soundServer;
const { copies } = sound;
const failed = { at: AT, state: 'failed' as const, detail: '', took: 12 };
const fault = { code: 'unanswered', status: null, text: 'ECONNREFUSED' } as const;
const unsent = { ...failed, fault };
const NO_SPACE = { code: 'foreign', text: 'No space left.' } as const;

describe('the sentence over the server', () => {
  test('is null while all runs', () => expect(troubleText(sound)).toBeNull());

  test('names the worst trouble before all else', () => {
    const worse: Facts = {
      ...sound,
      troubles: ['database', 'mails'],
      copies: { ...copies, failure: NO_SPACE },
    };
    expect(troubleText(worse)).toBe('It cannot use its database. Alarms may be late.');
  });

  test.each([
    [{ copies: { ...copies, failure: NO_SPACE } }, 'The last copy failed: No space left.'],
    [{ disk: { folder: '/data', free: 4e9, size: 100e9 } }, 'Only 4 GB of the disk is free.'],
    [
      { tests: { ...sound.tests, mail: unsent } },
      'The email test failed: the mail server could not be reached (“ECONNREFUSED”)',
    ],
    [
      { tests: { ...sound.tests, mail: { ...unsent, state: 'kept' as const } } },
      'Emails lie in a folder and reach nobody.',
    ],
  ])('names %j', (more, sentence) => expect(troubleText({ ...sound, ...more })).toContain(sentence));

  test('is null with 5 % of the disk free, and no disk at all', () => {
    expect(troubleText({ ...sound, disk: { folder: '/data', free: 5, size: 100 } })).toBeNull();
    expect(troubleText({ ...sound, disk: null })).toBeNull();
  });
});

describe('the result of a test', () => {
  const mail = (more: object) => resultText('mail', { ...unsent, ...more }, NOW);
  test('of a mail that reaches nobody says so', () =>
    expect(mail({ state: 'kept' })).toMatch(/no mail server is set\. Emails lie in a folder and reach nobody\.$/));
  test('of a push that no device showed yet is no success', () =>
    expect(resultText('push', { ...unsent, fault: null, state: 'waiting', took: null }, NOW)).toMatch(
      /not shown on a device yet$/,
    ));
  test('says how long it took', () => {
    expect(mail({ state: 'ok', took: 240 })).toMatch(/took it in 240\sms$/);
    expect(mail({ state: 'ok', took: 2100 })).toMatch(/took it in 2\.1\ssec$/);
  });
});
