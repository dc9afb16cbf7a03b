import Type, { type Static } from 'typebox';
import { findChannel } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { readTopic, topicProblem } from '../topics/topic.js';
import type { Account } from '../users/account.js';
import type { DraftBody } from './store.js';

/** Maximum number of drafts of one user. */
export const MAX_DRAFTS = 1000;
/** A draft may be longer than a message, because its writer may still shorten it. */
const CONTENT_FACTOR = 5;
const MAX_RECIPIENTS = 100;
const MAX_SECONDS = Math.floor(8.64e15 / 1000);

export const GIVEN_DRAFT = Type.Object({
  type: Type.Enum(['', 'stream', 'channel', 'private', 'direct']),
  to: Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), { maxItems: MAX_RECIPIENTS }),
  topic: Type.Optional(Type.String()),
  content: Type.String(),
  timestamp: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_SECONDS })),
});
export type GivenDraft = Static<typeof GIVEN_DRAFT>;

export function requireSynchronization(user: Account): void {
  if (user.settings.enable_drafts_synchronization === false)
    throw badRequest('User has disabled synchronizing drafts.');
}

/** Returns the draft in its stored form. Throws for destinations that the user may not know of. */
export async function checkedDraft(
  tx: WriteTx,
  user: Account,
  given: GivenDraft,
  limits: { maxMessageLength: number; maxTopicLength: number },
): Promise<{ body: DraftBody; editedAt: number }> {
  const content = given.content.trimEnd();
  if ([...content].length > limits.maxMessageLength * CONTENT_FACTOR)
    throw badRequest(`The draft is too long (limit: ${limits.maxMessageLength * CONTENT_FACTOR} characters)`);
  const editedAt = given.timestamp === undefined ? tx.now : Math.round(given.timestamp * 1000);
  const kind =
    given.type === 'channel'
      ? 'stream'
      : given.type === 'direct'
        ? 'private'
        : (given.type as DraftBody['type']);
  return { body: { type: kind, content, ...(await checkedPlace(tx, user, kind, given, limits)) }, editedAt };
}

async function checkedPlace(
  tx: WriteTx,
  user: Account,
  type: DraftBody['type'],
  given: GivenDraft,
  limits: { maxTopicLength: number },
): Promise<Pick<DraftBody, 'to' | 'topic'>> {
  const to = [...new Set(given.to)];
  if (type === 'stream') {
    const [id, ...others] = to;
    if (id === undefined || others.length > 0)
      throw badRequest('Must specify exactly 1 channel ID for channel messages');
    if ((await findChannel(tx, user, { id })) === undefined) throw noSuchChannel({ id });
    const { settings } = await tx.directory.organization();
    const topic = readTopic(given.topic ?? '', settings.empty_topic_display_name);
    if (topicProblem(topic, limits.maxTopicLength) !== undefined) throw badRequest('Invalid topic');
    return { to, topic };
  }
  for (const id of type === 'private' ? to : [])
    if ((await tx.directory.account(id)) === undefined) throw badRequest(`Invalid user ID ${id}`);
  return { to: type === 'private' ? to : [], topic: '' };
}
