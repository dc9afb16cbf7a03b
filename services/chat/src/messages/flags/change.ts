import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import type { Account } from '../../users/account.js';
import { CLIENT_FLAGS, type ClientFlag, FLAG } from './bits.js';
import {
  changeFlag,
  type FlaggedMessage,
  flaggable,
  insertHistorical,
  markRead,
  type ReadScope,
  unreadDetails,
} from './store.js';

export interface FlagOutcome {
  /** Messages that now have the requested state. */
  done: number[];
  changed: number[];
  /** Channels that the caller is not subscribed to; their messages cannot become unread. */
  ignoredChannels: number[];
}

/** Returns the flag that a request names. Throws for flags that only the server changes. */
export function readFlag(name: string): ClientFlag {
  const flag = CLIENT_FLAGS.find((known) => known === name);
  if (flag !== undefined) return flag;
  if (name in FLAG || name === 'wildcard_mentioned') throw badRequest(`Flag not editable: '${name}'`);
  throw badRequest(`Invalid flag: '${name}'`);
}

/** Sets or clears a flag of messages that the caller can see, and notifies the caller's clients. */
export async function setFlag(
  tx: WriteTx,
  actor: Account,
  flag: ClientFlag,
  op: 'add' | 'remove',
  messages: readonly FlaggedMessage[],
): Promise<FlagOutcome> {
  const toUnread = flag === 'read' && op === 'remove';
  const ignored = toUnread ? messages.filter((message) => !message.is_subscribed) : [];
  const concerned = messages.filter((message) => !ignored.includes(message));
  const rowless = concerned.filter((message) => !message.has_row).map((message) => message.id);
  // A message that was never received has no row, and counts as read. Any other flag, or marking it as unread, needs a
  // row.
  if (rowless.length > 0 && (toUnread || (flag !== 'read' && op === 'add')))
    await insertHistorical(tx, actor.id, rowless);
  const done = concerned.map((message) => message.id);
  const changed = await changeFlag(tx, actor.id, FLAG[flag], op, done);
  await tellFlags(tx, actor.id, flag, op, changed);
  return {
    done,
    changed,
    ignoredChannels: [...new Set(ignored.map((message) => message.channel_id!))].sort((a, b) => a - b),
  };
}

export async function markAllRead(tx: WriteTx, actor: Account, scope: ReadScope): Promise<void> {
  const changed = await markRead(tx, actor.id, scope);
  if (scope === 'all')
    tx.emit({ ...flagEvent('read', 'add'), messages: [], all: true }, { users: [actor.id] });
  else await tellFlags(tx, actor.id, 'read', 'add', changed);
}

const flagEvent = (flag: ClientFlag, op: 'add' | 'remove') => ({
  type: 'update_message_flags',
  op,
  // Clients before feature level 32 read this name.
  operation: op,
  flag,
});

async function tellFlags(
  tx: WriteTx,
  userId: number,
  flag: ClientFlag,
  op: 'add' | 'remove',
  messages: number[],
): Promise<void> {
  if (messages.length === 0) return;
  const details = flag === 'read' && op === 'remove' ? await unreadDetails(tx, userId, messages) : undefined;
  tx.emit(
    {
      ...flagEvent(flag, op),
      messages,
      all: false,
      ...(details === undefined ? {} : { message_details: details }),
    },
    { users: [userId] },
  );
}

/** Returns the messages of a request. Throws if one of the messages is not visible to the caller. */
export async function requireFlaggable(
  tx: WriteTx,
  actor: Account,
  ids: readonly number[],
): Promise<FlaggedMessage[]> {
  const wanted = [...new Set(ids)];
  const found = await flaggable(tx, actor, wanted);
  if (found.length < wanted.length) throw badRequest('Invalid message(s)');
  return found;
}
