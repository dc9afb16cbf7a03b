import { expect, test } from 'vitest';
import { accountEntry, isAppointed, namesOffice, offersWayOut } from '../../src/model/notices.js';
import { readText } from '../../src/text/reading.js';

test.each([
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Ref 70118226', 'full'],
  ['FNB: R40 paid from card ending 4417 @ Spar. Avail R210', 'full'],
  ['You have recharged N500. Your new balance is N512', 'likely'],
  ['Your account is blocked, pay R40 now', 'none'],
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Verify now', 'none'],
  ['Card ending 4417 charged $40, balance $12. Sent by mistake, return it', 'none'],
])('%s: an entry of an account, %s', (text, entry) => {
  expect(accountEntry(readText(text))).toBe(entry);
});

test.each([
  ['Your appointment is on Thursday at 10:40. To change it ring 028 9049 6612', true],
  ['We meet at 7pm by the station', true],
  ['We meet by the station', false],
  ['Your account is suspended at 10:40', false],
  ['Pay 40 pounds before 5pm', false],
  ['Write to +44 7700 900123 before 5pm', false],
])('%s: an hour is told and nothing asked, %s', (text, expected) => {
  expect(isAppointed(readText(text))).toBe(expected);
});

test.each([
  ['call 0800 123 4567', true],
  ['call 1300 123 456', true],
  ['call 020 7946 0112', true],
  ['call 1-844-208-1299', true],
  ['call 07700 900123', false],
  ['call +234 803 123 4567', false],
  ['call 020 7946 0112 or 07700 900123', false],
  ['no number', false],
])('%s: only numbers of offices, %s', (text, expected) => {
  expect(namesOffice(readText(text))).toBe(expected);
});

test('a long reference is no telephone number, and the same digits after a word of calling are one', () => {
  expect(readText('UPI Ref No 503441992817').phones).toEqual([]);
  expect(readText('Transaction ID: 31284412213').phones).toEqual([]);
  expect(readText('call 31284412213').phones).toHaveLength(1);
});

test('a way out is no talk that begins', () => {
  const wayOut = readText('Reply STOP to end');
  expect(offersWayOut(wayOut)).toBe(true);
  expect(wayOut.concepts.has('reply')).toBe(false);
  expect(readText('Reply YES to start').concepts.has('reply')).toBe(true);
});
