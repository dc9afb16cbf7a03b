import Type from 'typebox';
import { isInGroup } from '../../access/permissions.js';
import { badRequest } from '../../http/errors.js';
import { boolean, id, ids, optional } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import type { GroupRow, Groups } from '../groups.js';
import { changeMembers } from './change-members.js';
import { allGroups } from './members.js';

const pathParams = { user_group_id: id() };

function requireGroup(groups: Groups, id: number): GroupRow {
  const group = groups.get(id);
  if (group === undefined) throw badRequest('Invalid user group');
  return group;
}

export const groupMemberRoutes: AnyRoute[] = [
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
      const group = requireGroup(groups, path.user_group_id);
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
  defineRoute({
    method: 'GET',
    path: '/user_groups/:user_group_id/members/:user_id',
    auth: 'user',
    summary: 'Says if a user is in a user group',
    pathParams: { ...pathParams, user_id: id() },
    params: { direct_member_only: optional(boolean(), false) },
    returns: Type.Object({ is_user_group_member: Type.Boolean() }),
    handler: async ({ app, path, params }) => {
      const groups = await app.directory.groups();
      const group = requireGroup(groups, path.user_group_id);
      const person = await app.directory.account(path.user_id);
      if (person === undefined) throw badRequest('No such user');
      const now = app.clock.now();
      if (!params.direct_member_only)
        return {
          is_user_group_member: await isInGroup({ directory: app.directory, now }, group.id, person),
        };
      const all = await allGroups(app.db, app.directory, now, { includeDeactivated: true });
      const direct = all.find(({ id }) => id === group.id)!.members;
      return { is_user_group_member: direct.includes(person.id) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/user_groups/:user_group_id/subgroups',
    auth: 'user',
    summary: 'The subgroups of a user group',
    pathParams,
    params: { direct_subgroup_only: optional(boolean(), false) },
    returns: Type.Object({ subgroups: Type.Array(Type.Integer()) }),
    handler: async ({ app, path, params }) => {
      const groups = await app.directory.groups();
      const group = requireGroup(groups, path.user_group_id);
      const reached = params.direct_subgroup_only
        ? [...group.subgroups]
        : [...groups.all()]
            .map(({ id }) => id)
            .filter((id) => id !== group.id && groups.reaches(group.id, id));
      return { subgroups: reached.sort((a, b) => a - b) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/user_groups/:user_group_id/subgroups',
    auth: 'user',
    summary: 'Adds and removes subgroups of a user group',
    pathParams,
    params: {
      add: optional(ids({ maxItems: 1_000 }), []),
      delete: optional(ids({ maxItems: 1_000 }), []),
    },
    returns: Type.Object({}),
    handler: async ({ params, path, write }) => {
      const change = { add: [], remove: [], addSubgroups: params.add, removeSubgroups: params.delete };
      await write((tx, actor) => changeMembers(tx, actor, path.user_group_id, change));
      return {};
    },
  }),
];
