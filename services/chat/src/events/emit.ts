/** An event as the change writes it: a type, often an op, and the fields of the catalogue. The id comes later. */
export interface EventBody {
  type: string;
  op?: string;
  [field: string]: unknown;
}

/** Who has an event delivered. */
export interface Audience {
  /** User ids, or all active accounts. */
  users: Iterable<number> | 'everyone';
  /** Fields that only one user's copy has, such as the flags of a message. */
  perUser?: Record<number, Record<string, unknown>>;
  /** Fields that only one queue's copy has, such as `local_id` for the queue of the sender's request. */
  perQueue?: Record<string, Record<string, unknown>>;
  /** A message in a public channel: queues of non-guests with `all_public_streams` have it as well. */
  publicChannel?: boolean;
}

/**
 * Numbers between two transactions that no stored event takes: typing and presence have them, without a transaction of
 * their own. A change that comes when they are used up makes new ones.
 */
export const FREE_NUMBERS = 100;

/** An event with its number, as it is stored and handed to queues. */
export interface NumberedEvent {
  id: number;
  body: EventBody;
  /** Null: all active accounts. */
  users: ReadonlySet<number> | null;
  perUser: Record<number, Record<string, unknown>> | null;
  perQueue: Record<string, Record<string, unknown>> | null;
  publicChannel: boolean;
  /** False: typing and presence, which may be lost in a crash. */
  stored: boolean;
}
