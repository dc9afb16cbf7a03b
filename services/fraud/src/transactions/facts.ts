/** Facts from the ledger from which a payment is judged. Amounts in cents, times in milliseconds since 1970. */
export interface PaymentFacts {
  now: number;
  amount: number;
  /** The sender's balance before this payment. */
  balance: number;
  /** Amounts of the sender's earlier payments, newest first and at most 250; declined payments are left out. */
  history: number[];
  /**
   * The sender's earlier attempts, including declined payments. Only as many are read as the largest count in the
   * bounds.
   */
  sent: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Time of the sender's last payment; null before the first payment. */
  lastSentAt: number | null;
  /** True if the sender paid this receiver before. */
  receiverKnown: boolean;
  /**
   * True if reviewers have declined a payment to this receiver within a year, and have approved no more payments to it
   * than they declined.
   */
  receiverFlagged: boolean;
  /**
   * Number of different receivers of the sender within an hour, including this receiver; only the newest 250 payments
   * are counted.
   */
  receiversInHour: number;
  /**
   * Number of different senders to the receiver within a day, including this sender; only counted for a young
   * receiver, otherwise 1.
   */
  sendersToReceiverInDay: number;
  /** Time at which the receiver's account was created. */
  receiverSince: number;
  /**
   * Amounts of the sender's payments of the last seven days; not read (and empty) if this payment is far below every
   * limit.
   */
  amountsInWeek: number[];
  /** Amounts that came back to the sender within a day, from the receiver or through one other account. */
  returnedInDay: number[];
  /** Number of the sender's earlier payments of this amount to this receiver within 60 seconds. */
  sameInMinute: number;
  /** Score of the text model for the description, from 0 to 1; 0 for an empty description. */
  descriptionScore: number;
}

export interface Flow {
  count: number;
  sum: number;
}

/** Bounds of the rules, which settings can change. Amounts in cents. */
export interface RuleBounds {
  velocity: { in10Minutes: Flow; inHour: Flow; inDay: Flow };
  /** Amounts from which payments must be reported to an authority. */
  reportingLimits: number[];
  dormantDays: number;
  /** Amount that counts as large if the account has no history. */
  largeAmount: number;
  /** Limit for the sum of a day's payments of a sender without a history: a share of the balance, and an amount. */
  firstPaymentShare: number;
  firstPaymentAmount: number;
  roundTripMinimum: number;
  receiversInHour: number;
  sendersInDay: number;
  /** Age of an account from which many senders are normal, as for shops. */
  establishedDays: number;
}

export const DAY_MS = 86_400_000;
export const FLAGGED_DAYS = 365;

export interface TransactionRule {
  /** Name of the rule, stored with the transaction, so it must not change. */
  code: string;
  title: string;
  /** Probability, from 0 to 1, that a payment should be stopped if only this rule fires. */
  weight: number;
  fires(facts: PaymentFacts, bounds: RuleBounds): boolean;
}
