import Type, { type Static } from 'typebox';
import { GROUP_VALUE } from '../group-value.js';
import { type GroupRow, type GroupValue, SYSTEM_GROUP } from '../groups.js';

const { everyone, nobody } = SYSTEM_GROUP;

/** Group settings of a user group with their default groups. */
export const USER_GROUP_SETTINGS = {
  can_add_members_group: nobody,
  can_join_group: nobody,
  can_leave_group: everyone,
  can_manage_group: nobody,
  can_mention_group: everyone,
  can_remove_members_group: nobody,
} as const satisfies Record<string, number>;
export type UserGroupSetting = keyof typeof USER_GROUP_SETTINGS;
export const USER_GROUP_SETTING_NAMES = Object.keys(USER_GROUP_SETTINGS) as UserGroupSetting[];

export const USER_GROUP = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  members: Type.Array(Type.Integer()),
  direct_subgroup_ids: Type.Array(Type.Integer()),
  is_system_group: Type.Boolean(),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  date_created: Type.Union([Type.Integer(), Type.Null()]),
  deactivated: Type.Boolean(),
  can_add_members_group: GROUP_VALUE,
  can_join_group: GROUP_VALUE,
  can_leave_group: GROUP_VALUE,
  can_manage_group: GROUP_VALUE,
  can_mention_group: GROUP_VALUE,
  can_remove_members_group: GROUP_VALUE,
});
export type UserGroupPayload = Static<typeof USER_GROUP>;

export function permissionOf(group: Pick<GroupRow, 'permissions'>, setting: UserGroupSetting): GroupValue {
  return group.permissions[setting] ?? USER_GROUP_SETTINGS[setting];
}

/** `members` of a system group follow from roles, so the caller passes them. */
export function userGroupPayload(group: GroupRow, members: Iterable<number>): UserGroupPayload {
  const permissions = Object.fromEntries(
    USER_GROUP_SETTING_NAMES.map((name) => [name, permissionOf(group, name)]),
  ) as Record<UserGroupSetting, GroupValue>;
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: [...members],
    direct_subgroup_ids: [...group.subgroups],
    is_system_group: group.is_system,
    creator_id: group.creator_id,
    date_created: group.created_at === null ? null : Math.floor(group.created_at / 1000),
    deactivated: group.deactivated,
    ...permissions,
  };
}
