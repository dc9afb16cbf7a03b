import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, statusOf } from '../../src/transactions/decision.js';
import { DAY_MS, type PaymentFacts } from '../../src/transactions/facts.js';
import { TRANSACTION_RULES } from '../../src/transactions/rules.js';
import { median, percentile, robustZ } from '../../src/transactions/statistics.js';
import { bounds } from './bounds.js';

const NOW = Date.UTC(2026, 5, 1);
const none = { count: 0, sum: 0 };
const quiet: PaymentFacts = {
  now: NOW,
  amount: 5_000,
  balance: 1_000_000,
  history: [],
  sent: { in10Minutes: none, inHour: none, inDay: none },
  lastSentAt: null,
  receiverKnown: false,
  receiverFlagged: false,
  receiversInHour: 1,
  sendersToReceiverInDay: 1,
  receiverSince: NOW,
  amountsInWeek: [],
  returnedInDay: [],
  sameInMinute: 0,
  descriptionScore: 0,
};
const usual = [4_000, 5_000, 6_000, 5_500, 4_500];

/** Payments at which a rule fires, and similar payments at which it does not. */
const CASES: [string, boolean, Partial<PaymentFacts>][] = [
  ['balance.overdraft', true, { amount: 1_000_001 }],
  ['balance.overdraft', true, { amount: 1, balance: 0 }],
  ['balance.overdraft', false, { amount: 1_000_000 }],
  ['amount.unusual', true, { history: usual, amount: 20_000 }],
  // 6 is the limit of 0.6745 · |amount − 5,000| ÷ 500.
  ['amount.unusual', true, { history: usual, amount: 9_448 }],
  ['amount.unusual', true, { history: [5_000, 5_000, 5_000, 5_000, 5_000], amount: 6_500 }],
  ['amount.unusual', false, { history: usual.slice(1), amount: 20_000 }],
  ['amount.unusual', false, { history: usual, amount: 9_447 }],
  ['amount.unusual', false, { history: usual, amount: 1 }],
  ['receiver.flagged', true, { receiverFlagged: true }],
  ['receiver.flagged', false, { amount: 4_000 }],
  ['sender.first_large', true, { amount: 999_999 }],
  ['sender.first_large', true, { amount: 300_000 }],
  ['sender.first_large', true, { amount: 6_000, balance: 10_000 }],
  [
    'sender.first_large',
    true,
    { amount: 100_000, sent: { ...quiet.sent, inDay: { count: 2, sum: 200_000 } } },
  ],
  ['sender.first_large', false, { amount: 5_000 }],
  ['sender.first_large', false, { amount: 400_000, receiverKnown: true }],
  ['sender.first_large', false, { amount: 400_000, history: usual }],
  ['sender.first_large', false, { amount: 299_999 }],
  ['velocity.high', true, { sent: { ...quiet.sent, in10Minutes: { count: 8, sum: 0 } } }],
  ['velocity.high', true, { sent: { ...quiet.sent, inHour: { count: 20, sum: 0 } } }],
  ['velocity.high', true, { sent: { ...quiet.sent, inDay: { count: 60, sum: 0 } } }],
  ['velocity.high', true, { sent: { ...quiet.sent, in10Minutes: { count: 1, sum: 495_001 } } }],
  ['velocity.high', false, { sent: { ...quiet.sent, in10Minutes: { count: 7, sum: 495_000 } } }],
  ['velocity.high', false, { amount: 900_000 }],
  ['receiver.new_large', true, { history: usual, amount: 7_000 }],
  ['receiver.new_large', false, { history: usual, amount: 7_000, receiverKnown: true }],
  ['receiver.new_large', false, { history: usual, amount: 6_100 }],
  ['receiver.new_large', false, { history: usual.slice(1), amount: 90_000 }],
  ['receiver.many', true, { receiversInHour: 7 }],
  ['receiver.many', false, { receiversInHour: 6 }],
  ['receiver.mule', true, { sendersToReceiverInDay: 8 }],
  ['receiver.mule', false, { sendersToReceiverInDay: 7 }],
  ['receiver.mule', false, { sendersToReceiverInDay: 80, receiverSince: NOW - 30 * DAY_MS }],
  ['amount.structuring', true, { amount: 999_999, amountsInWeek: [900_000, 950_000] }],
  ['amount.structuring', false, { amount: 1_000_000, amountsInWeek: [900_000, 950_000] }],
  ['amount.structuring', false, { amount: 899_999, amountsInWeek: [900_000, 950_000] }],
  ['amount.structuring', false, { amount: 999_999, amountsInWeek: [899_999, 950_000] }],
  ['flow.round_trip', true, { amount: 10_000, returnedInDay: [9_000] }],
  ['flow.round_trip', true, { amount: 10_000, returnedInDay: [5, 11_000] }],
  ['flow.round_trip', false, { amount: 9_999, returnedInDay: [9_999] }],
  ['flow.round_trip', false, { amount: 10_000, returnedInDay: [8_999] }],
  ['flow.round_trip', false, { amount: 10_000 }],
  ['account.dormant_large', true, { lastSentAt: NOW - 90 * DAY_MS, amount: 100_000 }],
  ['account.dormant_large', true, { lastSentAt: NOW - 400 * DAY_MS, amount: 6_500, history: usual }],
  ['account.dormant_large', false, { lastSentAt: NOW - 90 * DAY_MS + 1, amount: 100_000 }],
  ['account.dormant_large', false, { lastSentAt: NOW - 90 * DAY_MS, amount: 99_999 }],
  ['account.dormant_large', false, { lastSentAt: NOW - 90 * DAY_MS, amount: 5_000, history: usual }],
  ['account.dormant_large', false, { amount: 100_000 }],
  ['flow.double_submit', true, { sameInMinute: 1 }],
  ['flow.double_submit', false, { sameInMinute: 0 }],
  ['description.suspicious', true, { descriptionScore: 0.5 }],
  ['description.suspicious', false, { descriptionScore: 0.4999 }],
];

