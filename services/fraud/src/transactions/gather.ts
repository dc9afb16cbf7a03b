import { type Queryable, sql } from '@services/kit/db';
import { DAY_MS, type PaymentFacts } from './facts.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** So many earlier amounts describe a habit; more would only take longer to read. */
const HISTORY = 1_000;
/** Sums are cut there: a number holds it exactly, and no bound of a rule is as high. */
const MOST = 9e15;

export interface Payment {
  userId: number;
  senderId: string;
  receiverId: string;
  amount: number;
  now: number;
}

interface FactsRow {
  history: number[];
  count_10m: number;
  sum_10m: number;
  count_1h: number;
  sum_1h: number;
  count_24h: number;
  sum_24h: number;
  receivers_1h: number;
  same_1m: number;
  last_sent_at: number | null;
  receiver_known: boolean;
  senders_24h: number;
  week: number[];
  returned: number[];
}

/** Everything that the rules ask of the ledger, in one statement: each further one would be a round trip. */
export async function gatherFacts(
  db: Queryable,
  payment: Payment,
): Promise<Omit<PaymentFacts, 'balance' | 'receiverSince' | 'descriptionScore' | 'amount' | 'now'>> {
  const { userId, senderId, receiverId, amount, now } = payment;
  const row = await db.one<FactsRow>(sql`
    with day as materialized (
      select receiver_id, amount, created_at, status = 'declined' as declined from transactions
      where user_id = ${userId} and sender_id = ${senderId} and created_at > ${now - DAY_MS}::int8
    ), returned as (
      select amount from transactions
      where user_id = ${userId} and sender_id = ${receiverId} and receiver_id = ${senderId}
        and status = 'approved' and created_at > ${now - DAY_MS}::int8
      union all
      select least(second.amount, first.amount) from transactions second
      join transactions first on first.user_id = second.user_id and first.receiver_id = second.sender_id
      where second.user_id = ${userId} and second.receiver_id = ${senderId} and second.status = 'approved'
        and second.sender_id <> ${receiverId} and second.created_at > ${now - DAY_MS}::int8
        and first.sender_id = ${receiverId} and first.status = 'approved'
        and first.created_at > ${now - DAY_MS}::int8 and first.created_at <= second.created_at
      limit 1000
    )
    select
      array(select amount from transactions
        where user_id = ${userId} and sender_id = ${senderId} and status <> 'declined'
        order by created_at desc limit ${HISTORY}) as history,
      count(*) filter (where created_at > ${now - 10 * MINUTE_MS}::int8) as count_10m,
      least(coalesce(sum(amount) filter (where not declined and created_at > ${now - 10 * MINUTE_MS}::int8), 0),
        ${MOST})::int8 as sum_10m,
      count(*) filter (where created_at > ${now - HOUR_MS}::int8) as count_1h,
      least(coalesce(sum(amount) filter (where not declined and created_at > ${now - HOUR_MS}::int8), 0),
        ${MOST})::int8 as sum_1h,
      count(*) as count_24h,
      least(coalesce(sum(amount) filter (where not declined), 0), ${MOST})::int8 as sum_24h,
      count(distinct receiver_id) filter (where created_at > ${now - HOUR_MS}::int8
        and receiver_id <> ${receiverId}) as receivers_1h,
      count(*) filter (where created_at > ${now - MINUTE_MS}::int8
        and receiver_id = ${receiverId} and amount = ${amount}) as same_1m,
      (select max(created_at) from transactions
        where user_id = ${userId} and sender_id = ${senderId}) as last_sent_at,
      exists (select from transactions where user_id = ${userId} and sender_id = ${senderId}
        and receiver_id = ${receiverId} and status = 'approved') as receiver_known,
      (select count(distinct sender_id) from transactions
        where user_id = ${userId} and receiver_id = ${receiverId} and sender_id <> ${senderId}
          and created_at > ${now - DAY_MS}::int8) as senders_24h,
      array(select amount from transactions
        where user_id = ${userId} and sender_id = ${senderId}
          and created_at > ${now - 7 * DAY_MS}::int8 limit ${HISTORY}) as week,
      array(select amount from returned) as returned
    from day`);
  const facts = row!;
  return {
    history: facts.history,
    sent: {
      in10Minutes: { count: facts.count_10m, sum: facts.sum_10m },
      inHour: { count: facts.count_1h, sum: facts.sum_1h },
      inDay: { count: facts.count_24h, sum: facts.sum_24h },
    },
    lastSentAt: facts.last_sent_at,
    receiverKnown: facts.receiver_known,
    receiversInHour: facts.receivers_1h + 1,
    sendersToReceiverInDay: facts.senders_24h + 1,
    amountsInWeek: facts.week,
    returnedInDay: facts.returned,
    sameInMinute: facts.same_1m,
  };
}
