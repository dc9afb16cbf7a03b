import type { Rendered } from '../../markdown/context.js';
import type { Account } from '../../users/account.js';
import type { WideMessage } from '../payload.js';
import type { MessageType, To } from './destination.js';
import type { Receivers } from './insert.js';

/** A message that is to be sent. The content is checked and rendered already. */
export interface Outgoing {
  sender: Account;
  type: MessageType;
  to: To;
  /** As it was given; undefined for direct messages. */
  topic?: string | undefined;
  content: string;
  rendered: Rendered;
  client: string;
  readBySender: boolean;
  /** Of a client that shows its message before the server has it. */
  echo?: { queueId: string; localId: string } | undefined;
  /** The service's own notices go where no rule of people would let them. */
  isNotice?: boolean;
}

export interface Sent {
  outgoing: Outgoing;
  message: WideMessage;
  /** Flags by user id. */
  receivers: Receivers;
  /** Who else follows the topic. */
  followers: ReadonlySet<number>;
  /** Ids of the attachments that the message refers to. */
  attachments: number[];
  /** The sender's new visibility policy of the topic, if the send changed it. */
  policy?: number;
}

/** What the request is answered. */
export interface SendAnswer {
  id: number;
  automatic_new_visibility_policy?: number;
}

export const answerOf = ({ message: { id }, policy }: Sent): SendAnswer =>
  policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy };
