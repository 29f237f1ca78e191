// The settings of single sign-on: what a start takes, and the sentence for what it does not.
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

const ISSUER = 'https://id.example.com/realms/main';
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
