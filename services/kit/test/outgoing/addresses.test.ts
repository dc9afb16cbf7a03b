import { isPublicAddress, networks } from '@services/kit/outgoing';
import { describe, expect, it } from 'vitest';

const listed = (text: string) => text.trim().split(/\s+/);

describe('public addresses', () => {
  it.each(
    listed(`
    1.1.1.1 8.8.8.8 93.184.216.34 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 2606:4700:4700::1111
    2a00:1450:4001:81b::200e 192.0.1.1 223.255.255.255`),
  )('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    ...listed(`
    127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
    169.254.169.254 100.64.0.1 100.127.255.255 192.0.0.170 198.18.0.1 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 192.88.99.1 203.0.113.9 :: ::1 fe80::1 fe80::1%lo febf::1 fc00::1 fd12:3456::1 ff02::1
    fec0::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1
    2002:7f00:1:: 2002:808:808::1 2001::1 2001:db8::1 3fff::1 100::1 localhost 1.1.1`),
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it('lists of networks refuse other texts', () => {
  for (const bad of ['10.0.0.0/33', 'fd00::/129', 'example.org', '10.0.0.0/x', '', '10.0.0.0/-1']) {
    expect(() => networks([bad])).toThrow(RangeError);
  }
  expect(networks(['10.1.0.0/16', 'fd00::/8', '9.9.9.9']).check('10.1.2.3')).toBe(true);
});
