import { array, type Queryable, sql } from '@services/kit/db';
import { ACCOUNT_COLUMNS } from '../organization/directory.js';
import type { Account } from '../users/account.js';

/** Target of an outgoing webhook bot. */
export interface BotService {
  bot_id: number;
  payload_url: string;
  /** Format of the requests to the target; the only format is 1. */
  interface_type: number;
  token: string;
}

/** Returns the bots of an owner; all bots if `ownerId` is undefined. Deactivated bots are included. */
export function botAccounts(db: Queryable, ownerId?: number): Promise<Account[]> {
  return db.rows<Account>(sql`
    SELECT ${ACCOUNT_COLUMNS} FROM account WHERE is_bot AND NOT is_system_bot
      AND ${ownerId === undefined ? sql`TRUE` : sql`bot_owner_id = ${ownerId}`} ORDER BY id`);
}

export function servicesOf(db: Queryable, botIds: readonly number[]): Promise<BotService[]> {
  if (botIds.length === 0) return Promise.resolve([]);
  return db.rows<BotService>(sql`
    SELECT bot_id, payload_url, interface_type, token FROM bot_service WHERE bot_id = ANY(${array(botIds, 'int8')})`);
}

export async function insertService(db: Queryable, service: BotService): Promise<void> {
  await db.run(sql`
    INSERT INTO bot_service (bot_id, payload_url, interface_type, token)
    VALUES (${service.bot_id}, ${service.payload_url}, ${service.interface_type}, ${service.token})`);
}

export async function updatePayloadUrl(db: Queryable, botId: number, payloadUrl: string): Promise<boolean> {
  return (await db.run(sql`UPDATE bot_service SET payload_url = ${payloadUrl} WHERE bot_id = ${botId}`)) > 0;
}

export async function setOwner(db: Queryable, botId: number, ownerId: number): Promise<void> {
  await db.run(sql`UPDATE account SET bot_owner_id = ${ownerId} WHERE id = ${botId}`);
}
