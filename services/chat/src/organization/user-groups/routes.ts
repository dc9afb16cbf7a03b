import { array, json, sql } from '@services/kit/db';
import Type from 'typebox';
import { can, isInGroup } from '../../access/permissions.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import { boolean, id, ids, optional, text, trimmed } from '../../http/parameters.js';
import { defineRoute } from '../../http/route.js';
import type { Actor } from '../../users/account.js';
import { checkedGroupChange, type GroupValueChange, groupSetting } from '../group-value.js';
import type { GroupRow, GroupValue } from '../groups.js';
import { allGroups } from './members.js';
import {
  permissionOf,
  USER_GROUP,
  USER_GROUP_SETTING_NAMES,
  USER_GROUP_SETTINGS,
  type UserGroupSetting,
  userGroupPayload,
} from './payload.js';

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1024;
/** Prefixes of names that belong to the service. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

const settingParameters = Object.fromEntries(
  USER_GROUP_SETTING_NAMES.map((name) => [name, optional(groupSetting())]),
) as Record<UserGroupSetting, ReturnType<typeof optional<GroupValueChange>>>;
const pathParams = { user_group_id: id() };

export const userGroupRoutes = [
  defineRoute({
    method: 'GET',
    path: '/user_groups',
    auth: 'user',
    summary: 'All user groups',
    params: {
      include_deactivated_groups: optional(boolean(), false),
    },
    returns: Type.Object({ user_groups: Type.Array(USER_GROUP) }),
    handler: async ({ app, params }) => ({
      user_groups: await allGroups(app.db, app.directory, app.clock.now(), {
        includeDeactivated: params.include_deactivated_groups,
      }),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/user_groups/create',
    auth: 'user',
    creates: true,
    summary: 'Makes a user group',
    params: {
      name: trimmed(text({ max: MAX_NAME })),
      description: text({ max: MAX_DESCRIPTION }),
      members: ids({ maxItems: 10_000 }),
      subgroups: optional(ids({ maxItems: 1_000 }), []),
      ...settingParameters,
    },
    returns: Type.Object({ group_id: Type.Integer() }),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        if (
          actor.is_bot ||
          !(await can({ directory: tx.directory, now: tx.now }, 'can_create_groups', actor))
        )
          throw badRequest('Insufficient permission');
        const name = await freeName(tx, params.name);
        const permissions: Record<string, GroupValue> = {
          // Without a manager a group could never be changed again.
          can_manage_group: { direct_members: [actor.id], direct_subgroups: [] },
        };
        for (const setting of USER_GROUP_SETTING_NAMES) {
          const change = params[setting];
          if (change !== undefined)
            permissions[setting] = await checkedGroupChange(
              tx.directory,
              setting,
              USER_GROUP_SETTINGS[setting],
              change,
            );
        }
        await checkPeople(tx, params.members);
        await checkSubgroups(tx, undefined, params.subgroups);
        const row = await tx.one<{ id: number }>(sql`
          INSERT INTO user_group (name, description, creator_id, created_at, permissions)
          VALUES (${name}, ${params.description}, ${actor.id}, ${tx.now}, ${json(permissions)}) RETURNING id`);
        const group_id = row!.id;
        tx.changed({ groups: true });
        await insertMembers(tx, group_id, params.members);
        await insertSubgroups(tx, group_id, params.subgroups);
        const group = (await tx.directory.groups()).get(group_id)!;
        tx.emit(
          { type: 'user_group', op: 'add', group: userGroupPayload(group, group.members) },
          { users: 'everyone' },
        );
        return { group_id };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/user_groups/:user_group_id',
    auth: 'user',
    summary: 'Changes a user group',
    pathParams,
    params: {
      name: optional(trimmed(text({ max: MAX_NAME }))),
      description: optional(text({ max: MAX_DESCRIPTION })),
      deactivated: optional(boolean()),
      ...settingParameters,
    },
    returns: Type.Object({}),
    handler: async ({ params, path, write }) => {
      await write(async (tx, actor) => {
        const group = await changeableGroup(tx, path.user_group_id, {
          deactivatedToo: params.deactivated === false,
        });
        await requireManager(tx, group, actor);
        const data: Record<string, unknown> = {};
        if (params.name !== undefined && params.name !== group.name)
          data.name = await freeName(tx, params.name, group.id);
        if (params.description !== undefined) data.description = params.description;
        if (params.deactivated === false && group.deactivated) data.deactivated = false;
        const permissions: Record<string, GroupValue> = {};
        for (const setting of USER_GROUP_SETTING_NAMES) {
          const change = params[setting];
          if (change === undefined) continue;
          permissions[setting] = await checkedGroupChange(
            tx.directory,
            setting,
            permissionOf(group, setting),
            change,
          );
        }
        Object.assign(data, permissions);
        if (Object.keys(data).length === 0) throw badRequest('No new data supplied');
        await tx.run(sql`UPDATE user_group SET name = ${data.name ?? group.name},
          description = ${data.description ?? group.description},
          deactivated = ${data.deactivated ?? group.deactivated},
          permissions = permissions || ${json(permissions)} WHERE id = ${group.id}`);
        tx.changed({ groups: true });
        tx.emit({ type: 'user_group', op: 'update', group_id: group.id, data }, { users: 'everyone' });
      });
      return {};
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/user_groups/:user_group_id/deactivate',
    auth: 'user',
    summary: 'Deactivates a user group',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: async ({ path, write }) => {
      await write(async (tx, actor) => {
        const group = await changeableGroup(tx, path.user_group_id);
        await requireManager(tx, group, actor);
        for (const other of (await tx.directory.groups()).all())
          if (!other.deactivated && other.subgroups.has(group.id))
            throw badRequest(`You cannot deactivate a user group that is a subgroup of ${other.name}.`);
        await tx.run(sql`UPDATE user_group SET deactivated = true WHERE id = ${group.id}`);
        tx.changed({ groups: true });
        tx.emit(
          { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: true } },
          { users: 'everyone' },
        );
      });
      return {};
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/user_groups/:user_group_id/members',
    auth: 'user',
    summary: 'The members of a user group',
    pathParams,
    params: { direct_member_only: optional(boolean(), false) },
    returns: Type.Object({ members: Type.Array(Type.Integer()) }),
    handler: async ({ app, path, params }) => {
      const groups = await app.directory.groups();
      const group = groups.get(path.user_group_id);
      if (group === undefined) throw badRequest('Invalid user group');
      const all = await allGroups(app.db, app.directory, app.clock.now(), { includeDeactivated: true });
      const direct = new Map(all.map((shown) => [shown.id, shown.members]));
      const reached = params.direct_member_only
        ? [group.id]
        : [...direct.keys()].filter((id) => groups.reaches(group.id, id));
      const members = new Set(reached.flatMap((id) => direct.get(id) ?? []));
      return { members: [...members].sort((a, b) => a - b) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/user_groups/:user_group_id/members',
    auth: 'user',
    summary: 'Adds and removes members of a user group',
    pathParams,
    params: {
      add: optional(ids({ maxItems: 10_000 }), []),
      delete: optional(ids({ maxItems: 10_000 }), []),
      add_subgroups: optional(ids({ maxItems: 1_000 }), []),
      delete_subgroups: optional(ids({ maxItems: 1_000 }), []),
    },
    returns: Type.Object({}),
    handler: async ({ params, path, write }) => {
      await write((tx, actor) =>
        changeMembers(tx, actor, path.user_group_id, {
          add: params.add,
          remove: params.delete,
          addSubgroups: params.add_subgroups,
          removeSubgroups: params.delete_subgroups,
        }),
      );
      return {};
    },
  }),
];

interface MemberChange {
  add: number[];
  remove: number[];
  addSubgroups: number[];
  removeSubgroups: number[];
}

async function changeMembers(
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

/** Managers of the group and of all groups may do all; others what one of the settings gives them. */
export async function mayChange(
  tx: WriteTx,
  group: GroupRow,
  actor: Actor,
  settings: readonly UserGroupSetting[],
): Promise<boolean> {
  if (actor.is_bot) return false;
  const source = { directory: tx.directory, now: tx.now };
  if (await can(source, 'can_manage_all_groups', actor)) return true;
  for (const setting of ['can_manage_group', ...settings] as const)
    if (await isInGroup(source, permissionOf(group, setting), actor)) return true;
  return false;
}

async function requireManager(tx: WriteTx, group: GroupRow, actor: Actor): Promise<void> {
  if (!(await mayChange(tx, group, actor, []))) throw badRequest('Insufficient permission');
}

async function changeableGroup(
  tx: WriteTx,
  id: number,
  { deactivatedToo = false }: { deactivatedToo?: boolean } = {},
): Promise<GroupRow> {
  const group = (await tx.directory.groups()).get(id);
  if (group === undefined) throw badRequest('Invalid user group');
  if (group.is_system) throw badRequest('Insufficient permission');
  if (group.deactivated && !deactivatedToo) throw badRequest('User group is deactivated.');
  return group;
}

async function freeName(tx: WriteTx, given: string, except?: number): Promise<string> {
  const name = given.normalize('NFC');
  if (name === '') throw badRequest("User group name can't be empty!");
  const prefix = RESERVED.find((candidate) => name.startsWith(candidate));
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`);
  for (const group of (await tx.directory.groups()).all())
    if (group.id !== except && group.name.toLowerCase() === name.toLowerCase())
      throw badRequest(`User group '${name}' already exists.`);
  return name;
}

async function checkPeople(tx: WriteTx, ids: number[]): Promise<void> {
  for (const id of ids) {
    const account = await tx.directory.account(id);
    if (account === undefined || !account.is_active) throw badRequest(`Invalid user ID: ${id}`);
  }
}

/** Subgroups exist, and none of them contains the group: a cycle would make everyone's membership undecidable. */
async function checkSubgroups(tx: WriteTx, group: GroupRow | undefined, ids: number[]): Promise<void> {
  const groups = await tx.directory.groups();
  for (const id of ids) {
    const subgroup = groups.get(id);
    if (subgroup === undefined || subgroup.deactivated) throw badRequest(`Invalid user group ID: ${id}`);
    if (group?.subgroups.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`);
    if (group !== undefined && groups.reaches(id, group.id))
      throw badRequest(`User group ${id} contains this group: a subgroup cannot contain its group.`);
  }
}

async function insertMembers(tx: WriteTx, groupId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`INSERT INTO user_group_member (group_id, user_id)
    SELECT ${groupId}, id FROM unnest(${array([...new Set(ids)], 'int4')}) AS n (id)`);
}

async function insertSubgroups(tx: WriteTx, groupId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`INSERT INTO user_group_subgroup (group_id, subgroup_id)
    SELECT ${groupId}, id FROM unnest(${array([...new Set(ids)], 'int4')}) AS n (id)`);
}
