import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { isResolved } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { sendNotice, silentMention } from '../sending/notices.js';
import type { Moved } from './move.js';

/**
 * Posts notices in the topics that change: where messages were moved to and came from, or that a topic was resolved.
 */
export async function tellOfMove(
  app: App,
  tx: WriteTx,
  actor: Account,
  moved: Moved,
  wanted: { toOld: boolean; toNew: boolean },
): Promise<void> {
  const { from, to } = moved;
  const who = silentMention(actor);
  if (moved.onlyResolved) {
    if (!moved.isWholeTopic || !wanted.toNew) return;
    const state = isResolved(to.topic) ? 'resolved' : 'unresolved';
    await sendNotice(app, tx, placeOf(to), `${who} has marked this topic as ${state}.`);
    return;
  }
  const { settings } = await tx.directory.organization();
  const link = ({ channel, topic }: Moved['to']) =>
    topic === ''
      ? `#**${channel.name}** (${settings.empty_topic_display_name})`
      : `#**${channel.name}>${topic}**`;
  const isSameTopic =
    from.channel.id === to.channel.id && from.topic.toLowerCase() === to.topic.toLowerCase();
  if (isSameTopic) return;
  const count = moved.messageIds.length;
  const what = moved.isWholeTopic
    ? 'This topic was'
    : count === 1
      ? 'A message was'
      : `${count} messages were`;
  if (wanted.toNew)
    await sendNotice(app, tx, placeOf(to), `${what} moved here from ${link(from)} by ${who}.`);
  if (wanted.toOld) await sendNotice(app, tx, placeOf(from), `${what} moved to ${link(to)} by ${who}.`);
}

const placeOf = ({ channel, topic }: Moved['to']) => ({ channelId: channel.id, topic });
