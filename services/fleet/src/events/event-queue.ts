/** A message that waits in a queue. */
export interface QueueMessage {
  /** Handle with which the message is removed. */
  readonly handle: string;
  readonly body: string;
}

/** A queue that delivers each message at least once, and again if the message is not removed. */
export interface EventQueue {
  /** Waits for messages; may return an empty list. @param waitMs longest wait in milliseconds */
  receive(waitMs: number, signal: AbortSignal): Promise<readonly QueueMessage[]>;
  /** Removes messages whose objects are stored. */
  remove(messages: readonly QueueMessage[]): Promise<void>;
  close(): void;
}
