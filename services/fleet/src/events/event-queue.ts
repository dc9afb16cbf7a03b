export interface QueueMessage {
  /** Identifies the message when it is removed. */
  readonly handle: string;
  readonly body: string;
}

/** A queue that delivers each message at least once, and delivers it again until it is removed. */
export interface EventQueue {
  /** Waits for messages; may return an empty list. @param waitMs maximum wait in milliseconds */
  receive(waitMs: number, signal: AbortSignal): Promise<readonly QueueMessage[]>;
  /** Removes messages whose objects are stored. */
  remove(messages: readonly QueueMessage[]): Promise<void>;
  close(): void;
}
