// Causes that the server sent as codes, and what a push service or a mail server answered, in the language of the reader.
import { afterEach, expect, test } from 'vitest';
import { type Cause, SendFault } from '#contract/cause.ts';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import { causeText } from '#text/cause.ts';
import { setLanguage } from '#text/language.ts';

afterEach(() => setLanguage('en'));

const codes = SendFault.shape.code.options;
const causes: Cause[] = [
  { code: 'storeFull' },
  { code: 'storeEmpty' },
  { code: 'storeDiffers' },
  { code: 'databaseDamaged' },
  { code: 'storeUnavailable', error: null },
  { code: 'storeUnavailable', error: 'ENOENT' },
  { code: 'storeLost', missing: 3, newest: 4 },
  { code: 'fileMissing', file: 'a.zip' },
  { code: 'fileSize', file: 'a.zip' },
  { code: 'copyTooLarge', bytes: 2e9 },
  { code: 'shrank', bytes: 1.9e9, usual: 10.6e9 },
];

test('each cause and each fault of a delivery has a sentence of its own, in each language', () => {
  const all = ['en', 'de', 'es'].flatMap((locale) => {
    setLanguage(locale);
    const said = (channel: 'push' | 'mail') =>
      codes.map((code) => sendFaultText({ code, status: code === 'answered' ? 503 : null, text: null }, channel));
    expect(new Set(said('push').filter(Boolean)).size).toBe(codes.length - 1);
    return [...new Set([...said('push'), ...said('mail'), ...causes.map((cause) => causeText(cause, { locale }))])];
  });
  expect(new Set(all).size - 1).toBe(3 * (codes.length - 1 + 2 + causes.length));
  expect(all.join(' ')).not.toMatch(/undefined|null|none|[{}]/);
});

test.each([
  [
    'en',
    '3 of the 4 newest backups are missing from the backup storage',
    'the push service answered 403 (“BadJwtToken”)',
  ],
  ['de', '3 der 4 neuesten Backups fehlen im Backup-Speicher', 'Der Push-Dienst antwortete 403 („BadJwtToken“)'],
  ['es', 'Faltan 3 de las 4 copias más recientes en el almacén', 'el servicio push respondió 403 (“BadJwtToken”)'],
])('numbers are those of the language %s, and foreign words stand as a quotation', (locale, cause, fault) => {
  setLanguage(locale);
  expect(causeText({ code: 'storeLost', missing: 3, newest: 4 }, { locale })).toBe(cause);
  expect(sendFaultText({ code: 'answered', status: 403, text: 'BadJwtToken' }, 'push')).toBe(fault);
});

test('words of an older server, and those of the operating system, stand as they are', () => {
  setLanguage('de');
  expect(sendFaultText({ code: 'other', status: null, text: 'HTTP 503: busy' }, 'push')).toBe('HTTP 503: busy');
  expect(causeText({ code: 'foreign', text: 'SQLITE_IOERR' }, { locale: 'de' })).toBe('SQLITE_IOERR');
});
