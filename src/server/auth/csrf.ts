// The site of a browser's request, as the browser states it. Other clients state none, and are asked for none.
import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a request may come from that origin: absent, allowed by name, or of the host that was asked. */
export function originFits(origins: readonly string[], origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (origins.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** The origin that a browser states, if it is one of this server's; null without one. */
export function ownOrigin(
  origins: readonly string[],
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
): string | null {
  return origin !== undefined && originFits(origins, origin, host) ? new URL(origin).origin : null;
}

/**
 * Whether the page of another site makes the browser ask. A GET without an Origin may be a link that a person followed:
 * only where none can lead (`links` false) Sec-Fetch-Site decides about it.
 */
export function isForeign(
  origins: readonly string[],
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  links: boolean,
): boolean {
  if (origin !== undefined) return !originFits(origins, origin, host);
  return !links && (site === 'cross-site' || site === 'same-site');
}
