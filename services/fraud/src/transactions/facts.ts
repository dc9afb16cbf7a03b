/** Facts from the ledger for judging a payment. Amounts in cents, times in milliseconds since 1970. */
export interface PaymentFacts {
  now: number;
  amount: number;
  /** The sender's balance before this payment. */
  balance: number;
  /** Amounts of the sender's earlier payments that were not declined, newest first, at most 250. */
  history: number[];
  /**
   * The sender's earlier attempts, including declined payments; only the newest, up to the largest count in
   * the bounds.
   */
  sent: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Time of the sender's last payment; null before the first payment. */
  lastSentAt: number | null;
  /** True if the sender paid this receiver before. */
  receiverKnown: boolean;
  /**
   * True if, within a year, reviewers declined a payment to this receiver, and approved no more payments than
   * they declined.
   */
  receiverFlagged: boolean;
  /** Number of receivers among the sender's newest 250 payments within an hour, including this one. */
  receiversInHour: number;
  /** Number of senders to a young receiver within a day, including this one; 1 if the receiver is established. */
  sendersToReceiverInDay: number;
  /** Time at which the receiver's account was created. */
  receiverSince: number;
  /** Amounts of the sender's payments of the last seven days; empty if this payment is far below every limit. */
  amountsInWeek: number[];
  /** Amounts returned by the receiver, directly or through one other account, within a day. */
  returnedInDay: number[];
  /** Number of the sender's earlier payments of this amount to this receiver within 60 seconds. */
  sameInMinute: number;
  /** 0..1 from the text model; 0 for an empty description. */
  descriptionScore: number;
}

export interface Flow {
  count: number;
  sum: number;
}

/** Bounds of the rules; configurable. Amounts in cents. */
export interface RuleBounds {
  velocity: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Amounts from which payments must be reported to an authority. */
  reportingLimits: number[];
  dormantDays: number;
  /** Amount that counts as large for an account without a history. */
  largeAmount: number;
  /**
   * Limit for the sum of a day's payments of a sender without a history, as a share of the balance and as an
   * amount.
   */
  firstPaymentShare: number;
  firstPaymentAmount: number;
  roundTripMinimum: number;
  receiversInHour: number;
  sendersInDay: number;
  /** Age from which an account may have many senders, as shops do. */
  establishedDays: number;
}

export const DAY_MS = 86_400_000;
export const FLAGGED_DAYS = 365;

export interface TransactionRule {
  /** Stable name, stored with the transaction. */
  code: string;
  title: string;
  /** 0..1: the probability that a payment with only this sign should be stopped. */
  weight: number;
  fires(facts: PaymentFacts, bounds: RuleBounds): boolean;
}
