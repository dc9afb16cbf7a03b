import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { claimableUploads } from '../../uploads/attachments.js';
import { announce, newMessage } from './announce.js';
import { sendToChannels } from './channel-message.js';
import { followUp } from './consequences.js';
import { directDestination, isChannelType } from './destination.js';
import { directRecipient } from './direct.js';
import { insertDirectMessage } from './insert.js';
import { mentionedPeople } from './mentions.js';
import type { Outgoing, Sent } from './outgoing.js';

/** Sends a message in the transaction: rows, events and all consequences. */
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
        // In a direct conversation, a channel wildcard or topic wildcard mentions all people of the conversation.
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
