export interface CheckInput {
  dataType: 'email' | 'sms' | 'phone';
  /** `email`: the whole message with its headers; `sms`: the text; `phone`: a number with optional words around it. */
  content: string;
  metadata?: { sender?: string; receiver?: string };
}

export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** `review`: a person should review it. `block`: fraud. */
export type Decision = 'allow' | 'review' | 'block';

/** A part of the evidence, with its contribution to the log odds of fraud. */
export interface Reason {
  /** An indicator's code, or `model.words`, `model.features`, `model.base` for evidence without an indicator. */
  code: string;
  contribution: number;
  /** Description in the words of explanations, without any text of the message. */
  evidence: string;
}

export interface Indicator {
  code: string;
  /**
   * Half-open spans in `content`, in UTF-16 units. Empty if the evidence has no position, such as a missing header.
   */
  spans: [start: number, end: number][];
}

export interface Verdict {
  isFraud: boolean;
  /** Probability of fraud at the stated share of fraud, 4 decimals. For `phone` a sum of published weights, not calibrated. */
  confidenceScore: number;
  severity: Severity;
  decision: Decision;
  /** Reasons, the strongest first. Their contributions add up to the log odds of the score. */
  reasons: Reason[];
  /** Indicators, the strongest first, at most 20. */
  indicators: Indicator[];
  explanation: string;
  modelVersion: string;
}

/**
 * Thrown for content that passes the schema and cannot be judged: a phone check without any number, an e-mail that is
 * not text.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
