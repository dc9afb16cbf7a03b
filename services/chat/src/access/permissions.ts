import { roleTooLow } from '../http/errors.js';
import type { DirectoryView } from '../organization/directory.js';
import type { GroupValue } from '../organization/groups.js';
import type { GroupSetting } from '../organization/settings.js';
import { type Actor, ROLE, type Role } from '../users/account.js';

/** Gives access to groups and settings: a transaction, or the app outside a transaction. */
export interface PermissionSource {
  readonly directory: DirectoryView;
  readonly now: number;
}

/** True if the person is in the group that `value`, a setting, names. */
export async function isInGroup(
  source: PermissionSource,
  value: GroupValue,
  person: Actor,
): Promise<boolean> {
  const organization = await source.directory.organization();
  const groups = await source.directory.groups();
  return groups.contains(value, person, {
    nowMs: source.now,
    thresholdDays: organization.settings.waiting_period_threshold,
  });
}

/** True if an organization setting allows the person to act. */
export async function can(source: PermissionSource, setting: GroupSetting, person: Actor): Promise<boolean> {
  const organization = await source.directory.organization();
  return isInGroup(source, organization.settings[setting], person);
}

export const isAdministrator = (actor: Actor): boolean => actor.role <= ROLE.administrator;
export const isModerator = (actor: Actor): boolean => actor.role <= ROLE.moderator;

/** Throws UNAUTHORIZED_PRINCIPAL unless the account has at least the named role. */
export function requireRole(actor: Actor, needed: 'owner' | 'administrator' | 'moderator' | 'member'): void {
  const least: Role = ROLE[needed];
  if (actor.role > least) throw roleTooLow(needed);
}
