import { can, isModerator, type PermissionSource } from '../../access/permissions.js';
import type { Channel, ChannelGroupSetting } from '../../channels/channel.js';
import { channelGives } from '../../channels/rules.js';
import { badRequest } from '../../http/errors.js';
import type { GroupSetting } from '../../organization/settings.js';
import { type Account, isGuest } from '../../users/account.js';
import type { ActedMessage } from '../access.js';

/** True if more than `limit` seconds have passed since `sentAt` (milliseconds); never for the limit null. */
export function isPast(limitSeconds: number | null, sentAt: number, nowMs: number): boolean {
  return limitSeconds !== null && nowMs - sentAt > limitSeconds * 1000;
}

/**
 * Throws unless the account may change the content of the message: only the sender may, within the organization's time
 * limit.
 */
export async function requireMayEditContent(
  source: PermissionSource,
  actor: Account,
  message: Pick<ActedMessage, 'sender_id' | 'sent_at'>,
): Promise<void> {
  const { settings } = await source.directory.organization();
  if (message.sender_id !== actor.id) throw badRequest("You don't have permission to edit this message");
  if (!settings.allow_message_editing) throw badRequest('Your organization has turned off message editing');
  if (isPast(settings.message_content_edit_limit_seconds, message.sent_at, source.now))
    throw badRequest('The time limit for editing this message has passed');
}

/** Returns true if a setting of the organization, or of the channel, gives the account the right. */
async function mayBy(
  source: PermissionSource,
  actor: Account,
  channel: Channel,
  setting: GroupSetting,
  ofChannel: ChannelGroupSetting,
): Promise<boolean> {
  return (await can(source, setting, actor)) || channelGives(source, channel, ofChannel, actor);
}

/** Throws unless the account may resolve and unresolve topics of the channel, for which there is no time limit. */
export async function requireMayResolve(
  source: PermissionSource,
  actor: Account,
  channel: Channel,
): Promise<void> {
  if (!(await mayBy(source, actor, channel, 'can_resolve_topics_group', 'can_resolve_topics_group')))
    throw badRequest("You don't have permission to resolve topics.");
}

export type MoveKind = 'topic' | 'channel';

/** Throws unless the account may move messages. The limit on the age of messages is checked by `moveLimit`. */
export async function requireMayMove(
  source: PermissionSource,
  actor: Account,
  channel: Channel,
  kind: MoveKind,
): Promise<void> {
  const allowed =
    kind === 'topic'
      ? mayBy(
          source,
          actor,
          channel,
          'can_move_messages_between_topics_group',
          'can_move_messages_within_channel_group',
        )
      : mayBy(
          source,
          actor,
          channel,
          'can_move_messages_between_channels_group',
          'can_move_messages_out_of_channel_group',
        );
  if (isGuest(actor) || !(await allowed))
    throw badRequest(
      kind === 'topic'
        ? "You don't have permission to edit this message"
        : "You don't have permission to move this message",
    );
}

/**
 * Returns the seconds after which the account may no longer move a message; null without a limit, as for moderators.
 */
export async function moveLimit(
  source: PermissionSource,
  actor: Account,
  kinds: readonly MoveKind[],
): Promise<number | null> {
  if (isModerator(actor)) return null;
  const { settings } = await source.directory.organization();
  const limits = kinds
    .map((kind) =>
      kind === 'topic'
        ? settings.move_messages_within_stream_limit_seconds
        : settings.move_messages_between_streams_limit_seconds,
    )
    .filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}
