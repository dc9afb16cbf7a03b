export interface Turn {
  role: 'user' | 'assistant';
  content: string;
}

/** Invisible characters that can hide words from the rules: zero width, direction marks, control characters. */
const INVISIBLE = /\p{Cf}|(?!\n)\p{Cc}/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Returns a message in the form in which the rules read it. Lone surrogates become U+FFFD. */
export function readable(text: string): string {
  return visible(text.toWellFormed().normalize('NFKC').replaceAll('\t', ' ')).trim();
}

/** A message that only makes sense after the previous message: "and how?", "tell me more", "yes please". */
const CONTINUES =
  /^\W*(?:and|but|so|then|also|what about|how about|tell me more|more|why|how so|how much then|yes|yeah|sure|ok(?:ay)?|go on|continue|for example|an example|please do|the (?:first|second|third|last)(?: one)?|what else|really|no)\b|\b(?:that|this|it|them|those|these|one)\b/i;
const LONGEST_CONTINUATION = 60;

/**
 * Returns the question, preceded by the user's previous message if the question cannot stand alone. Only the user's
 * own messages are used: the client also sends the assistant's turns, and may have forged them.
 */
export function questionInContext(message: string, history: Turn[]): string {
  const plain = readable(message);
  if (plain.length > LONGEST_CONTINUATION || !CONTINUES.test(plain)) return plain;
  const previous = history.findLast(({ role }) => role === 'user');
  return previous ? `${readable(previous.content)}\n${plain}` : plain;
}
