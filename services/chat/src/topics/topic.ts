import { normalName, unseenCharacter } from '../names.js';

/** Clients mark a topic as resolved by this prefix, which is the only record of that state. */
export const RESOLVED_PREFIX = '✔ ';

/** Text that clients send for "no topic", in addition to the organization's display name. */
export const NO_TOPIC = '(no topic)';

/**
 * Returns the key of a topic. Two spellings with the same key are one topic: the case of letters, and the composition
 * of accents, do not count.
 */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase();
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

/** Returns the topic without marks for "resolved"; some clients add several. */
export function unresolved(topic: string): string {
  return topic.replace(/^[✔ ]*✔[✔ ]*/u, '');
}

/** True if moving messages from one topic to the other only resolves or unresolves the topic. */
export function onlyResolves(from: string, to: string): boolean {
  return isResolved(from) !== isResolved(to) && unresolved(from) === unresolved(to);
}

export type TopicProblem = 'control' | 'long';

/** Returns the topic trimmed and normalised, or the empty text for every form of "no topic". */
export function readTopic(text: string, emptyDisplayName: string): string {
  const topic = normalName(text);
  return topic === NO_TOPIC || topic === emptyDisplayName ? '' : topic;
}

export function topicProblem(topic: string, maxLength: number): TopicProblem | undefined {
  if (unseenCharacter(topic) !== undefined) return 'control';
  if ([...topic].length > maxLength) return 'long';
  return undefined;
}
