import type { FraudConfig } from '../config/schema.js';
import { ApiError, invalidRequest } from '../http/api-error.js';
import type { CheckInput } from '../judge/index.js';
import type { DataType } from './store.js';

export interface CheckRequest {
  data_type: DataType;
  content: string;
  metadata?: { sender?: string; receiver?: string };
}

/**
 * Returns the input of the judge: the content with lone surrogates replaced. Throws INVALID_REQUEST if the content
 * exceeds a limit of its type; `path` is the check's position in the request.
 */
export function toCheckInput(request: CheckRequest, limits: FraudConfig['limits'], path = ''): CheckInput {
  const content = request.content.toWellFormed();
  if (content.includes('\0')) throw invalidRequest(`${path}/content`, 'must not hold NUL characters');
  if (content.trim() === '') throw invalidRequest(`${path}/content`, 'must hold more than white space');
  const problem = lengthProblem(request.data_type, content, limits);
  if (problem) throw invalidRequest(`${path}/content`, problem);
  const { sender, receiver } = request.metadata ?? {};
  const metadata = {
    ...(sender === undefined ? {} : { sender: sender.toWellFormed() }),
    ...(receiver === undefined ? {} : { receiver: receiver.toWellFormed() }),
  };
  return { dataType: request.data_type, content, ...(request.metadata ? { metadata } : {}) };
}

function lengthProblem(type: DataType, content: string, limits: FraudConfig['limits']): string | undefined {
  if (type === 'email') {
    const bytes = Buffer.byteLength(content);
    return bytes > limits.emailBytes ? `must be at most ${limits.emailBytes} bytes` : undefined;
  }
  const most = type === 'sms' ? limits.smsCharacters : limits.phoneCharacters;
  return isLonger(content, most) ? `must be at most ${most} characters` : undefined;
}

/** Code points are counted only if the number of UTF-16 units does not already decide. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || [...text].length > most;
}

/** Throws if the body is larger than bodies of the type may be: e-mails may have larger bodies than other types. */
export function checkBodySize(type: DataType, bytes: number, limits: FraudConfig['limits']): void {
  if (type !== 'email' && bytes > limits.bodyBytes) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limits.bodyBytes} bytes.`);
  }
}
