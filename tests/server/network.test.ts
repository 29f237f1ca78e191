// The key of one caller.
import { describe, expect, test } from 'vitest';
import { networkOf, siteOf } from '#server/auth/network.ts';

describe('a caller', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['what a proxy invents', 'what a proxy invents'],
    ['', ''],
  ])('at %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('the network of one customer of a provider', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
    ['2001:db8:2:2::9', '2001:db8:2::/48'],
  ])('at %s is %s', (address, network) => expect(siteOf(address)).toBe(network));
});
