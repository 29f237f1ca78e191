// Which addresses a push may be sent to. An endpoint comes from a browser, hence from anyone: it must not aim us inwards.
import { createECDH } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** The push services of Chrome and Edge, Safari, Firefox and Windows. */
export const DEFAULT_PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.apple.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
];

interface Place {
  host: string;
  port: string;
}

const isAddress = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0;

function matches(entry: string, place: Place): boolean {
  const [, named, port] = /^(.*):(\d+)$/.exec(entry.toLowerCase()) ?? [];
  if (named !== undefined) return named === place.host && port === place.port;
  if (place.port !== '443') return false;
  const allowed = entry.toLowerCase();
  if (!allowed.startsWith('*.')) return allowed === place.host;
  return allowed.length > 2 && !isAddress(place.host) && place.host.endsWith(allowed.slice(1));
}

const placeOf = (url: URL): Place => ({ host: url.hostname, port: url.port || '443' });

/**
 * Why this endpoint may not be pushed to, or null. `allow` holds exact hosts, `*.suffix` (not the suffix itself) and
 * `host:port`; only the last admits another port than 443, and an IP address must be named exactly.
 */
export function endpointFault(endpoint: string, allow: readonly string[]): string | null {
  // The URL parser would quietly drop or turn these, and another parser would read another host.
  if (/[\s\\\p{Cc}]/u.test(endpoint) || !URL.canParse(endpoint)) return 'the endpoint is not a URL';
  const url = new URL(endpoint);
  if (url.protocol !== 'https:') return 'the endpoint is not https';
  if (url.username !== '' || url.password !== '' || /^https:\/*[^/?#]*@/i.test(endpoint))
    return 'the endpoint names a user';
  const place = placeOf(url);
  if (allow.some((entry) => matches(entry, place))) return null;
  if (isAddress(place.host)) return 'the endpoint is an IP address';
  const known = allow.some((entry) => matches(entry, { ...place, port: '443' }));
  return known ? 'the endpoint names a port' : `${place.host} is not a known push service`;
}

/** Why these keys cannot encrypt, or null: a point of P-256 and 16 bytes, both base64url. */
export function keysFault(keys: { p256dh: string; auth: string }): string | null {
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return 'auth is not 16 bytes';
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(Buffer.from(keys.p256dh, 'base64url'));
  } catch {
    return 'p256dh is not a point of P-256';
  }
  return Buffer.from(keys.p256dh, 'base64url').length === 65 ? null : 'p256dh is not 65 bytes';
}

const PRIVATE_V4: readonly [net: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const PRIVATE_V6: readonly [net: string, bits: number][] = [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

function makeBlockList(): BlockList {
  const list = new BlockList();
  for (const [net, bits] of PRIVATE_V4) {
    list.addSubnet(net, bits, 'ipv4');
    // The same addresses behind a NAT64 gateway; the mapped form ::ffff:0:0/96 the list sees through by itself.
    list.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6');
  }
  for (const [net, bits] of PRIVATE_V6) list.addSubnet(net, bits, 'ipv6');
  return list;
}

const blocked = makeBlockList();

/** Whether an IP address leads to this machine, this network, or nowhere public. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address);
  return family === 0 || blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

export const PRIVATE_ADDRESS = 'EPRIVATE';

/** A DNS lookup that fails with code PRIVATE_ADDRESS where any answer is private: a name may change its mind after a check. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const fault = error ?? (found.some(({ address }) => isPrivateAddress(address)) ? privateFault(hostname) : null);
    const [first] = found ?? [];
    if (fault || !first) return callback(fault ?? privateFault(hostname), '', 0);
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

function privateFault(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} resolves to a private address`), { code: PRIVATE_ADDRESS });
}

/** Whether the endpoint's host and port are allowed by name: such a one may live in the own network. */
export function isNamedExactly(endpoint: string, allow: readonly string[]): boolean {
  const place = placeOf(new URL(endpoint));
  return allow.some((entry) => entry.toLowerCase() === `${place.host}:${place.port}`);
}
