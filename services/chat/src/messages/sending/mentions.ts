import { type Queryable, sql } from '@services/kit/db';
import type { Mentions } from '../../markdown/context.js';
import type { DirectoryView } from '../../organization/directory.js';
import { type Groups, SYSTEM_GROUP } from '../../organization/groups.js';
import { ROLE } from '../../users/account.js';

/** Returns the ids of people that a text mentions by name or by group. Not all of these people receive the message. */
export async function mentionedPeople(
  tx: Queryable & { directory: DirectoryView },
  { userIds, groupIds }: Pick<Mentions, 'userIds' | 'groupIds'>,
): Promise<number[]> {
  if (groupIds.length === 0) return userIds;
  const found = new Set(userIds);
  let leastRole: number | undefined;
  const groups = await tx.directory.groups();
  for (const id of withSubgroups(groups, groupIds)) {
    const group = groups.get(id)!;
    if (group.is_system) leastRole = Math.max(leastRole ?? 0, roleOf(id));
    else for (const member of group.members) found.add(member);
  }
  if (leastRole !== undefined && leastRole > 0) {
    const rows = await tx.rows<{ id: number }>(
      sql`SELECT id FROM account WHERE is_active AND NOT is_bot AND role <= ${leastRole}::int`,
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

/**
 * Returns the ids of the groups, and of all groups that they contain. A system group contains only stricter system
 * groups.
 */
function withSubgroups(groups: Groups, ids: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = groups.get(id);
    if (group === undefined || reached.has(id)) continue;
    reached.add(id);
    if (!group.is_system) waiting.push(...group.subgroups);
  }
  return reached;
}

function roleOf(systemGroup: number): number {
  switch (systemGroup) {
    case SYSTEM_GROUP.internet:
    case SYSTEM_GROUP.everyone:
      return ROLE.guest;
    case SYSTEM_GROUP.members:
    case SYSTEM_GROUP.fullmembers:
      return ROLE.member;
    case SYSTEM_GROUP.moderators:
      return ROLE.moderator;
    case SYSTEM_GROUP.administrators:
      return ROLE.administrator;
    case SYSTEM_GROUP.owners:
      return ROLE.owner;
    default:
      return 0;
  }
}
