export const EVENTS = ['batch.done', 'check.fraud', 'transaction.review'] as const;
export type EventType = (typeof EVENTS)[number] | 'webhook.test';

/** Body of a delivery. `data` has ids, verdicts, scores and codes, never content. */
export interface WebhookEvent {
  /** Id for de-duplication, the same on each attempt. */
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
}
