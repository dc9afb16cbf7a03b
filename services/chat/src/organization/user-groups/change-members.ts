import { array, sql } from '@services/kit/db';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import type { Actor } from '../../users/account.js';
import type { UserGroupSetting } from './payload.js';
import { changeableGroup, checkPeople, checkSubgroups, mayChange } from './rules.js';
import { insertMembers, insertSubgroups } from './store.js';

export interface MemberChange {
  add: number[];
  remove: number[];
  addSubgroups: number[];
  removeSubgroups: number[];
}

/** Adds and removes people and subgroups; after an error, none of the changes is made. */
export async function changeMembers(
  tx: WriteTx,
  actor: Actor,
  groupId: number,
  change: MemberChange,
): Promise<void> {
  const group = await changeableGroup(tx, groupId);
  if (Object.values(change).every((ids: number[]) => ids.length === 0))
    throw badRequest(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    );
  const may = (...settings: UserGroupSetting[]) => mayChange(tx, group, actor, settings);
  const isOnly = (ids: number[]) => ids.length === 1 && ids[0] === actor.id;
  if (change.add.length > 0 && !(await may('can_add_members_group', ...(isOnly(change.add) ? JOIN : []))))
    throw badRequest('Insufficient permission');
  if (
    change.remove.length > 0 &&
    !(await may('can_remove_members_group', ...(isOnly(change.remove) ? LEAVE : [])))
  )
    throw badRequest('Insufficient permission');
  if (change.addSubgroups.length + change.removeSubgroups.length > 0 && !(await may()))
    throw badRequest('Insufficient permission');

  await checkPeople(tx, change.add);
  await checkSubgroups(tx, group, change.addSubgroups);
  for (const id of change.add)
    if (group.members.has(id)) throw badRequest(`User ${id} is already a member of this group`);
  for (const id of change.remove)
    if (!group.members.has(id)) throw badRequest(`There is no member '${id}' in this user group`);
  for (const id of change.removeSubgroups)
    if (!group.subgroups.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`);

  const everyone = { users: 'everyone' as const };
  const tell = (op: string, field: 'user_ids' | 'direct_subgroup_ids', ids: number[]) => {
    if (ids.length > 0) tx.emit({ type: 'user_group', op, group_id: group.id, [field]: ids }, everyone);
  };
  await insertMembers(tx, group.id, change.add);
  await insertSubgroups(tx, group.id, change.addSubgroups);
  await tx.run(sql`DELETE FROM user_group_member
    WHERE group_id = ${group.id} AND user_id = ANY(${array(change.remove, 'int8')})`);
  await tx.run(sql`DELETE FROM user_group_subgroup
    WHERE group_id = ${group.id} AND subgroup_id = ANY(${array(change.removeSubgroups, 'int8')})`);
  tx.changed({ groups: true });
  tell('add_members', 'user_ids', change.add);
  tell('remove_members', 'user_ids', change.remove);
  tell('add_subgroups', 'direct_subgroup_ids', change.addSubgroups);
  tell('remove_subgroups', 'direct_subgroup_ids', change.removeSubgroups);
}

const JOIN: UserGroupSetting[] = ['can_join_group'];
const LEAVE: UserGroupSetting[] = ['can_leave_group'];
