// The port to a provider of identities (OpenID Connect): where to send a browser, and who signed in.

/** The values that a started sign-in is checked against; known to this server alone. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that the provider returns. */
export interface Identity {
  issuer: string;
  /** Stays the same for one person, and is never given to another. */
  subject: string;
  /** '' if the provider returns none. */
  email: string;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
  /** When the person last proved who they are there, in seconds since 1970; null where the provider did not say. */
  authenticatedAt: number | null;
  /** As it was signed: what ends the session at the provider. */
  idToken: string;
}

/**
 * `away`: the provider cannot be reached, or does not answer as one does. `refused`: it signs nobody in, or what came
 * from it does not prove who somebody is.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly kind: 'away' | 'refused';

  /** `detail` is for the log: never a code, a token or a secret. */
  constructor(kind: 'away' | 'refused', detail: string) {
    super(detail);
    this.kind = kind;
  }
}

export interface OpenIdPort {
  /** The provider's name for people. */
  readonly name: string;
  /**
   * Where the browser goes, and what must be remembered meanwhile. `fresh` asks the provider to let the person prove again
   * who they are, though they are signed in there.
   *
   * @throws ProviderFault
   */
  start(redirectUri: string, fresh: boolean): Promise<{ url: string; begun: Begun }>;
  /**
   * Returns the identity of the person; `callback` is the address that the browser was sent to.
   *
   * @throws ProviderFault
   */
  finish(callback: URL, begun: Begun): Promise<Identity>;
  /** Where a browser ends its session with the provider; null where that has no such place. @throws ProviderFault */
  logoutUrl(idToken: string): Promise<string | null>;
}
