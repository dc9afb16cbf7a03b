export interface CheckInput {
  dataType: 'email' | 'sms' | 'phone';
  /** `email`: the whole message with its headers; `sms`: the text; `phone`: a number with optional words around it. */
  content: string;
  metadata?: { sender?: string; receiver?: string };
}

export type Severity = 'low' | 'medium' | 'high' | 'critical';

export interface Indicator {
  code: string;
  /** Half-open places in `content`, in UTF-16 units. Empty where the evidence is no place (a missing header). */
  spans: [start: number, end: number][];
}

export interface Verdict {
  isFraud: boolean;
  /** Calibrated probability of fraud, 4 decimals. For `phone` a sum of published weights, not calibrated. */
  confidenceScore: number;
  severity: Severity;
  /** Strongest first, at most 20. */
  indicators: Indicator[];
  explanation: string;
  modelVersion: string;
}

/** Content that passes the schema and cannot be judged: a phone check without any number, an e-mail that is no text. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
