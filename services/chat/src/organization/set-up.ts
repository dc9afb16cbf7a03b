import { type Queryable, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { ROLE } from '../users/account.js';
import { insertAccount } from '../users/store.js';

export const NOTIFICATION_BOT_NAME = 'Notification Bot';

export async function isSetUp(db: Queryable): Promise<boolean> {
  return (await db.one(sql`SELECT 1 FROM organization`)) !== undefined;
}

/** Creates the organization and the notification bot. */
export async function setUpOrganization(
  app: Pick<App, 'publicHost'>,
  tx: WriteTx,
  name: string,
): Promise<void> {
  await tx.run(sql`INSERT INTO organization (name, created_at) VALUES (${name}, ${tx.now})`);
  const bot = await insertAccount(tx, tx.now, {
    email: `notification-bot@${app.publicHost}`,
    fullName: NOTIFICATION_BOT_NAME,
    role: ROLE.member,
    passwordHash: null,
    bot: { type: 1, ownerId: null, isSystem: true },
  });
  tx.changed({ organization: true, accounts: [bot.id] });
}
