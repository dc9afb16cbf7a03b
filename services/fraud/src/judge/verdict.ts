export interface CheckInput {
  dataType: 'email' | 'sms' | 'phone';
  /** `email`: the whole message with its headers; `sms`: the text; `phone`: a number with optional words around it. */
  content: string;
  metadata?: { sender?: string; receiver?: string };
}

export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** `review`: a person should look. `block`: fraud. */
export type Decision = 'allow' | 'review' | 'block';

/** What a part of the evidence adds to the log odds of fraud. */
export interface Reason {
  /** An indicator's code, or `model.words`, `model.features`, `model.base` for what no indicator names. */
  code: string;
  contribution: number;
  /** In words, as explanations say it; nothing of the content. */
  evidence: string;
}

export interface Indicator {
  code: string;
  /** Half-open places in `content`, in UTF-16 units. Empty where the evidence is no place (a missing header). */
  spans: [start: number, end: number][];
}

export interface Verdict {
  isFraud: boolean;
  /** Probability of fraud at the stated share of fraud, 4 decimals. For `phone` a sum of published weights, not calibrated. */
  confidenceScore: number;
  severity: Severity;
  decision: Decision;
  /** Strongest first. Their sum is the log odds of the score. */
  reasons: Reason[];
  /** Strongest first, at most 20. */
  indicators: Indicator[];
  explanation: string;
  modelVersion: string;
}

/** Content that passes the schema and cannot be judged: a phone check without any number, an e-mail that is no text. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
