import { expect, test } from 'vitest';
import { readCall } from '../../src/detectors/phone/call.js';
import { PHONE_DETECTORS } from '../../src/detectors/phone/index.js';
import { ContentError } from '../../src/judge/index.js';

type Call = readonly [content: string, receiver?: string];
const TABLE: Readonly<Record<string, readonly [fires: Call, silent: Call]>> = {
  'phone.invalid': [['+1 000 555 0100'], ['+44 20 7946 0018']],
  'phone.impossible_length': [['+44 20 7946 0018 1234 567'], ['+44 20 7946 0018']],
  'phone.premium_rate': [['+44 9098 790123'], ['+44 20 7946 0018']],
  'phone.shared_cost': [['+49 1801 234567'], ['+44 20 7946 0018']],
  'phone.voip': [['+44 56 1234 5678'], ['+44 20 7946 0018']],
  'phone.personal_number': [['+44 70 1234 5678'], ['+44 7400 123456']],
  'phone.satellite': [['+881 6 2345 6789'], ['+44 20 7946 0018']],
  'phone.country_mismatch': [
    ['+92 301 2345678', '+1 212 555 1234'],
    ['+1 646 253 0000', '+1 212 555 1234'],
  ],
  'phone.wangiri_prefix': [
    ['Missed call from +960 771 2345', '+44 20 7946 0018'],
    ['Missed call from +44 20 7946 0018', '+44 20 7946 0019'],
  ],
  'phone.sequential_digits': [['+1 212 345 6789'], ['+1 212 736 5000']],
  'phone.spoofed_neighbour': [
    ['+1 212 736 5001', '+1 212 736 5944'],
    ['+1 646 253 0108', '+1 212 736 5944'],
  ],
};

test('the table has every phone detector', () => {
  expect(Object.keys(TABLE).sort()).toEqual(PHONE_DETECTORS.map(({ code }) => code).sort());
});

test.each(PHONE_DETECTORS)(
  '$code fires on its positive, and not on its negative example',
  ({ code, detect }) => {
    const [fires, silent] = TABLE[code] as readonly [Call, Call];
    expect(detect(readCall(fires[0], fires[1]))?.strength).toBeGreaterThan(0);
    expect(detect(readCall(silent[0], silent[1]))).toBeUndefined();
  },
);

test('content without a number is refused', () => {
  expect(() => readCall('call me maybe', undefined)).toThrow(ContentError);
});

test('a number without a country code is read as a number of the receiver’s country', () => {
  expect(readCall('07400 123456', '+44 20 7946 0018').number?.number).toBe('+447400123456');
});
