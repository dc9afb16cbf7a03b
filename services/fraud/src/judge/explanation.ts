import type { Finding } from '../detectors/detector.js';
import type { CheckInput } from './verdict.js';

export interface ExplanationInput {
  dataType: CheckInput['dataType'];
  isFraud: boolean;
  score: number;
  findings: readonly Finding[];
}

const NAMES = { email: 'e-mail', sms: 'message', phone: 'number' } as const;

/** One to four sentences made from the indicators; nothing of the content is repeated. */
export function explain({ dataType, isFraud, score, findings }: ExplanationInput): string {
  const name = NAMES[dataType];
  const telling = findings.filter(({ detector }) => detector.class !== 'info');
  const reasons = (isFraud ? telling : telling.slice(0, 2)).slice(0, 3).map(({ detector }) => detector.says);
  if (!isFraud) {
    const calm = `This ${name} shows no convincing sign of fraud.`;
    return reasons.length === 0 ? calm : `${calm} Still, ${list(reasons)}.`;
  }
  const sure = score >= 0.9 ? 'is very likely fraud' : 'is probably fraud';
  const because = reasons.length > 0 ? `: ${list(reasons)}` : '';
  return `This ${name} ${sure}${because}. ${ADVICE[dataType]}`;
}

const ADVICE = {
  email: 'Do not follow its links, open its files or answer; go to the site by an address you know.',
  sms: 'Do not follow its link, call its number or answer; use an address or number you know.',
  phone: 'Do not call back; use a number you know.',
} as const;

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
