import { visibleAmong } from '../access/visibility.js';
import type { App } from '../app.js';
import { BOT_TYPE } from '../bots/rules.js';
import type { WriteTx } from '../db/writer.js';
import { messageFor, type WideMessage } from '../messages/payload.js';
import type { Account } from '../users/account.js';
import { apiEmail } from '../users/api-email.js';
import { defaultAvatar } from '../users/payload.js';
import { enqueueDelivery } from './delivery.js';

export type Trigger = 'direct_message' | 'mention';

export interface SentMessage {
  sender: Account;
  message: WideMessage;
  /** Ids of users whom the text mentions by name. */
  mentionedIds: readonly number[];
}

/**
 * Queues a call for each outgoing webhook bot that a message addresses: direct messages to the bot, and mentions in
 * messages that the bot can see. Messages of outgoing webhook bots do not cause calls, so that two bots cannot answer
 * each other for ever.
 */
export async function triggerWebhooks(app: App, tx: WriteTx, sent: SentMessage): Promise<void> {
  const { sender, message } = sent;
  if (sender.bot_type === BOT_TYPE.outgoing || sender.is_system_bot) return;
  const isDirect = typeof message.display_recipient !== 'string';
  const concerned = isDirect
    ? (message.display_recipient as { id: number }[]).map((person) => person.id)
    : sent.mentionedIds;
  for (const id of new Set(concerned)) {
    const bot = await tx.directory.account(id);
    if (bot === undefined || !bot.is_active || bot.bot_type !== BOT_TYPE.outgoing) continue;
    if (!isDirect && (await visibleAmong(tx, bot, [message.id])).size === 0) continue;
    const trigger: Trigger = isDirect ? 'direct_message' : 'mention';
    await enqueueDelivery(app.jobs, tx, {
      botId: bot.id,
      messageId: message.id,
      trigger,
      place: isDirect
        ? { people: concerned.filter((person) => person !== bot.id) }
        : { channelId: message.stream_id!, topic: message.subject },
      body: await body(app, tx, bot, trigger, message),
    });
  }
}

/** Returns the payload of a call without the bot's token, which is only added when the call is made. */
async function body(app: App, tx: WriteTx, bot: Account, trigger: Trigger, message: WideMessage) {
  const { settings } = await tx.directory.organization();
  return {
    bot_email: apiEmail(bot, app.publicHost),
    bot_full_name: bot.full_name,
    data: message.content,
    trigger,
    message: messageFor(message, {
      applyMarkdown: false,
      clientGravatar: false,
      allowEmptyTopicName: false,
      emptyTopicDisplayName: settings.empty_topic_display_name,
      defaultAvatar,
    }),
  };
}
