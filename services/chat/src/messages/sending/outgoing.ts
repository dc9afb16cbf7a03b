import type { Rendered } from '../../markdown/context.js';
import type { Account } from '../../users/account.js';
import type { WideMessage } from '../payload.js';
import type { MessageType, To } from './destination.js';
import type { Receivers } from './insert.js';

/** A message to send. The content is checked and rendered already. */
export interface Outgoing {
  sender: Account;
  type: MessageType;
  to: To;
  /** Topic from the request; undefined for direct messages. */
  topic?: string | undefined;
  content: string;
  rendered: Rendered;
  client: string;
  readBySender: boolean;
  /** Ids that a client sends if it shows its message before the server has accepted the message. */
  echo?: { queueId: string; localId: string } | undefined;
  /** True for notices of the service, which may be sent to topics and channels where people may not send. */
  isNotice?: boolean;
}

export interface Sent {
  outgoing: Outgoing;
  message: WideMessage;
  /** Flags by user id. */
  receivers: Receivers;
  /** Followers of the topic except the sender. */
  followers: ReadonlySet<number>;
  /** Ids of the attachments that the message refers to. */
  attachments: number[];
  /** The sender's new visibility policy of the topic, if the send changed it. */
  policy?: number;
}

export interface SendAnswer {
  id: number;
  automatic_new_visibility_policy?: number;
}

export const answerOf = ({ message: { id }, policy }: Sent): SendAnswer =>
  policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy };
