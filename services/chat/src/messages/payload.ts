import type { EmojiKind } from '../emoji/table.js';
import type { Submessage } from './submessages/store.js';

/** A user in the list of a direct message's recipients. */
export interface DisplayPerson {
  id: number;
  email: string;
  full_name: string;
  is_mirror_dummy: boolean;
}

export interface Reaction {
  emoji_name: string;
  emoji_code: string;
  reaction_type: EmojiKind;
  user_id: number;
}

export interface TopicLink {
  text: string;
  url: string;
}

/** One entry of `edit_history`: the previous values, and for moves also the new values. Times are UNIX seconds. */
export interface EditEntry {
  user_id: number;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_stream?: number;
  stream?: number;
  prev_topic?: string;
  topic?: string;
}

/** A message with all fields that any client may need; `messageFor` converts it to the form of one client. */
export interface WideMessage {
  id: number;
  type: 'stream' | 'private';
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_realm_str: string;
  /** URL of the uploaded avatar; null without an uploaded avatar. */
  avatar_url: string | null;
  client: string;
  /** Source of the content, in Markdown. */
  content: string;
  rendered_content: string;
  display_recipient: string | DisplayPerson[];
  recipient_id: number;
  stream_id?: number;
  /** The topic as it is stored: empty for direct messages and for the empty topic. */
  subject: string;
  is_me_message: boolean;
  timestamp: number;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  edit_history?: EditEntry[];
  reactions: Reaction[];
  submessages: Submessage[];
  topic_links: TopicLink[];
}

/** The form of messages that a client requested. */
export interface MessageView {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  allowEmptyTopicName: boolean;
  /** Name of the empty topic for clients that do not support empty topics. */
  emptyTopicDisplayName: string;
  /** Returns the avatar's URL of a user without an uploaded avatar. */
  defaultAvatar(userId: number): string;
}

export type ClientMessage = WideMessage & { content_type: 'text/html' | 'text/x-markdown' };

export function messageFor(message: WideMessage, view: MessageView): ClientMessage {
  const { applyMarkdown, clientGravatar } = view;
  return {
    ...message,
    avatar_url: message.avatar_url ?? (clientGravatar ? null : view.defaultAvatar(message.sender_id)),
    content: applyMarkdown ? message.rendered_content : message.content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    subject: message.type === 'stream' ? shownTopic(message.subject, view) : '',
  };
}

export function shownTopic(
  topic: string,
  view: Pick<MessageView, 'allowEmptyTopicName' | 'emptyTopicDisplayName'>,
): string {
  return topic === '' && !view.allowEmptyTopicName ? view.emptyTopicDisplayName : topic;
}
