import { sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { narrowPath } from '../markdown/channel-links.js';
import { renderText } from '../markdown/store.js';
import { sendNotice } from '../messages/sending/notices.js';
import { send } from '../messages/sending/send.js';
import type { Account } from '../users/account.js';

/** Conversation in which the bot replies. `people` are all people of a direct conversation except the bot. */
export type ReplyPlace = { channelId: number; topic: string } | { people: readonly number[] };

/** Maximum number of characters that the bot's owner gets of a failed response. */
const MAX_QUOTED = 500;
const CUT = '\n[message truncated]';

/**
 * Posts the bot's reply in the conversation of the message that caused the call, even if the bot is not subscribed to
 * the channel. Wildcard mentions in the reply do not notify, because text from outside must not alert everyone.
 */
export async function sayAsBot(
  app: App,
  tx: WriteTx,
  bot: Account,
  place: ReplyPlace,
  text: string,
): Promise<void> {
  const content = fitting(text, app.config.maxMessageLength);
  if (content === '') return;
  const rendered = await renderText(app.directory, tx, bot, content);
  const toChannel = 'channelId' in place;
  await send(app, tx, {
    sender: bot,
    type: toChannel ? 'channel' : 'direct',
    to: toChannel ? place.channelId : [...place.people],
    topic: toChannel ? place.topic : undefined,
    content,
    rendered: {
      ...rendered,
      mentions: { ...rendered.mentions, channelWildcard: false, topicWildcard: false },
    },
    client: 'OutgoingWebhook',
    readBySender: true,
    isNotice: true,
  });
}

export interface FailureReport {
  messageId: number;
  place: ReplyPlace;
}

/** Posts a short note about the failure in the conversation; the details go to the bot's owner only. */
export async function reportFailure(
  app: App,
  tx: WriteTx,
  bot: Account,
  { messageId, place }: FailureReport,
  failure: { reason: string; status?: number; text?: string },
): Promise<void> {
  await sayAsBot(app, tx, bot, place, 'Failure! The bot could not be reached or gave no usable answer.');
  if (bot.bot_owner_id === null) return;
  const link = `${app.publicUrl}/${await messagePath(tx, place, messageId)}`;
  const lines = [
    `[A message](${link}) to your bot @_**${bot.full_name}|${bot.id}** got no answer: ${failure.reason}.`,
  ];
  if (failure.text !== undefined && failure.text.trim() !== '') {
    lines.push(
      'The other side answered:',
      fenced([...failure.text.toWellFormed()].slice(0, MAX_QUOTED).join('')),
    );
  }
  await sendNotice(app, tx, { people: [bot.bot_owner_id] }, lines.join('\n'));
}

async function messagePath(tx: WriteTx, place: ReplyPlace, messageId: number): Promise<string> {
  if (!('channelId' in place)) return `#narrow/dm/${place.people.join(',')}-group/near/${messageId}`;
  const channel = await tx.one<{ name: string }>(sql`SELECT name FROM channel WHERE id = ${place.channelId}`);
  return narrowPath({ id: place.channelId, name: channel?.name ?? '' }, place.topic, messageId);
}

/**
 * Returns the text as a code block, with a fence that is longer than any run of backticks in the text, so that the
 * text cannot end the block.
 */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replaceAll('\0', '')}\n${fence}`;
}

function fitting(text: string, maximum: number): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trimEnd();
  const characters = [...clean];
  return characters.length <= maximum ? clean : characters.slice(0, maximum - CUT.length).join('') + CUT;
}
