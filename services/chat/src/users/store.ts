import { array, json, type Queryable, type SQL, sql } from '@services/kit/db';
import { CHANNEL_COLUMNS, type Channel } from '../channels/channel.js';
import { ACCOUNT_COLUMNS } from '../organization/directory.js';
import { type Account, ROLE, type Role } from './account.js';
import { emailKey } from './credentials.js';

export interface NewAccount {
  email: string;
  fullName: string;
  role: Role;
  passwordHash: string | null;
  bot?: { type: number; ownerId: number | null; isSystem?: boolean };
  settings?: Record<string, unknown>;
}

export async function insertAccount(db: Queryable, now: number, account: NewAccount): Promise<Account> {
  const { email, fullName, role, passwordHash, bot, settings = {} } = account;
  const row = await db.one<Account>(sql`INSERT INTO account
      (email, email_key, full_name, role, joined_at, password_hash, is_bot, bot_type, bot_owner_id, is_system_bot, settings)
    VALUES (${email}, ${emailKey(email)}, ${fullName}, ${role}, ${now}, ${passwordHash}, ${bot !== undefined},
      ${bot?.type ?? null}, ${bot?.ownerId ?? null}, ${bot?.isSystem ?? false}, ${json(settings)})
    RETURNING ${ACCOUNT_COLUMNS}`);
  return row!;
}

export async function accountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return db.one<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE email_key = ${emailKey(email)}`);
}

/** Includes the hash of the password, for logging in. */
export async function loginByEmail(
  db: Queryable,
  email: string,
): Promise<(Account & { password_hash: string | null }) | undefined> {
  return db.one(
    sql`SELECT ${ACCOUNT_COLUMNS}, password_hash FROM account WHERE email_key = ${emailKey(email)}`,
  );
}

/** Returns accounts, ascending by id; without a filter, all accounts. */
export async function accounts(
  db: Queryable,
  filter: { ids?: number[]; isActive?: boolean; isSystemBot?: boolean } = {},
): Promise<Account[]> {
  const conditions: SQL[] = [sql`TRUE`];
  if (filter.ids !== undefined) conditions.push(sql`id = ANY(${array(filter.ids, 'int8')})`);
  if (filter.isActive !== undefined) conditions.push(sql`is_active = ${filter.isActive}`);
  if (filter.isSystemBot !== undefined) conditions.push(sql`is_system_bot = ${filter.isSystemBot}`);
  return db.rows<Account>(
    sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${sql.join(conditions, sql` AND `)} ORDER BY id`,
  );
}

/** Returns the full names of active people and bots. */
export async function activeNames(db: Queryable, except?: number): Promise<string[]> {
  const rows = await db.rows<{ full_name: string }>(
    sql`SELECT full_name FROM account WHERE is_active AND id IS DISTINCT FROM ${except ?? null}::int ORDER BY id`,
  );
  return rows.map((row) => row.full_name);
}

export async function activeOwners(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM account WHERE role = ${ROLE.owner} AND is_active AND NOT is_bot`,
  );
  return row!.count;
}

export type AccountChange = Partial<{
  email: string;
  full_name: string;
  role: Role;
  is_active: boolean;
  password_hash: string;
  can_change_user_emails: boolean;
  last_login_at: number;
}>;

export async function updateAccount(db: Queryable, id: number, change: AccountChange): Promise<void> {
  const assignments = Object.entries(change).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  if (change.email !== undefined) assignments.push(sql`email_key = ${emailKey(change.email)}`);
  if (assignments.length === 0) return;
  await db.run(sql`UPDATE account SET ${sql.join(assignments, sql`, `)} WHERE id = ${id}`);
}

/** Returns the values of custom profile fields by user id, then by field id. */
export async function profileData(
  db: Queryable,
  userIds?: number[],
): Promise<Map<number, Record<string, { value: string; rendered_value?: string }>>> {
  const rows = await db.rows<{
    user_id: number;
    field_id: number;
    value: string;
    rendered_value: string | null;
  }>(
    sql`SELECT user_id, field_id, value, rendered_value FROM profile_value
        ${userIds === undefined ? sql`` : sql`WHERE user_id = ANY(${array(userIds, 'int8')})`} ORDER BY field_id`,
  );
  const result = new Map<number, Record<string, { value: string; rendered_value?: string }>>();
  for (const { user_id, field_id, value, rendered_value } of rows) {
    const fields = result.get(user_id) ?? {};
    fields[field_id] = rendered_value === null ? { value } : { value, rendered_value };
    result.set(user_id, fields);
  }
  return result;
}

/** Returns the channels to which new users are subscribed. */
export function defaultChannels(db: Queryable): Promise<Channel[]> {
  return db.rows<Channel>(
    sql`SELECT ${CHANNEL_COLUMNS} FROM channel c WHERE c.is_default AND NOT c.is_archived ORDER BY c.id`,
  );
}
