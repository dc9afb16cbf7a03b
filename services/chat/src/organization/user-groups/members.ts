import type { Queryable } from '@services/kit/db';
import type { Account } from '../../users/account.js';
import { accounts } from '../../users/store.js';
import type { DirectoryView } from '../directory.js';
import { type GroupRow, SYSTEM_GROUP } from '../groups.js';
import { type UserGroupPayload, userGroupPayload } from './payload.js';

/**
 * Returns the system group for the person's role. A person is a direct member of this group only. Groups for lower
 * roles contain it as a subgroup.
 */
function ownSystemGroup(person: Account, nowMs: number, thresholdDays: number): number {
  if (person.role <= 100) return SYSTEM_GROUP.owners;
  if (person.role <= 200) return SYSTEM_GROUP.administrators;
  if (person.role <= 300) return SYSTEM_GROUP.moderators;
  if (person.role > 400) return SYSTEM_GROUP.everyone;
  return nowMs - person.joined_at >= thresholdDays * 86_400_000
    ? SYSTEM_GROUP.fullmembers
    : SYSTEM_GROUP.members;
}

/**
 * Returns all groups in their form for clients. Direct members of a system group are the members that are not in a
 * subgroup.
 */
export async function allGroups(
  db: Queryable,
  directory: DirectoryView,
  now: number,
  options: { includeDeactivated: boolean },
): Promise<UserGroupPayload[]> {
  const groups = await directory.groups();
  const { settings } = await directory.organization();
  const byRole = new Map<number, number[]>();
  for (const person of await accounts(db, { isActive: true })) {
    const group = ownSystemGroup(person, now, settings.waiting_period_threshold);
    byRole.set(group, [...(byRole.get(group) ?? []), person.id]);
  }
  return [...groups.all()]
    .filter((group) => options.includeDeactivated || !group.deactivated)
    .map((group: GroupRow) =>
      userGroupPayload(group, group.is_system ? (byRole.get(group.id) ?? []) : group.members),
    );
}
