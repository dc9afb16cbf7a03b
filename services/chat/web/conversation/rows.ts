import type { Message } from '../api/types.js';
import { type ConversationKey, keyOf } from '../places/conversation.js';

export type Row =
  | { kind: 'day'; key: string; time: number }
  | { kind: 'unread'; key: string }
  | { kind: 'place'; key: string; message: Message; place: ConversationKey }
  | { kind: 'message'; key: number; id: number; isFirst: boolean };

/** Messages of one sender form a group if at most this time is between two of them. */
const GROUP_SECONDS = 5 * 60;

export interface RowOptions {
  me: number;
  firstUnread: number | undefined;
  /** True for a view of several conversations: a line marks each change of the conversation. */
  showsPlaces: boolean;
  /** True for separate messages, such as the results of a search, which are not grouped. */
  isSparse: boolean;
}

/**
 * Groups messages by sender and time, with a line for each day and conversation, and a line before the unread messages.
 */
export function rowsOf(messages: readonly Message[], options: RowOptions): Row[] {
  const rows: Row[] = [];
  let previous: Message | undefined;
  let place: ConversationKey | undefined;
  for (const message of messages) {
    let isFirst = options.isSparse || previous === undefined || !continues(previous, message);
    if (previous === undefined || dayOf(previous) !== dayOf(message)) {
      rows.push({ kind: 'day', key: `day-${message.id}`, time: message.timestamp });
      isFirst = true;
    }
    if (message.id === options.firstUnread && previous !== undefined) {
      rows.push({ kind: 'unread', key: 'unread' });
      isFirst = true;
    }
    const here = keyOf(message, options.me);
    if (options.showsPlaces && (options.isSparse || here !== place)) {
      rows.push({ kind: 'place', key: `place-${message.id}`, message, place: here });
      isFirst = true;
    }
    rows.push({ kind: 'message', key: message.id, id: message.id, isFirst });
    previous = message;
    place = here;
  }
  return rows;
}

function continues(before: Message, after: Message): boolean {
  return (
    before.sender_id === after.sender_id &&
    after.timestamp - before.timestamp < GROUP_SECONDS &&
    !before.is_me_message &&
    !after.is_me_message
  );
}

const dayOf = ({ timestamp }: Message): string => new Date(timestamp * 1000).toDateString();
