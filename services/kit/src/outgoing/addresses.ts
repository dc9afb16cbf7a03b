import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not part of the public internet: IANA's special-purpose registry, multicast and class E. */
const SPECIAL_V4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
  .trim()
  .split(/\s+/);

/**
 * Global unicast of IPv6, which excludes loopback, link-local, unique-local, multicast, IPv4-mapped (::ffff:0:0/96)
 * and NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
 */
const GLOBAL_V6 = ['2000::/3'];

/**
 * Special networks within `GLOBAL_V6`: protocol assignments with Teredo and ORCHID, documentation, and 6to4, which
 * carries an IPv4 address.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * Parses a list of networks in CIDR form. A plain address is a network of one address. Throws RangeError for other
 * texts.
 */
export function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', length] = cidr.split('/');
    const family = isIP(address);
    const bits = family === 6 ? 128 : 32;
    const prefix = length === undefined ? bits : Number(length);
    if (family === 0 || !/^\d+$/.test(length ?? '0') || prefix > bits) {
      throw new RangeError(`${cidr} is no network such as 10.0.0.0/8 or fd00::/8`);
    }
    list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const specialV4 = networks(SPECIAL_V4);
const globalV6 = networks(GLOBAL_V6);
const specialV6 = networks(SPECIAL_V6);

/** True if the IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4');
    case 6:
      // An address with a zone (fe80::1%eth0) belongs to an interface of this machine.
      return !address.includes('%') && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
    default:
      return false;
  }
}
