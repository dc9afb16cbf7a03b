import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { renderText } from '../../markdown/store.js';
import { ACCOUNT_COLUMNS } from '../../organization/directory.js';
import type { Account } from '../../users/account.js';
import type { Sent } from './outgoing.js';
import { send } from './send.js';

/** Destination of a message from the service itself. */
export type NoticePlace = { channelId: number; topic: string } | { people: readonly number[] };

/** Returns the account that sends the service's messages; undefined without such an account. */
export function notificationBot(db: Queryable): Promise<Account | undefined> {
  return db.one<Account>(
    sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE is_system_bot AND is_active ORDER BY id LIMIT 1`,
  );
}

/** Sends a message of the notification bot; does nothing without this bot. */
export async function sendNotice(
  app: App,
  tx: WriteTx,
  place: NoticePlace,
  content: string,
): Promise<Sent | undefined> {
  const sender = await notificationBot(tx);
  if (sender === undefined) return undefined;
  const toChannel = 'channelId' in place;
  return send(app, tx, {
    sender,
    type: toChannel ? 'channel' : 'direct',
    to: toChannel ? place.channelId : [...place.people],
    topic: toChannel ? place.topic : undefined,
    content,
    rendered: await renderText(app.directory, tx, sender, content),
    client: 'Internal',
    readBySender: true,
    isNotice: true,
  });
}

/** Returns a mention of a person that does not notify the person. */
export const silentMention = (account: Pick<Account, 'id' | 'full_name'>): string =>
  `@_**${account.full_name}|${account.id}**`;
