// Returns the key by which callers are counted: an IPv4 address, or the network of an IPv6 address, whose owner has
// countless others.
import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;
const GROUPS = 8;
const GROUP_BITS = 16;

/** `192.0.2.7`, also where it was written as IPv6, or the first bits as `2001:db8:0:1::/64`; what is no address stays. */
function prefixOf(address: string, bits: number): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%');
  const [left = [], right = []] = bare.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const between = bare.includes('::') ? Array.from({ length: GROUPS - left.length - right.length }, () => '0') : [];
  const first = [...left, ...between, ...right].slice(0, bits / GROUP_BITS);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`;
}

/** Returns the network of one link: a home, an office, a phone. */
export const networkOf = (address: string): string => prefixOf(address, 64);

/** Returns the network that a provider gives to one customer, who has 65,536 links in it. */
export const siteOf = (address: string): string => prefixOf(address, 48);

interface Addresses {
  readonly knowsAddresses: boolean;
}

/** Returns the network of a caller to count attempts by; null where addresses are unknown, and nothing is counted by them. */
export const callerOf = ({ knowsAddresses }: Addresses, ip: string): string | null =>
  knowsAddresses ? networkOf(ip) : null;

/** As `callerOf`, for the network of the customer. */
export const callerSiteOf = ({ knowsAddresses }: Addresses, ip: string): string | null =>
  knowsAddresses ? siteOf(ip) : null;
