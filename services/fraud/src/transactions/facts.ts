/** Facts from the ledger for judging a payment. Amounts in cents, times in milliseconds since 1970. */
export interface PaymentFacts {
  now: number;
  amount: number;
  /** The sender's balance before this payment. */
  balance: number;
  /** Amounts of the sender's earlier payments that were not declined, newest first, at most 250. */
  history: number[];
  /** Attempts of the sender before this one, declined ones included; of the newest, as many as the bounds can count. */
  sent: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Time of the sender's last payment; null before the first. */
  lastSentAt: number | null;
  /** The sender paid this receiver before. */
  receiverKnown: boolean;
  /** A person declined as many payments to this receiver within a year as were approved, and one at least. */
  receiverFlagged: boolean;
  /** Different receivers of the sender's newest 250 payments within an hour, this one included. */
  receiversInHour: number;
  /** Different senders to a young receiver within a day, this one included; 1 if the receiver is established. */
  sendersToReceiverInDay: number;
  /** Since when the receiver has an account here. */
  receiverSince: number;
  /** Amounts of the sender's payments of the last seven days; none if this payment is far below every limit. */
  amountsInWeek: number[];
  /** Amounts that came back from the receiver, directly or over one other account, within a day. */
  returnedInDay: number[];
  /** Payments of the same amount to the same receiver within 60 seconds. */
  sameInMinute: number;
  /** 0..1 by the text model; 0 for an empty description. */
  descriptionScore: number;
}

export interface Flow {
  count: number;
  sum: number;
}

/** Bounds of the rules; configurable. Amounts in cents. */
export interface RuleBounds {
  velocity: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Amounts that must be reported to an authority. */
  reportingLimits: number[];
  dormantDays: number;
  /** An amount that counts as large for an account without a history of its own. */
  largeAmount: number;
  /**
   * For a sender without a history: the share of the balance, and the amount, that the first payments of a
   * day reach together.
   */
  firstPaymentShare: number;
  firstPaymentAmount: number;
  roundTripMinimum: number;
  receiversInHour: number;
  sendersInDay: number;
  /** An account of this age may have many senders: shops do. */
  establishedDays: number;
}

export const DAY_MS = 86_400_000;
export const FLAGGED_DAYS = 365;

export interface TransactionRule {
  /** Stable name, kept with the transaction. */
  code: string;
  title: string;
  /** 0..1: the probability that a payment with this sign alone should not pass. */
  weight: number;
  fires(facts: PaymentFacts, bounds: RuleBounds): boolean;
}
