import { type Queryable, sql } from '@services/kit/db';
import { DAY_MS, FLAGGED_DAYS, type PaymentFacts, type RuleBounds } from './facts.js';
import type { Movement } from './store.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Number of newest payments that are read for a sender's habit, and for the last hour; more payments would take
 * longer, and change little.
 */
const HISTORY = 250;
/** Maximum number of amounts that are read of a week, and of returned amounts: the rules need only a few. */
const MOST_READ = 1_000;
/** A receiver with this number of approved payments is a shop, even if other payments were declined. */
const MOST_APPROVED = 20;
/**
 * Sums are capped at this value: up to it, a double represents all integers exactly, and the bounds of all rules are
 * lower.
 */
const MOST = 9e15;

export interface Payment extends Movement {
  now: number;
  /** Time at which the receiver's account was created. */
  receiverSince: number;
}

type GatheredFacts = Omit<PaymentFacts, 'balance' | 'receiverSince' | 'descriptionScore' | 'amount' | 'now'>;

type FactsRow = Omit<GatheredFacts, 'sent'> & Record<`${'count' | 'sum'}_${'10m' | '1h' | '24h'}`, number>;

/**
 * Reads all facts for the rules in one statement, because each statement is a round trip. Data that cannot change
 * which rules fire are not read, so that the thousandth payment of a day costs no more than the hundredth.
 */
export async function gatherFacts(
  db: Queryable,
  payment: Payment,
  bounds: RuleBounds,
): Promise<GatheredFacts> {
  const { userId, senderId, receiverId, amount, now, receiverSince } = payment;
  const weekFrom = Math.min(...bounds.reportingLimits) / 2;
  // Nothing is counted beyond the largest bound, because the rule has fired by then.
  const mostCounted = Math.max(...Object.values(bounds.velocity).map(({ count }) => count));
  const asksSenders = now - receiverSince < bounds.establishedDays * DAY_MS;
  const since = (ms: number) => sql`created_at > ${now - ms}::int8`;
  // Sums are computed with doubles: the sum of bigint is numeric, which takes several times as long in the embedded
  // database.
  const sumSince = (ms: number) =>
    sql`least(coalesce(sum(amount::float8) filter (where status <> 'declined' and ${since(ms)}), 0), ${MOST})::int8`;
  const row = await db.one<FactsRow>(sql`
    select
      array(select amount from transactions
        where user_id = ${userId} and sender_id = ${senderId} and status <> 'declined'
        order by created_at desc limit ${HISTORY}) as history,
      count(*) filter (where ${since(10 * MINUTE_MS)}) as count_10m, ${sumSince(10 * MINUTE_MS)} as sum_10m,
      count(*) filter (where ${since(HOUR_MS)}) as count_1h, ${sumSince(HOUR_MS)} as sum_1h,
      count(*) as count_24h, ${sumSince(DAY_MS)} as sum_24h,
      (select count(distinct receiver_id) from (select receiver_id from transactions
        where user_id = ${userId} and sender_id = ${senderId} and ${since(HOUR_MS)}
        order by created_at desc limit ${HISTORY}) newest where receiver_id <> ${receiverId}) + 1 as "receiversInHour",
      (select count(*) from transactions
        where user_id = ${userId} and sender_id = ${senderId} and receiver_id = ${receiverId}
          and amount = ${amount} and ${since(MINUTE_MS)}) as "sameInMinute",
      (select max(created_at) from transactions
        where user_id = ${userId} and sender_id = ${senderId}) as "lastSentAt",
      exists (select from transactions where user_id = ${userId} and sender_id = ${senderId}
        and receiver_id = ${receiverId} and status = 'approved') as "receiverKnown",
      (select count(*) > 0 and count(*) >= (select count(*) from (select from transactions
          where user_id = ${userId} and receiver_id = ${receiverId} and status = 'approved'
          and ${since(FLAGGED_DAYS * DAY_MS)} limit ${MOST_APPROVED}) approved)
        from transactions where user_id = ${userId} and receiver_id = ${receiverId}
          and status = 'declined' and reviewed_at is not null and ${since(FLAGGED_DAYS * DAY_MS)}) as "receiverFlagged",
      (select count(distinct sender_id) from transactions
        where ${asksSenders} and user_id = ${userId} and receiver_id = ${receiverId} and sender_id <> ${senderId}
          and ${since(DAY_MS)}) + 1 as "sendersToReceiverInDay",
      array(select amount from transactions
        where ${amount >= weekFrom} and user_id = ${userId} and sender_id = ${senderId}
          and ${since(7 * DAY_MS)} limit ${MOST_READ}) as "amountsInWeek",
      array(select amount from transactions
        where user_id = ${userId} and sender_id = ${receiverId} and receiver_id = ${senderId}
          and status = 'approved' and ${since(DAY_MS)}
        union all
        select least(second.amount, first.amount) from transactions second
        join transactions first on first.user_id = second.user_id and first.receiver_id = second.sender_id
        where second.user_id = ${userId} and second.receiver_id = ${senderId} and second.status = 'approved'
          and second.sender_id <> ${receiverId} and second.created_at > ${now - DAY_MS}::int8
          and first.sender_id = ${receiverId} and first.status = 'approved'
          and first.created_at > ${now - DAY_MS}::int8 and first.created_at <= second.created_at
        limit ${MOST_READ}) as "returnedInDay"
    from (select amount, status, created_at from transactions
      where user_id = ${userId} and sender_id = ${senderId} and ${since(DAY_MS)}
      order by created_at desc limit ${mostCounted}) newest`);
  const { count_10m, sum_10m, count_1h, sum_1h, count_24h, sum_24h, ...facts } = row!;
  return {
    ...facts,
    sent: {
      in10Minutes: { count: count_10m, sum: sum_10m },
      inHour: { count: count_1h, sum: sum_1h },
      inDay: { count: count_24h, sum: sum_24h },
    },
  };
}
