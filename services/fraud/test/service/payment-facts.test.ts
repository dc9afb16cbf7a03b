import { sql } from '@services/kit/db';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { decide } from '../../src/transactions/decision.js';
import { DAY_MS, type Flow, type PaymentFacts, type RuleBounds } from '../../src/transactions/facts.js';
import { gatherFacts } from '../../src/transactions/gather.js';
import { enter, type StoredTransaction } from '../../src/transactions/store.js';
import { bounds as usualBounds } from '../transactions/bounds.js';
import { startFixture } from './fixture.js';

const service = await startFixture();
const { id: userId } = await service.user('ann', { scopes: ['transactions'] });
afterAll(() => service.stop());

const NOW = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
const flow = { count: 9, sum: 90_000 };
const bounds: RuleBounds = {
  ...usualBounds,
  velocity: { in10Minutes: flow, inHour: flow, inDay: flow },
  ...{ reportingLimits: [10_000], dormantDays: 2, largeAmount: 5_000, roundTripMinimum: 1_000 },
  ...{ receiversInHour: 2, sendersInDay: 1 },
};

type Row = Omit<StoredTransaction, 'reviewedAt'>;

/** Computes all facts that the rules may need from all rows, without the limits of the statement. */
function naiveFacts(rows: readonly Row[], from: string, to: string, amount: number): Partial<PaymentFacts> {
  const newest = [...rows].sort((a, b) => b.createdAt - a.createdAt);
  const within = (row: Row, ms: number) => row.createdAt > NOW - ms;
  const sent = newest.filter(({ senderId }) => senderId === from);
  const flow = (ms: number): Flow => {
    const those = sent.filter((row) => within(row, ms));
    const counted = those.filter(({ status }) => status !== 'declined');
    return { count: those.length, sum: counted.reduce((sum, row) => sum + row.amount, 0) };
  };
  const approved = newest.filter((row) => row.status === 'approved' && within(row, DAY_MS));
  const back = approved.filter(({ receiverId }) => receiverId === from);
  const over = back.flatMap((second) =>
    approved
      .filter(
        (first) =>
          first.senderId === to &&
          first.receiverId === second.senderId &&
          first.createdAt <= second.createdAt,
      )
      .map((first) => Math.min(first.amount, second.amount)),
  );
  return {
    history: sent.filter(({ status }) => status !== 'declined').map((row) => row.amount),
    sent: { in10Minutes: flow(10 * MINUTE_MS), inHour: flow(60 * MINUTE_MS), inDay: flow(DAY_MS) },
    lastSentAt: sent[0]?.createdAt ?? null,
    receiverKnown: sent.some(({ receiverId, status }) => receiverId === to && status === 'approved'),
    // Payments without a decision of a reviewer.
    receiverFlagged: false,
    receiversInHour: new Set([
      to,
      ...sent.filter((row) => within(row, 60 * MINUTE_MS)).map((row) => row.receiverId),
    ]).size,
    sendersToReceiverInDay: new Set([
      from,
      ...newest.filter((row) => row.receiverId === to && within(row, DAY_MS)).map((row) => row.senderId),
    ]).size,
    amountsInWeek: sent.filter((row) => within(row, 7 * DAY_MS)).map((row) => row.amount),
    returnedInDay: [...back.filter(({ senderId }) => senderId === to).map((row) => row.amount), ...over],
    sameInMinute: sent.filter(
      (row) => row.receiverId === to && row.amount === amount && within(row, MINUTE_MS),
    ).length,
  };
}

// Most payments are between the two accounts whose facts are compared.
const account = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'd');
const cents = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 8_900, max: 10_100 }),
  fc.constant(2_000),
);
const ago = fc.oneof(
  fc.integer({ min: 0, max: 2 * MINUTE_MS }),
  fc.integer({ min: 0, max: 90 * MINUTE_MS }),
  fc.integer({ min: 0, max: 9 * DAY_MS }),
);
const payment = fc.record({
  senderId: account,
  receiverId: account,
  amount: cents,
  createdAt: ago.map((ms) => NOW - ms),
  status: fc.constantFrom('approved' as const, 'approved' as const, 'review' as const, 'declined' as const),
});

it('the facts read from the ledger make the same rules fire as facts from all rows', async () => {
  const seen = new Set<string>();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 25, maxLength: 60 }),
      fc.record({ amount: cents, age: fc.constantFrom(DAY_MS, 60 * DAY_MS) }),
      async (payments, { amount, age }) => {
        run += 1;
        const rows: Row[] = payments
          .filter(({ senderId, receiverId }) => senderId !== receiverId)
          .map((row, at) => ({
            ...row,
            id: `tx_${run}_${at}`,
            userId,
            description: null,
            fraudScore: 0,
            firedRules: [],
          }));
        await service.db.tx(async (tx) => {
          await tx.run(sql`delete from transactions`);
          for (const row of rows) await enter(tx, row);
        });
        const receiverSince = NOW - age;
        const known = { now: NOW, amount, balance: 1_000_000, receiverSince, descriptionScore: 0 };
        const fired = (facts: object): string[] =>
          decide({ ...known, ...facts } as PaymentFacts, bounds, { review: 0.5, decline: 0.9 }).fired.map(
            ({ code }) => code,
          );
        const asked = { userId, senderId: 'a', receiverId: 'b', amount, now: NOW, receiverSince };
        const expected = fired(naiveFacts(rows, 'a', 'b', amount));
        expect(fired(await gatherFacts(service.db, asked, bounds))).toEqual(expected);
        for (const code of expected) seen.add(code);
      },
    ),
    { numRuns: 60 },
  );
  // The test is meaningful only if enough rules have fired.
  expect(seen.size).toBeGreaterThanOrEqual(6);
}, 120_000);
