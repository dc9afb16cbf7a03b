import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import type { Rendered } from '../../markdown/context.js';
import { claimableUploads } from '../../uploads/attachments.js';
import type { Account } from '../../users/account.js';
import type { WideMessage } from '../payload.js';
import { announce, newMessage } from './announce.js';
import { sendToChannels } from './channel-message.js';
import { followUp } from './consequences.js';
import { directDestination, isChannelType, type MessageType, type To } from './destination.js';
import { directRecipient } from './direct.js';
import { insertDirectMessage, type Receivers } from './insert.js';
import { mentionedPeople } from './mentions.js';

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

/** Sends a message in the transaction: rows, events and all that follows from them. */
export async function send(app: App, tx: WriteTx, outgoing: Outgoing): Promise<Sent> {
  if (!isChannelType(outgoing.type)) return sendToPeople(app, tx, outgoing);
  const [outcome] = await sendToChannels(app, tx, [{ value: outgoing }]);
  if ('error' in outcome!) throw outcome.error;
  return outcome!.value;
}

async function sendToPeople(app: App, tx: WriteTx, outgoing: Outgoing): Promise<Sent> {
  const { settings } = await tx.directory.organization();
  const { recipientId, people } = await directRecipient(app, tx, outgoing, directDestination(outgoing.to));
  const attachments = await claimableUploads(tx, outgoing.sender, outgoing.rendered.uploads);
  const row = {
    ...newMessage(tx, outgoing, ''),
    hasAttachment: attachments.length > 0,
    recipient_id: recipientId,
    channel_id: null,
  };
  const { mentions } = outgoing.rendered;
  const { receivers, followers } = await insertDirectMessage(
    tx,
    {
      row,
      attention: {
        readBySender: outgoing.readBySender,
        mentioned: await mentionedPeople(tx, mentions),
        // In a direct conversation both wildcards mean all of its people.
        channelWildcard: mentions.channelWildcard || mentions.topicWildcard,
        topicMentioned: [],
      },
    },
    settings.default_language,
  );
  const message = await announce(app, tx, outgoing, row, receivers, {
    channelName: null,
    people,
    isPublic: false,
  });
  const sent = { outgoing, message, receivers, followers, attachments };
  await followUp(app, tx, [sent]);
  return sent;
}