it.each(CASES)('%s fires, %s: %j', (code, fires, change) => {
  const rule = TRANSACTION_RULES.find((one) => one.code === code)!;
  expect(rule.fires({ ...quiet, ...change }, bounds)).toBe(fires);
});

describe('the rules together', () => {
  it('have examples here', () => {
    const codes = TRANSACTION_RULES.map(({ code }) => code).sort();
    for (const kind of [true, false]) {
      const cases = CASES.filter(([, fires]) => fires === kind).map(([code]) => code);
      expect([...new Set(cases)].sort()).toEqual(codes);
    }
    for (const { weight, fires } of TRANSACTION_RULES)
      expect([weight > 0, weight <= 1, fires(quiet, bounds)]).toEqual([true, true, false]);
  });

  const thresholds = { review: 0.5, decline: 0.85 };

  it('add up to 1 − ∏(1 − weight)', () => {
    const decided = (change: Partial<PaymentFacts>) => decide({ ...quiet, ...change }, bounds, thresholds);
    const two = { sameInMinute: 1, receiversInHour: 9 };
    expect(decided(two)).toMatchObject({ score: 7_500, status: 'review' });
    const more = decided({ ...two, descriptionScore: 1 });
    expect(more).toMatchObject({ score: 8_875, status: 'declined' });
    expect(more.fired[0]?.code).toBe('description.suspicious');
    expect(decided({})).toEqual({ score: 0, status: 'approved', fired: [] });
    expect(decided({ balance: 0 })).toMatchObject({ score: 10_000, status: 'declined' });
  });

  it('have thresholds for a review and for a decline', () => {
    const statuses = [0, 4_999, 5_000, 8_499, 8_500, 10_000].map((score) => statusOf(score, thresholds));
    expect(statuses.join(' ')).toBe('approved approved review review declined declined');
  });
});

describe('statistics', () => {
  it('agree with a naive percentile, and the percentile is monotonic', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 60 }), (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const half = (sorted.length - 1) / 2;
        expect(median(values)).toBe((sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2);
        expect(percentile(values, 0)).toBe(sorted[0]);
        expect(percentile(values, 1)).toBe(sorted.at(-1));
        expect(percentile(values, 0.95)).toBeGreaterThanOrEqual(percentile(values, 0.9));
      }),
    );
  });

  it('a median absolute deviation times 1.4826 is one robust standard deviation', () => {
    expect(robustZ(14_826 + 50_000, [40_000, 50_000, 60_000])).toBeCloseTo(1, 10);
    expect(robustZ(5, [5, 5, 5])).toBe(0);
  });
});
