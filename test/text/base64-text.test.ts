/**
 * Base64 is read by RFC 4648, in either alphabet; padding may be missing, but must be right if it is present.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Room, readBase64 } from '../../src/tools/text/base64-text.js';

function read(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text);
  // The bytes are not written at the start of the target, so that an ignored offset would be noticed.
  const target = new Uint8Array(3 + base64Room(bytes.length));
  const end = readBase64(bytes, 0, bytes.length, target, 3);
  return end < 0 ? undefined : Buffer.from(target.subarray(3, end)).toString('hex');
}

/** A reader by the grammar: groups of four characters, of which the last may be shorter, or padded. */
function naive(text: string): string | undefined {
  const dense = text.replaceAll(/[ \t\n\r]/g, '');
  const isBase64 = /^([\w+/-]{4})*([\w+/-]{2}(==)?|[\w+/-]{3}=?)?$/.test(dense);
  return isBase64 ? Buffer.from(dense, 'base64url').toString('hex') : undefined;
}

describe('base64', () => {
  it.each([
    ['', ''],
    ['AQ', '01'],
    ['AQ==', '01'],
    ['AQI', '0102'],
    ['AQI=', '0102'],
    ['AQID', '010203'],
    [' A Q\n= =', '01'],
    ['-_+/', 'fbffbf'],
    ['AQIDBA', '01020304'],
  ])('%j is %s', (text, hex) => expect([read(text), naive(text)]).toEqual([hex, hex]));

  it.each([
    'A',
    'AQ=',
    'AQ===',
    'AQI==',
    'AQID=',
    'AQID==',
    'AQID===',
    'AQID====',
    'A===',
    '=',
    '====',
    'AQ=Q',
    'AQ==AQ==',
    'A.AA',
    'AQ\f==',
  ])('%j is refused', (text) => expect([read(text), naive(text)]).toEqual([undefined, undefined]));

  it('is read as by a grammar and by Node, for any text', () => {
    const pieces = fc.constantFrom(
      'A',
      'Q',
      'z',
      '0',
      '9',
      '+',
      '/',
      '-',
      '_',
      '=',
      '==',
      ' ',
      '\n',
      'AQID',
      '\f',
      '.',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = list.join('');
        expect(read(text)).toBe(naive(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('needs at most the estimated space', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.boolean(), (bytes, padded) => {
        const text = Buffer.from(bytes).toString(padded ? 'base64' : 'base64url');
        expect(read(text)).toBe(Buffer.from(bytes).toString('hex'));
        expect(base64Room(text.length)).toBeGreaterThanOrEqual(bytes.length);
      }),
    );
  });
});
