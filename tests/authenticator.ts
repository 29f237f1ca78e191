// A software authenticator: makes ES256 passkeys and signs with them, as a phone would, or wrong in any way a test wants.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { InputOf, ResultOf } from '#contract/define.ts';
import type { passkey as passkeys } from '#contract/passkey.ts';

type Calls = (typeof passkeys)['calls'];
export type CreationOptions = ResultOf<Calls['begin']>;
export type RequestOptions = ResultOf<Calls['beginSignIn']>;
export type Registration = InputOf<Calls['create']>['response'];
export type Assertion = InputOf<Calls['signIn']>['response'];

/** The part of an answer that a test makes wrong. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Nobody looked into the camera or typed a code. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Another key signs. */
  key?: KeyObject;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP = 0x08 | 0x10;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16BE(value);
  else buffer.writeUInt32BE(value);
  return buffer;
};

/** The head of a CBOR item: its major type and its length or value. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint(value, 2)]);
}
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborNumber = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborMap = (...pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

export class Passkey {
  readonly id = randomBytes(24).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle: string | null = null;
  counter = 0;
  /** Whether it counts its uses; passkeys that are synchronized do not. */
  readonly counts: boolean;

  /** `origin`: where the browser is. */
  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin;
    this.counts = counts;
  }

  /** The answer of `navigator.credentials.create`. */
  register(options: CreationOptions, wrong: Wrong = {}): Registration {
    this.#userHandle = options.user.id;
    const attested = [
      Buffer.alloc(16),
      uint(Buffer.from(this.id, 'base64url').length, 2),
      Buffer.from(this.id, 'base64url'),
    ];
    const data = Buffer.concat([
      this.#head(wrong.rpId ?? options.rp.id, ATTESTED, wrong),
      ...attested,
      this.#publicKey(),
    ]);
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(data)],
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer of `navigator.credentials.get`. */
  assert(options: RequestOptions, wrong: Wrong = {}): Assertion {
    if (this.counts) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const data = this.#head(wrong.rpId ?? options.rpId, 0, wrong);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), wrong.key ?? this.#keys.privateKey);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: wrong.userHandle ?? this.#userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const clientData = {
      type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(clientData));
  }

  #head(rpId: string, more: number, wrong: Wrong): Buffer {
    const flags = USER_PRESENT | (wrong.unverified ? 0 : USER_VERIFIED) | (this.counts ? 0 : BACKUP) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(wrong.counter ?? this.counter, 4)]);
  }

  /** COSE: an EC2 key of P-256 for ES256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return cborMap(
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
    );
  }
}

/** A key that belongs to no passkey. */
export const strangerKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
