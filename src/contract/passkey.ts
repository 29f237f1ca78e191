// The noun passkey: credentials that sign in without a password, and the calls of both WebAuthn ceremonies.
import * as z from 'zod/mini';
import { Id, Instant, call, entity, name, text } from './define.ts';
import { Me } from './session.ts';

/** Most passkeys of one user; another one is rejected with E_TOO_MANY. */
export const MOST_PASSKEYS = 20;

/** A passkey of the signed-in user. The public key stays on the server. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Synced by a password manager, so that it survives the loss of the device. */
  backedUp: z.boolean(),
  lastUsedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

/** Base64url, as `toJSON()` of a credential encodes bytes. */
const Bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'must be base64url'));
const Credential = {
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: z.literal('public-key'),
};

/** `toJSON()` of the credential from `navigator.credentials.create`; other keys are ignored. */
export const Registration = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(40_000),
    transports: z._default(z.array(text(20)).check(z.maxLength(10)), []),
  }),
});

/** `toJSON()` of the credential from `navigator.credentials.get`; other keys are ignored. */
export const Assertion = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(4000),
    signature: Bytes(8000),
    userHandle: z.nullish(Bytes(200)),
  }),
});

const Kind = z.literal('public-key');
/** Input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: Kind, alg: z.number() })),
  timeout: z.number(),
  /** The user's own passkeys: a device does not create a second one. */
  excludeCredentials: z.array(z.object({ type: Kind, id: z.string(), transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** Input of `PublicKeyCredential.parseRequestOptionsFromJSON`. Names no passkey, so it reveals no account. */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

/** The calls of passkeys: management in the own account, registration and sign-in. */
export const passkey = entity('passkey', {
  record: Passkey,
  organization: null,
  calls: {
    list: call({
      doc: 'Lists the passkeys of the signed-in user.',
      method: 'GET',
      path: '/passkey',
      result: z.array(Passkey),
      may: 'session',
    }),
    begin: call({
      doc: 'Returns the options for creating a passkey. They can be used once, within 5 minutes.',
      method: 'POST',
      path: '/passkey/begin',
      input: z.object({ currentPassword: z.string().check(z.maxLength(200)) }),
      result: CreationOptions,
      may: 'session',
      errors: ['E_BAD_LOGIN', 'E_RATE', 'E_TOO_MANY'],
    }),
    create: call({
      doc: 'Verifies and saves a new passkey.',
      method: 'POST',
      path: '/passkey',
      input: z.object({ name: name(100), response: Registration }),
      result: Passkey,
      may: 'session',
      errors: ['E_PASSKEY', 'E_EXISTS', 'E_TOO_MANY'],
    }),
    update: call({
      doc: 'Renames one passkey of the signed-in user.',
      method: 'PATCH',
      path: '/passkey/:id',
      input: z.object({ id: Id, name: name(100) }),
      result: Passkey,
      may: 'session',
    }),
    destroy: call({
      doc: 'Deletes one passkey of the signed-in user. It can no longer be used to sign in.',
      method: 'DELETE',
      path: '/passkey/:id',
      input: z.object({ id: Id }),
      result: Passkey,
      may: 'session',
    }),
    beginSignIn: call({
      doc: 'Returns the options for signing in with a passkey. They can be used once, within 5 minutes.',
      method: 'POST',
      path: '/passkey/begin-sign-in',
      result: RequestOptions,
      may: 'public',
      errors: ['E_RATE'],
    }),
    signIn: call({
      doc: 'Signs in with a passkey.',
      method: 'POST',
      path: '/passkey/sign-in',
      input: z.object({ response: Assertion }),
      result: z.object({ user: Me }),
      may: 'public',
      errors: ['E_BAD_LOGIN', 'E_RATE'],
    }),
  },
});
