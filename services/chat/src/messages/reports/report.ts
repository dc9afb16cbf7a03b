import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import { narrowPath } from '../../markdown/channel-links.js';
import type { Account } from '../../users/account.js';
import { type ActedMessage, channelById, requireMessage } from '../access.js';
import { sendNotice, silentMention } from '../sending/notices.js';

/** Reasons and their names, in the order in which clients offer them. */
export const REPORT_REASONS = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

/** Characters of the reported message that the report quotes. */
const MAX_EXCERPT = 5000;

/** Reports a message to the moderators, in the channel that the organization has chosen for reports. */
export async function reportMessage(
  app: App,
  tx: WriteTx,
  actor: Account,
  report: { messageId: number; reason: ReportReason; description: string },
): Promise<void> {
  const message = await requireMessage(tx, actor, report.messageId);
  const { settings } = await tx.directory.organization();
  const channelId = settings.moderation_request_channel_id;
  const channel = channelId === -1 ? undefined : await channelById(tx, channelId);
  if (channel === undefined || channel.is_archived)
    throw badRequest('Moderation request channel must be specified to enable message reporting.');
  const description = report.description.trim();
  if (report.reason === 'other' && description === '') throw badRequest('An explanation is required.');
  const sender = (await tx.directory.account(message.sender_id))!;
  const topic = [...`${sender.full_name}'s moderation requests`].slice(0, app.config.maxTopicLength).join('');
  const content = [
    `${silentMention(actor)} reported ${await placeOf(tx, message)} sent by ${silentMention(sender)}.`,
    `- Reason: **${REPORT_REASONS[report.reason]}**`,
    ...(description === '' ? [] : [`- Notes:\n${fenced(description)}`]),
    fenced(excerpt(message.content)),
  ].join('\n');
  await sendNotice(app, tx, { channelId, topic }, content);
}

async function placeOf(tx: WriteTx, message: ActedMessage): Promise<string> {
  if (message.channel_id === null) return 'a direct message';
  const channel = await channelById(tx, message.channel_id);
  return `[a message](/${narrowPath(channel, message.topic, message.id)})`;
}

function excerpt(content: string): string {
  const characters = [...content];
  return characters.length <= MAX_EXCERPT ? content : `${characters.slice(0, MAX_EXCERPT).join('')}…`;
}

/**
 * Quotes another user's text as code: mentions and links in the text have no effect, and the text cannot end the code
 * block.
 */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
