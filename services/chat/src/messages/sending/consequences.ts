import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { queueMissedMails } from '../../mail/missed.js';
import { setReferences } from '../../uploads/attachments.js';
import { triggerWebhooks } from '../../webhooks/trigger.js';
import type { Outgoing, Sent } from './send.js';

/** What a message sets going in other parts of the service, in the same transaction. */
export async function followUp(app: App, tx: WriteTx, outgoing: Outgoing, sent: Sent): Promise<void> {
  const { sender, rendered } = outgoing;
  const { message } = sent;
  if (sent.attachments.length > 0) await setReferences(tx, message.id, sent.attachments);
  await triggerWebhooks(app, tx, { sender, message, mentionedIds: rendered.mentions.userIds });
  await queueMissedMails(app, tx, sent);
}
