/** A term of the `narrow` of a registration. */
export interface NarrowTerm {
  operator: string;
  operand: string | number;
  negated: boolean;
}

/** Fields of a message event that the filter reads. */
export interface FilteredMessage {
  type: 'stream' | 'private';
  sender_id: number;
  sender_email: string;
  display_recipient: unknown;
  stream_id?: number;
  subject: string;
}

const fold = (text: string | number): string => String(text).normalize('NFC').toLowerCase();

/** Operators that a queue's narrow may use: each can be decided for one message, without a search. */
const OPERATORS: Record<
  string,
  (message: FilteredMessage, operand: string | number, flags: readonly string[]) => boolean
> = {
  channel: (message, operand) =>
    message.type === 'stream' &&
    (message.stream_id === Number(operand) || fold(String(message.display_recipient)) === fold(operand)),
  topic: (message, operand) => message.type === 'stream' && fold(message.subject) === fold(operand),
  sender: (message, operand) =>
    message.sender_id === Number(operand) || fold(message.sender_email) === fold(operand),
  is: (message, operand, flags) => {
    if (operand === 'dm' || operand === 'private') return message.type === 'private';
    if (operand === 'starred') return flags.includes('starred');
    if (operand === 'unread') return !flags.includes('read');
    if (operand === 'alerted') return flags.includes('has_alert_word');
    if (operand === 'mentioned')
      return flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'));
    if (operand === 'resolved') return message.type === 'stream' && message.subject.startsWith('✔ ');
    return false;
  },
};

const SYNONYMS: Record<string, string> = { stream: 'channel', subject: 'topic', from: 'sender' };
const IS_OPERANDS = ['dm', 'private', 'starred', 'unread', 'alerted', 'mentioned', 'resolved'];

/** Returns the term with the operator's current name; undefined if a queue's narrow cannot use the operator. */
export function filterTerm(term: NarrowTerm): NarrowTerm | undefined {
  const operator = SYNONYMS[term.operator] ?? term.operator;
  if (!Object.hasOwn(OPERATORS, operator)) return undefined;
  if (operator === 'is' && !IS_OPERANDS.includes(String(term.operand))) return undefined;
  return { ...term, operator };
}

export function matchesNarrow(
  message: FilteredMessage,
  flags: readonly string[],
  narrow: readonly NarrowTerm[],
): boolean {
  return narrow.every(
    ({ operator, operand, negated }) => OPERATORS[operator]!(message, operand, flags) !== negated,
  );
}
