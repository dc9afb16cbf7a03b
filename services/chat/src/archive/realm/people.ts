import { isMailAddress } from '../../mail/address.js';
import { seenName } from '../../names.js';
import { NOTIFICATION_BOT_NAME } from '../../organization/set-up.js';
import { SETTING_NAMES, SETTINGS } from '../../settings/definitions.js';
import { type Account, ROLE, ROLES, type Role } from '../../users/account.js';
import { FORBIDDEN_IN_NAMES, MAX_NAME } from '../../users/rules.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll } from './intake.js';

/** Types of bots that this service supports. Bots of other types become generic bots. */
const BOT_TYPES = [1, 2, 3];

/** Accounts with an invalid address get an address on this host, to which no mail is sent. */
const NOWHERE = 'import.invalid';

/** Reads accounts with their settings, and merges the other server's own bots into one. */
export async function readPeople(intake: Intake): Promise<void> {
  const { data, report, tx, accounts } = intake;
  const dummies = data.rows('zerver_userprofile_mirrordummy');
  const addresses = new Set<string>();
  const rows = [...data.rows('zerver_userprofile'), ...dummies];
  for (const row of rows) {
    const id = field.id(row, 'id');
    if (id === undefined || accounts.has(id)) report.left('accounts', 'they have no id of their own');
    else accounts.set(id, accountOf(intake, id, row, addresses));
  }
  for (const account of accounts.values())
    if (account.bot_owner_id !== null && !accounts.has(account.bot_owner_id)) account.bot_owner_id = null;
  if (dummies.length > 0)
    report.changed('accounts', 'they did not agree to the export and are deactivated', dummies.length);
  const bot = ownBot(intake, addresses);
  const made = [...new Set([...accounts.values(), bot])];
  made.sort((one, other) => Number(one.is_bot) - Number(other.is_bot) || one.id - other.id);
  await insertAll(
    tx,
    'account',
    made.map((account) => ({ ...account, email_key: account.email.toLowerCase() })),
  );
  for (const row of data.rows('zerver_userprofile_crossrealm')) accounts.set(field.id(row, 'id') ?? -1, bot);
  report.read('accounts', made.length - 1);
  if (!made.some((account) => account.role === ROLE.owner && account.is_active && !account.is_bot))
    report.changed('organization', 'it has no active owner: make one with user set-role');
}

function accountOf(intake: Intake, id: number, row: Row, addresses: Set<string>): Account {
  const { report } = intake;
  const isBot = field.flag(row, 'is_bot');
  const given = field.id(row, 'bot_type') ?? 1;
  const botType = BOT_TYPES.includes(given) ? given : 1;
  if (isBot && botType !== given) report.changed('bots', 'bots inside the server become generic ones', id);
  return {
    id,
    email: addressOf(intake, id, row, addresses),
    full_name: nameOf(intake, id, row),
    role: roleOf(row),
    is_active: field.flag(row, 'is_active') && !field.flag(row, 'is_mirror_dummy'),
    joined_at: field.time(row, 'date_joined') ?? intake.now,
    is_bot: isBot,
    bot_type: isBot ? botType : null,
    bot_owner_id: isBot ? (field.id(row, 'bot_owner') ?? null) : null,
    is_system_bot: false,
    can_change_user_emails: false,
    avatar_version: 1,
    avatar_path: null,
    settings: settingsOf(intake, id, row),
  };
}

function addressOf({ report }: Intake, id: number, row: Row, addresses: Set<string>): string {
  const given = field.text(row, 'delivery_email') || field.text(row, 'email');
  const isUsable = isMailAddress(given) && !addresses.has(given.toLowerCase());
  if (!isUsable) report.changed('addresses', 'they are invalid or used twice, and replaced', given || id);
  const address = isUsable ? given : `user${id}@${NOWHERE}`;
  addresses.add(address.toLowerCase());
  return address;
}

function nameOf({ report }: Intake, id: number, row: Row): string {
  const given = field.text(row, 'full_name');
  let name = seenName(given);
  while (FORBIDDEN_IN_NAMES.test(name)) name = seenName(name.replace(FORBIDDEN_IN_NAMES, ''));
  name = [...name].slice(0, MAX_NAME).join('') || `User ${id}`;
  if (name !== given)
    report.changed('names of accounts', 'they had characters that names cannot have', given);
  return name;
}

/** Releases before 2020 have flags instead of a role. */
function roleOf(row: Row): Role {
  const role = ROLES.find((code) => code === row.role);
  if (role !== undefined) return role;
  if (field.flag(row, 'is_realm_admin')) return ROLE.administrator;
  return field.flag(row, 'is_guest') ? ROLE.guest : ROLE.member;
}

/** Returns the settings that differ from their defaults and that this service has. */
function settingsOf({ report }: Intake, id: number, row: Row): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const value = row[name];
    if (value === undefined || value === SETTINGS[name].initial) continue;
    try {
      settings[name] = SETTINGS[name].parameter.check(value as never, name);
    } catch {
      report.left('settings of users', `this service has no such value of ${name}`, 1, `${id}: ${value}`);
    }
  }
  return settings;
}

/**
 * Returns this service's notification bot, which becomes the sender of all messages of the other server's own bots.
 */
function ownBot({ app, accounts, now }: Intake, addresses: ReadonlySet<string>): Account {
  const id = Math.max(0, ...accounts.keys()) + 1;
  const address = `notification-bot@${app.publicHost}`;
  return {
    id,
    email: addresses.has(address.toLowerCase()) ? `notification-bot@${NOWHERE}` : address,
    full_name: NOTIFICATION_BOT_NAME,
    role: ROLE.member,
    is_active: true,
    joined_at: now,
    is_bot: true,
    bot_type: 1,
    bot_owner_id: null,
    is_system_bot: true,
    can_change_user_emails: false,
    avatar_version: 1,
    avatar_path: null,
    settings: {},
  };
}
