import { json, sql } from '@services/kit/db';
import Type from 'typebox';
import { can } from '../../access/permissions.js';
import { badRequest } from '../../http/errors.js';
import { boolean, id, ids, optional, text, trimmed } from '../../http/parameters.js';
import { defineRoute } from '../../http/route.js';
import { checkedGroupChange, type GroupValueChange, groupSetting } from '../group-value.js';
import type { GroupValue } from '../groups.js';
import { allGroups } from './members.js';
import {
  permissionOf,
  USER_GROUP,
  USER_GROUP_SETTING_NAMES,
  USER_GROUP_SETTINGS,
  type UserGroupSetting,
  userGroupPayload,
} from './payload.js';
import {
  changeableGroup,
  checkPeople,
  checkSubgroups,
  freeName,
  requireManager,
  requireUnused,
} from './rules.js';
import { deleteGroup, insertMembers, insertSubgroups } from './store.js';

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1024;

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
          // Without a manager, a group could never be changed again.
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
        await requireUnused(tx, group, 'deactivate');
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
    method: 'DELETE',
    path: '/user_groups/:user_group_id',
    auth: 'user',
    summary: 'Deletes a user group that nothing refers to',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: async ({ path, write }) => {
      await write(async (tx, actor) => {
        const group = await changeableGroup(tx, path.user_group_id, { deactivatedToo: true });
        await requireManager(tx, group, actor);
        await requireUnused(tx, group, 'delete');
        await deleteGroup(tx, group.id);
        tx.changed({ groups: true });
        tx.emit({ type: 'user_group', op: 'remove', group_id: group.id }, { users: 'everyone' });
      });
      return {};
    },
  }),
];
