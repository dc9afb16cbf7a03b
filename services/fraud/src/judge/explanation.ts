import type { Finding } from '../detectors/detector.js';
import type { CheckInput } from './verdict.js';

export interface ExplanationInput {
  dataType: CheckInput['dataType'];
  isFraud: boolean;
  score: number;
  /** Strongest first. */
  findings: readonly Finding[];
  /** Where no rule has a name for the suspicion: words of the text that weigh most. */
  words: readonly string[];
}

const NAMES = { email: 'e-mail', sms: 'message', phone: 'number' } as const;

const ADVICE = {
  email: 'Do not follow its links, open its files or answer; go to the site by an address you know.',
  sms: 'Do not follow its link, call its number or answer; use an address or number you know.',
  phone: 'Do not call back; use a number you know.',
} as const;

const SURE = 0.9;

/** One to four sentences made from the indicators. Of the content at most three single words are repeated. */
export function explain({ dataType, isFraud, score, findings, words }: ExplanationInput): string {
  const name = NAMES[dataType];
  const telling = findings.filter(({ detector }) => detector.class !== 'info');
  const information = findings.filter(({ detector }) => detector.code.startsWith('pii.'));
  const sentences: string[] = [];
  if (isFraud) {
    const verdict = `This ${name} ${score >= SURE ? 'is very likely fraud' : 'is probably fraud'}`;
    const [first] = telling;
    sentences.push(
      first
        ? `${verdict}: ${first.detector.says}.`
        : `${verdict}: its wording resembles messages known as fraud.`,
    );
    const further = telling.slice(1, 4).map(({ detector }) => detector.says);
    if (further.length > 0) sentences.push(`Also, ${list(further)}.`);
    else if (words.length > 0)
      sentences.push(`The words that weigh most are ${list(words.map((word) => `"${word}"`))}.`);
  } else {
    sentences.push(`This ${name} shows no convincing sign of fraud.`);
    const reasons = telling.slice(0, 2).map(({ detector }) => detector.says);
    if (reasons.length > 0) sentences.push(`Still, be aware that ${list(reasons)}.`);
  }
  if (information.length > 0)
    sentences.push(`Note that ${list(information.slice(0, 2).map(({ detector }) => detector.says))}.`);
  if (isFraud) sentences.push(ADVICE[dataType]);
  return sentences.join(' ');
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
