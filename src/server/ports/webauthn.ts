// Passkeys as the standard has them: what a device is asked for, and whether what it answered fits. Knows no account.
import { randomBytes } from 'node:crypto';
import { errorMessage, propertyOf } from '#server/unknown.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** As the browser's `toJSON()` gives it, less what nobody reads. */
export type Registration = Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: Pick<RegistrationResponseJSON['response'], 'clientDataJSON' | 'attestationObject'>;
};
export type Assertion = Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: Pick<AuthenticationResponseJSON['response'], 'clientDataJSON' | 'authenticatorData' | 'signature'> & {
    userHandle?: string | null | undefined;
  };
};

/** The public half of a passkey, as it is stored. */
export interface PublicPasskey {
  credentialId: string;
  /** COSE, as base64url. */
  publicKey: string;
  /** How often it was used, by its own word; 0 where it does not count. */
  counter: number;
}

/** `fault` is for the log: what of the answer did not fit. */
export type Checked<T> = { fits: T } | { fault: string };

/** EdDSA, ES256, RS256: named, so that no server takes a key which another one cannot check. */
const ALGORITHMS = [-8, -7, -257];
/** How long a device waits for its person, and how long the answer is taken. */
export const CEREMONY_MS = 300_000;

/** Nobody asks who made a device: without roots no certificate is followed, and nothing is fetched to check one. */
const ROOTS = ['android-key', 'android-safetynet', 'apple', 'mds'] as const;

/** It weighs more than the rest of the start: it is fetched when somebody begins, while the device asks its person. */
async function library() {
  const found = await import('@simplewebauthn/server');
  for (const identifier of ROOTS) found.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return found;
}

/** The domain that passkeys of this origin belong to. */
const domainOf = (origin: string): string => new URL(origin).hostname;

function begun() {
  // A failure here fails again where the result is awaited.
  library().catch(() => undefined);
  return { challenge: randomBytes(32).toString('base64url'), timeout: CEREMONY_MS };
}

/** Returns the options for creating a passkey, as JSON. `handle` is stored in it, and identifies the person. */
export const creationOptions = (
  origin: string,
  person: { handle: string; email: string; name: string },
  held: readonly { credentialId: string; transports: string[] }[],
) => ({
  ...begun(),
  rp: { id: domainOf(origin), name: 'Backwatch' },
  user: { id: Buffer.from(person.handle).toString('base64url'), name: person.email, displayName: person.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  excludeCredentials: held.map(({ credentialId, transports }) => ({
    type: 'public-key' as const,
    id: credentialId,
    transports,
  })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/** Returns the options for a sign-in with a passkey, as JSON, for any person. */
export const requestOptions = (origin: string) => ({
  ...begun(),
  rpId: domainOf(origin),
  userVerification: 'required' as const,
});

/** The challenge that an answer says it signed; null where it names none. Nothing is proven by it. */
export function challengeIn({ response }: Registration | Assertion): string | null {
  try {
    const signed = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const challenge = propertyOf(signed, 'challenge');
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/** The person's handle in an answer; null where the device gave none. */
export const handleIn = ({ response }: Assertion): string | null =>
  response.userHandle ? Buffer.from(response.userHandle, 'base64url').toString('utf8') : null;

/** Any error of the library means that the answer is invalid. */
async function checked<T>(work: () => Promise<T | null>): Promise<Checked<T>> {
  try {
    const fits = await work();
    return fits === null ? { fault: 'the signature does not fit' } : { fits };
  } catch (error) {
    return { fault: errorMessage(error).slice(0, 300) };
  }
}

/** The passkey that a device made. */
export function checkRegistration(
  origin: string,
  challenge: string,
  response: Registration,
): Promise<Checked<PublicPasskey & { backedUp: boolean }>> {
  return checked(async () => {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domainOf(origin),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      backedUp: credentialBackedUp,
    };
  });
}

/** The new values of a passkey that was used. */
export function checkAssertion(
  origin: string,
  challenge: string,
  response: Assertion,
  { credentialId, publicKey, counter }: PublicPasskey,
): Promise<Checked<{ counter: number; backedUp: boolean }>> {
  return checked(async () => {
    const { verifyAuthenticationResponse } = await library();
    const { userHandle, ...signed } = response.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domainOf(origin),
      credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
    });
    return verified
      ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
      : null;
  });
}
