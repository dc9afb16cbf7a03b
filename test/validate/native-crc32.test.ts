import { expect, it } from 'vitest';
import { nativeCrc32 } from '../../src/check/validate/native-crc32.js';

it('the checksum is not changed by an empty buffer of any kind', () => {
  const checksum = nativeCrc32();
  checksum.update(new TextEncoder().encode('12345'));
  for (const nothing of [new Uint8Array(0), new Uint8Array(new ArrayBuffer(0)), Buffer.alloc(0)]) {
    checksum.update(nothing);
  }
  checksum.update(new TextEncoder().encode('6789'));
  checksum.update(new Uint8Array(new ArrayBuffer(0)));
  // The check value of CRC-32/ISO-HDLC.
  expect(checksum.digest()).toBe('cbf43926');
});
