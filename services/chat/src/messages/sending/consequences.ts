import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { queueMissedMails } from '../../mail/missed.js';
import { setReferences } from '../../uploads/attachments.js';
import { triggerWebhooks } from '../../webhooks/trigger.js';
import type { Sent } from './outgoing.js';

/** Starts the work that new messages cause in other parts of the service, in the same transaction. */
export async function followUp(app: App, tx: WriteTx, all: readonly Sent[]): Promise<void> {
  for (const { outgoing, message, attachments } of all) {
    const { sender, rendered } = outgoing;
    if (attachments.length > 0) await setReferences(tx, message.id, attachments);
    await triggerWebhooks(app, tx, { sender, message, mentionedIds: rendered.mentions.userIds });
  }
  await queueMissedMails(app, tx, all);
}
