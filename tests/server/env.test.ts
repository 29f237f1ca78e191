// The settings: what a start takes, and the sentence for what it does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv, SECRETS } from '#server/env.ts';
import { makeVapidKeys } from '#server/ports/push-web.ts';

const ISSUER = 'https://id.example.com/realms/main';
const SECRET = 'A'.repeat(43);
const fixture = (name: string): string => resolve(import.meta.dirname, '../fixtures', name);
const CERT = fixture('push-cert.pem');
const whole = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'backwatch' };

test('a provider and what it knows this server by are enough; nobody gets an account by it', () => {
  expect(readEnv({ ...whole, OIDC_CLIENT_SECRET: '', OIDC_NAME: '' })).toMatchObject({
    ...whole,
    OIDC_CREATE_USERS: false,
  });
  expect(readEnv({ ...whole, OIDC_CREATE_USERS: '1' }).OIDC_CREATE_USERS).toBe(true);
  expect(readEnv({}).OIDC_ISSUER).toBeUndefined();
});

test.each(['http://localhost:8080', 'http://127.0.0.1:8080/realms/main', 'http://[::1]:8080'])(
  '%s is on this machine: it needs no TLS',
  (issuer) => {
    expect(readEnv({ ...whole, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer);
  },
);

test.each([
  'http://id.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'ftp://localhost',
  'id.example.com',
  'https://me:secret@id.example.com',
  'https://id.example.com/?realm=main',
])('%s is no provider', (issuer) => {
  expect(() => readEnv({ ...whole, OIDC_ISSUER: issuer })).toThrow(
    'OIDC_ISSUER: must be an https address; http only on this machine.',
  );
});

test('half of it is refused, and so is what has no meaning alone', () => {
  const both = 'OIDC_ISSUER and OIDC_CLIENT_ID: set both or neither.';
  expect(() => readEnv({ OIDC_ISSUER: ISSUER })).toThrow(both);
  expect(() => readEnv({ OIDC_CLIENT_ID: 'backwatch' })).toThrow(both);
  for (const [key, value] of Object.entries({ OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'x', OIDC_CREATE_USERS: '1' }))
    expect(() => readEnv({ [key]: value })).toThrow(/only together with OIDC_ISSUER\.$/);
});

describe('what a start takes', () => {
  test.each([
    ['PUBLIC_URL', 'https://backwatch.example.com'],
    ['PUBLIC_URL', 'http://10.0.0.5:4600/'],
    ['VAPID_SUBJECT', 'mailto:watch@example.com'],
    ['VAPID_SUBJECT', 'https://example.com/contact'],
    ['TLS_CERT', CERT],
    ['SESSION_SECRET', SECRET],
  ])('%s=%s', (name, value) => {
    const key = name === 'TLS_CERT' ? { TLS_KEY: fixture('push-key.pem') } : {};
    expect(readEnv({ ...key, [name]: value })).toMatchObject({ [name]: value });
  });

  test('push services as they are named, one by one', () => {
    const PUSH_HOSTS = ' push.example.com:8443,*.push.example.com, [::1]:9000 ,10.0.0.7';
    expect(readEnv({ PUSH_HOSTS }).PUSH_HOSTS).toEqual([
      'push.example.com:8443',
      '*.push.example.com',
      '[::1]:9000',
      '10.0.0.7',
    ]);
    expect(readEnv({}).PUSH_HOSTS).toEqual([]);
  });

  test('as a contact the public address where push services take it, else one of ours', () => {
    expect(readEnv({ PUBLIC_URL: 'https://watch.example.com' }).VAPID_SUBJECT).toBe('https://watch.example.com');
    expect(readEnv({ PUBLIC_URL: 'http://watch.lan' }).VAPID_SUBJECT).toMatch(/^https:/);
  });
});

const SITE = 'PUBLIC_URL: must be an http:// or https:// address with nothing behind the host and the port.';
test.each<[Record<string, string>, string]>([
  [{ PORT: 'abc' }, 'PORT: '],
  [{ PORT: '70000' }, 'PORT: '],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must begin with postgres://.'],
  [{ PUBLIC_URL: 'mailto:a@example.com' }, SITE],
  [{ PUBLIC_URL: 'ftp://example.com' }, SITE],
  [{ PUBLIC_URL: 'example.com' }, SITE],
  [{ PUBLIC_URL: 'https://example.com/backwatch' }, SITE],
  [{ PUBLIC_URL: 'https://me:secret@example.com' }, SITE],
  [{ PUBLIC_URL: 'https://backwatch.local' }, 'VAPID_SUBJECT: needed, since that of PUBLIC_URL will not do: '],
  [{ VAPID_SUBJECT: 'nonsense' }, 'VAPID_SUBJECT: the push contact is neither a mailto: nor an https: address.'],
  [{ VAPID_SUBJECT: 'mailto:me@localhost' }, 'VAPID_SUBJECT: the push contact is a placeholder'],
  [{ PUSH_HOSTS: 'https://x y' }, 'PUSH_HOSTS: must be hosts (push.example.com, *.example.com).'],
  [{ PUSH_HOSTS: 'push.example.com,*' }, 'PUSH_HOSTS: must be hosts'],
  [{ PUSH_CA: '/nowhere/ca.pem' }, 'PUSH_CA: must be a file that can be read.'],
  [{ TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere' }, 'TLS_KEY: must be a file that can be read.'],
  [{ TLS_CERT: import.meta.dirname }, 'TLS_CERT: must be a file that can be read.'],
  [{ TLS_CERT: CERT }, 'TLS_CERT and TLS_KEY: set both or neither.'],
  [{ TLS_CERT: CERT, TLS_KEY: CERT }, 'TLS_CERT and TLS_KEY: not a certificate and its key ('],
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither.'],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL: '],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: '],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must begin with smtp:// or smtps://.'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM: a mail server needs it. Set the sender of mails.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: '],
  [{ SIGNING_KEY: 'short' }, 'SIGNING_KEY: must be at least 43 characters of base64url, as 32 random bytes make.'],
  [{ ENCRYPTION_KEY: `${SECRET}=/` }, 'ENCRYPTION_KEY: must be at least 43 characters of base64url'],
  [{ VAPID_PUBLIC_KEY: makeVapidKeys().publicKey }, 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: set both or neither.'],
  [
    { VAPID_PUBLIC_KEY: makeVapidKeys().publicKey, VAPID_PRIVATE_KEY: makeVapidKeys().privateKey },
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: the push public key does not belong to the private one.',
  ],
  [
    { ESCALATE_AFTER_MINUTES: '5', REMIND_AFTER_MINUTES: '60' },
    'ESCALATE_AFTER_MINUTES: must be more than REMIND_AFTER_MINUTES, which is 60.',
  ],
])('%o is refused by name', (given, sentence) => {
  expect(() => readEnv(given)).toThrow(sentence);
});

test('every fault has its sentence, and none of them tells a secret', () => {
  const given = { ADMIN_PASSWORD: 'hush', SIGNING_KEY: 'hush', PORT: 'x', SMTP_URL: 'hush' };
  const fault = () => readEnv(given);
  expect(fault).toThrow(/^PORT: .*\nADMIN_PASSWORD: .*\nSMTP_URL: .*\nSIGNING_KEY: .*$/);
  expect(fault).not.toThrow(/hush/);
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backwatch-env-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (text: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  test.each(SECRETS)('%s_FILE stands for it, without the end of its line', (name) => {
    const text = name.endsWith('_URL') ? 'postgres://db' : 'x'.repeat(43);
    const file = fileOf(`${text}\n`);
    const set = { [`${name}_FILE`]: file };
    // Each other setting that is wrong alone is reported with its value.
    const messageOf = (environment: Record<string, string>) => {
      try {
        return readEnv(environment)[name];
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf(set)).toBe(messageOf({ [name]: text }));
    expect(messageOf(set)).not.toBe(messageOf({}));
    expect(() => readEnv({ ...set, [name]: text })).toThrow(`${name} and ${name}_FILE: set one of them.`);
    expect(() => readEnv({ [`${name}_FILE`]: join(folder, 'none') })).toThrow(`${name}_FILE: must be a file`);
  });
});
