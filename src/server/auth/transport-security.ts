// How browsers reach this server, decided once at the start: by the settings, never by what one request says.

/** How browsers reach this server. */
export interface TransportSecurity {
  /** Over TLS, here or at a proxy: cookies are for https alone. */
  readonly secure: boolean;
  /** False behind a proxy that is not trusted: every request seems to come from the proxy. */
  readonly knowsAddresses: boolean;
}

interface Settings {
  /** The public address, or null. */
  origin: string | null;
  tls: object | null;
  trustProxy: boolean;
}

/** Returns how browsers reach a server with these settings. */
export function transportSecurity({ origin, tls, trustProxy }: Settings): TransportSecurity {
  const isPublic = origin?.startsWith('https:') === true;
  return { secure: isPublic || tls !== null, knowsAddresses: !isPublic || tls !== null || trustProxy };
}

/** The warning at the start, where it matters. */
export const UNKNOWN_ADDRESSES =
  'PUBLIC_URL is https, and neither TLS_CERT nor TRUST_PROXY is set: every caller seems to have the address of the proxy, so that failed sign-ins are counted by account only. Set TRUST_PROXY=1 if the proxy sets X-Forwarded-For.';
