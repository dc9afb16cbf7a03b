import { normalName, unseenCharacter } from '../names.js';

/** Clients mark a topic as resolved by this prefix; there is no other record of it. */
export const RESOLVED_PREFIX = '✔ ';

/** The words that clients send for "no topic", besides the organization's display name. */
export const NO_TOPIC = '(no topic)';

/** Topics are the same when their keys are: case and the composition of accents do not count. */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase();
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

/** The topic without any number of resolved marks, as clients pile them up now and then. */
export function unresolved(topic: string): string {
  return topic.replace(/^[✔ ]*✔[✔ ]*/u, '');
}

/** True when a move from one topic to the other does nothing but resolve or unresolve it. */
export function onlyResolves(from: string, to: string): boolean {
  return isResolved(from) !== isResolved(to) && unresolved(from) === unresolved(to);
}

export type TopicProblem = 'control' | 'long';

/** Trimmed and composed; the empty text for every way of saying "no topic". */
export function readTopic(text: string, emptyDisplayName: string): string {
  const topic = normalName(text);
  return topic === NO_TOPIC || topic === emptyDisplayName ? '' : topic;
}

export function topicProblem(topic: string, maxLength: number): TopicProblem | undefined {
  if (unseenCharacter(topic) !== undefined) return 'control';
  if ([...topic].length > maxLength) return 'long';
  return undefined;
}
