/** An event as a change emits it: a type, often an op, and the fields of the catalogue. The id is assigned later. */
export interface EventBody {
  type: string;
  op?: string;
  [field: string]: unknown;
}

/** Receivers of an event. */
export interface Audience {
  /** Ids of users, or `everyone` for all active accounts. */
  users: Iterable<number> | 'everyone';
  /** Fields of the event that only one user gets, such as the flags of a message. */
  perUser?: Record<number, Record<string, unknown>>;
  /** Fields of the event that only one queue gets, such as `local_id` for the queue that the sender named. */
  perQueue?: Record<string, Record<string, unknown>>;
  /** True for a message in a public channel, which queues of non-guests with `all_public_streams` also get. */
  publicChannel?: boolean;
}

/**
 * Number of event numbers that each change reserves for typing and presence events until the next change: these events
 * have no row and no transaction. If all of them are used, such an event is sent by a change, which reserves new numbers.
 */
export const FREE_NUMBERS = 100;

/** An event with its number, in the form in which it is stored and passed to queues. */
export interface NumberedEvent {
  id: number;
  body: EventBody;
  /** Ids of users; null: all active accounts. */
  users: ReadonlySet<number> | null;
  perUser: Record<number, Record<string, unknown>> | null;
  perQueue: Record<string, Record<string, unknown>> | null;
  publicChannel: boolean;
  /** False for typing and presence, which may be lost in a crash. */
  stored: boolean;
}
