import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { chooseEmoji, type EmojiChoice } from '../../emoji/choose.js';
import { customEmojiFor } from '../../emoji/store.js';
import type { Emoji } from '../../emoji/table.js';
import { noSuchReaction, reactionExists } from '../../http/errors.js';
import { subscriptionsOf } from '../../subscriptions/store.js';
import { policyAfter } from '../../topics/policy.js';
import { policiesFor } from '../../topics/store.js';
import { setPolicies } from '../../topics/user-topics.js';
import type { Account } from '../../users/account.js';
import { apiEmail } from '../../users/api-email.js';
import { type ActedMessage, audienceOf, requireMessage, requireWritable } from '../access.js';
import { deleteReaction, insertReaction, nameInUse, reactionsBy } from './store.js';

export async function addReaction(
  app: App,
  tx: WriteTx,
  actor: Account,
  messageId: number,
  choice: EmojiChoice,
): Promise<void> {
  const message = await requireMessage(tx, actor, messageId);
  await requireWritable(tx, message);
  const chosen = chooseEmoji(choice, await customEmojiFor(tx, choice));
  const emoji = { ...chosen, emoji_name: (await nameInUse(tx, messageId, chosen)) ?? chosen.emoji_name };
  if (!(await insertReaction(tx, messageId, actor.id, emoji))) throw reactionExists();
  await tellReaction(app, tx, 'add', actor, messageId, emoji);
  await takePart(tx, actor, message);
}

export async function removeReaction(
  app: App,
  tx: WriteTx,
  actor: Account,
  messageId: number,
  choice: EmojiChoice,
): Promise<void> {
  const message = await requireMessage(tx, actor, messageId);
  await requireWritable(tx, message);
  const own = await reactionsBy(tx, messageId, actor.id);
  const emoji = own.find((reaction) => isMeant(reaction, choice));
  if (emoji === undefined) {
    // A client may use another name for an emoji than this service. An unknown name is refused.
    const meant = chooseEmoji(choice, await customEmojiFor(tx, choice), { allowDeactivated: true });
    const same = own.find(
      (reaction) =>
        reaction.emoji_code === meant.emoji_code && reaction.reaction_type === meant.reaction_type,
    );
    if (same === undefined) throw noSuchReaction();
    return takeAway(app, tx, actor, messageId, same);
  }
  return takeAway(app, tx, actor, messageId, emoji);
}

function isMeant(
  reaction: Emoji,
  { emoji_code: code, emoji_name: name, reaction_type: type }: EmojiChoice,
): boolean {
  const kind = type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type;
  if (kind !== undefined && kind !== reaction.reaction_type) return false;
  return code === undefined ? reaction.emoji_name === name : reaction.emoji_code === code;
}

async function takeAway(
  app: App,
  tx: WriteTx,
  actor: Account,
  messageId: number,
  emoji: Emoji,
): Promise<void> {
  await deleteReaction(tx, messageId, actor.id, emoji);
  await tellReaction(app, tx, 'remove', actor, messageId, emoji);
}

async function tellReaction(
  app: App,
  tx: WriteTx,
  op: 'add' | 'remove',
  actor: Account,
  messageId: number,
  emoji: Emoji,
): Promise<void> {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  // zulip-terminal reads `user`; newer clients read `user_id` instead.
  const user = { user_id: actor.id, email: apiEmail(actor, app.publicHost), full_name: actor.full_name };
  tx.emit(
    {
      type: 'reaction',
      op,
      message_id: messageId,
      user_id: actor.id,
      user,
      emoji_name,
      emoji_code,
      reaction_type,
    },
    { users: await audienceOf(tx, messageId, actor.id) },
  );
}

/** A user who reacts in a topic counts as a participant of the topic. */
async function takePart(tx: WriteTx, actor: Account, message: ActedMessage): Promise<void> {
  if (message.channel_id === null || actor.is_bot) return;
  const subscription = (await subscriptionsOf(tx, actor.id)).get(message.channel_id);
  if (!subscription?.is_active) return;
  const current = await policiesFor(tx, message.channel_id, message.topic_key, [actor.id]);
  const policy = policyAfter('reacted', actor.settings, current.get(actor.id) ?? null, subscription.is_muted);
  if (policy === undefined) return;
  const topic = { channelId: message.channel_id, key: message.topic_key, name: message.topic };
  await setPolicies(tx, topic, new Map([[actor.id, policy]]));
}
