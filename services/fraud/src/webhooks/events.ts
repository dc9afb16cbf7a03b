export const EVENTS = ['batch.done', 'check.fraud', 'transaction.review'] as const;
export type EventType = (typeof EVENTS)[number] | 'webhook.test';

/** Body of a delivery. `data` has ids, verdicts, scores and codes, never content. */
export interface WebhookEvent {
  /** For de-duplication: the id is the same on each attempt. */
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
}
