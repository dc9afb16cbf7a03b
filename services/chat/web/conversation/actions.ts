import { call } from '../api/call.js';
import type { Message } from '../api/types.js';
import { composer } from '../composer/composer.svelte.js';
import type { EmojiChoice } from '../emoji/emoji.svelte.js';
import { othersOf } from '../places/conversation.js';
import { link } from '../places/links.js';
import { type Destination, directNarrow, type Narrow, topicNarrow } from '../places/narrow.js';
import { session } from '../session.svelte.js';
import { notices } from '../shell/notices.svelte.js';

export function narrowOf(message: Message): Narrow {
  return message.type === 'stream'
    ? topicNarrow(message.stream_id!, message.subject)
    : directNarrow(othersOf(message, session.team.people.me));
}

export function destinationOfMessage(message: Message): Destination {
  return message.type === 'stream'
    ? { kind: 'channel', channelId: message.stream_id!, topic: message.subject }
    : { kind: 'direct', userIds: othersOf(message, session.team.people.me) };
}

/** Returns the URL of a message in its conversation. */
export const linkTo = (message: Message): string =>
  link([...narrowOf(message), { operator: 'near', operand: message.id }]);

/** Runs an action that the reader has started by a key or a button, and shows its errors. */
export function act(work: () => Promise<unknown>): void {
  work().catch((error: unknown) => notices.fail(error));
}

export const star = (message: Message): void =>
  act(() =>
    session.team.setFlag([message.id], 'starred', message.flags.includes('starred') ? 'remove' : 'add'),
  );

/** Adds the reader's reaction, or removes it. */
export function react(message: Message, emoji: Pick<EmojiChoice, 'name' | 'code'> & { kind: string }): void {
  const me = session.team.people.me;
  const mine = message.reactions.some(
    (one) => one.user_id === me && one.emoji_code === emoji.code && one.reaction_type === emoji.kind,
  );
  const params = { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.kind };
  act(() => call(mine ? 'DELETE' : 'POST', `/messages/${message.id}/reactions`, params));
}

export async function sourceOf(id: number): Promise<string> {
  const { raw_content } = await call<{ raw_content: string }>('GET', `/messages/${id}`);
  return raw_content;
}

/** Returns a code fence that is longer than any in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  return '`'.repeat(longest + 1);
}

export function quote(message: Message): void {
  act(async () => {
    const source = await sourceOf(message.id);
    const fence = fenceFor(source);
    const origin = `${location.origin}/${linkTo(message)}`;
    const text = `@_**${message.sender_full_name}|${message.sender_id}** [said](${origin}):\n${fence}quote\n${source}\n${fence}\n`;
    composer.open(destinationOfMessage(message), text);
  });
}

export const reply = (message: Message): void => composer.open(destinationOfMessage(message));

/** Marks the conversation as unread from this message on. */
export function markUnreadFrom(message: Message): void {
  act(() =>
    call('POST', '/messages/flags/narrow', {
      ...{ anchor: message.id, include_anchor: true, num_before: 0, num_after: 5000 },
      narrow: narrowOf(message),
      ...{ op: 'remove', flag: 'read' },
    }),
  );
}

export function copyLink(message: Message): void {
  act(async () => {
    await navigator.clipboard.writeText(`${location.origin}/${linkTo(message)}`);
    notices.say('Link copied.');
  });
}

/** Returns false only if it is certain that the server would refuse the edit. */
export function mayEdit(message: Message): boolean {
  const { people, organization } = session.team;
  if (message.sender_id !== people.me || organization.realm.allow_message_editing === false) return false;
  const limit = organization.realm.message_content_edit_limit_seconds;
  return typeof limit !== 'number' || Date.now() / 1000 - message.timestamp < limit;
}

export const mayReport = (message: Message): boolean =>
  message.sender_id !== session.team.people.me && session.team.organization.reportChannelId !== undefined;

export function mayDelete(message: Message): boolean {
  const { people, organization } = session.team;
  if (people.isAdmin) return true;
  if (message.sender_id !== people.me) return false;
  const limit = organization.realm.message_content_delete_limit_seconds;
  return typeof limit !== 'number' || Date.now() / 1000 - message.timestamp < limit;
}
