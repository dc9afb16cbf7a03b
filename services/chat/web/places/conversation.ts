import type { Message } from '../api/types.js';
import { destinationOf, type Narrow, type Term } from './narrow.js';

/** A conversation's key: Key of a conversation: `c:3:lunch` for a topic, `d:4,7` for people without the reader. */
export type ConversationKey = string;

export const foldTopic = (topic: string): string => topic.normalize('NFC').toLowerCase();

export const topicKey = (channelId: number, topic: string): ConversationKey =>
  `c:${channelId}:${foldTopic(topic)}`;

/** A note to oneself has only the reader as member. */
export function directKey(userIds: readonly number[], me: number): ConversationKey {
  const others = [...new Set(userIds)].filter((id) => id !== me).sort((a, b) => a - b);
  return `d:${others.length === 0 ? me : others.join(',')}`;
}

export function keyOf(message: Message, me: number): ConversationKey {
  return message.type === 'stream'
    ? topicKey(message.stream_id!, message.subject)
    : directKey(recipientIds(message), me);
}

export const recipientIds = (message: Message): number[] =>
  typeof message.display_recipient === 'string' ? [] : message.display_recipient.map(({ id }) => id);

/** Returns the people of a direct conversation without the reader; only the reader for a note to oneself. */
export function othersOf(message: Message, me: number): number[] {
  const others = recipientIds(message).filter((id) => id !== me);
  return others.length === 0 ? [me] : others;
}

export const peopleOfKey = (key: ConversationKey): number[] => key.slice(2).split(',').map(Number);

/** Returns true if the narrow contains the message; undefined if only the server can decide this, as for a search. */
export function matches(message: Message, narrow: Narrow, me: number): boolean | undefined {
  let isKnown = true;
  for (const term of narrow) {
    const found = matchesTerm(message, term, me);
    if (found === undefined) isKnown = false;
    else if (found === (term.negated ?? false)) return false;
  }
  return isKnown ? true : undefined;
}

function matchesTerm(message: Message, { operator, operand }: Term, me: number): boolean | undefined {
  switch (operator) {
    case 'near':
      return true;
    case 'channel':
      return typeof operand === 'number' ? message.stream_id === operand : undefined;
    case 'topic':
      return message.type === 'stream' && foldTopic(message.subject) === foldTopic(String(operand));
    case 'dm':
      return Array.isArray(operand)
        ? message.type === 'private' && directKey(recipientIds(message), me) === directKey(operand, me)
        : undefined;
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : undefined;
    case 'is':
      return matchesIs(message, String(operand));
    default:
      return undefined;
  }
}

function matchesIs({ type, flags }: Message, operand: string): boolean | undefined {
  if (operand === 'dm' || operand === 'private') return type === 'private';
  if (operand === 'starred') return flags.includes('starred');
  if (operand === 'unread') return !flags.includes('read');
  if (operand === 'mentioned')
    return flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'));
  return undefined;
}

/** Returns the key of the conversation that the narrow shows; undefined if it can show several conversations. */
export function keyOfNarrow(narrow: Narrow, me: number): ConversationKey | undefined {
  const destination = destinationOf(narrow);
  if (destination?.kind === 'direct') return directKey(destination.userIds, me);
  if (destination?.topic !== undefined) return topicKey(destination.channelId, destination.topic);
  return undefined;
}
