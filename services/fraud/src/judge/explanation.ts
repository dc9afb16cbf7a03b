import { type Finding, linksOf, type Message } from '../detectors/detector.js';
import type { CheckInput, Decision } from './verdict.js';

export interface ExplanationInput {
  dataType: CheckInput['dataType'];
  message: Message;
  decision: Decision;
  score: number;
  /** Findings, the strongest first. */
  findings: readonly Finding[];
  /** The words of the text with the largest weights; only set if no rule explains the suspicion. */
  words: readonly string[];
}

const NAMES = { email: 'e-mail', sms: 'message', phone: 'number' } as const;

const SURE = 0.9;

/**
 * Returns one to four sentences made from the indicators. The sentences quote at most three single words of the
 * content.
 */
export function explain({ dataType, message, decision, score, findings, words }: ExplanationInput): string {
  const name = NAMES[dataType];
  const isFraud = decision === 'block';
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
    sentences.push(
      decision === 'review'
        ? `This ${name} may be fraud: a person should look at it before anyone acts on it.`
        : `This ${name} shows no convincing sign of fraud.`,
    );
    const reasons = telling.slice(0, 2).map(({ detector }) => detector.says);
    if (reasons.length > 0) sentences.push(`Still, be aware that ${list(reasons)}.`);
  }
  if (information.length > 0)
    sentences.push(`Note that ${list(information.slice(0, 2).map(({ detector }) => detector.says))}.`);
  if (isFraud)
    sentences.push(dataType === 'phone' ? 'Do not call back; use a number you know.' : advice(message));
  return sentences.join(' ');
}

/** Returns a sentence that advises against the actions that the message makes possible. */
function advice(message: Message): string {
  const links = linksOf(message).length;
  const numbers = message.reading.phones.length;
  const files = message.mail?.attachments.length ?? 0;
  const ways: string[] = [];
  if (links > 0) ways.push(`follow its ${links > 1 ? 'links' : 'link'}`);
  if (numbers > 0) ways.push(`call its ${numbers > 1 ? 'numbers' : 'number'}`);
  if (files > 0) ways.push(`open its ${files > 1 ? 'files' : 'file'}`);
  return `Do not ${list([...ways, 'answer'], 'or')}; use an address or number you know.`;
}

function list(parts: readonly string[], last = 'and'): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}
