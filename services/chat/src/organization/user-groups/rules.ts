import { can, isInGroup } from '../../access/permissions.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import { lookAlike } from '../../look-alikes.js';
import { normalName, unseenCharacter } from '../../names.js';
import type { Actor } from '../../users/account.js';
import type { GroupRow, GroupValue } from '../groups.js';
import { permissionOf, type UserGroupSetting } from './payload.js';
import { channelsUsing } from './store.js';

/** Prefixes that names of groups must not have. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** True if the person may manage this group or all groups, or is in a group that one of `settings` names. */
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

export async function requireManager(tx: WriteTx, group: GroupRow, actor: Actor): Promise<void> {
  if (!(await mayChange(tx, group, actor, []))) throw badRequest('Insufficient permission');
}

export async function changeableGroup(
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

export async function freeName(tx: WriteTx, given: string, except?: number): Promise<string> {
  const name = normalName(given);
  if (name === '') throw badRequest("User group name can't be empty!");
  if (unseenCharacter(name) !== undefined) throw badRequest('Invalid character in user group name.');
  const prefix = RESERVED.find((candidate) => name.startsWith(candidate));
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`);
  const others = [...(await tx.directory.groups()).all()].filter((group) => group.id !== except);
  if (others.some((group) => group.name.toLowerCase() === name.toLowerCase()))
    throw badRequest(`User group '${name}' already exists.`);
  const active = others.filter((group) => !group.deactivated).map((group) => group.name);
  const other = lookAlike(name, active);
  if (other !== undefined) throw badRequest(`User group '${name}' looks like the group '${other}'.`);
  return name;
}

export async function checkPeople(tx: WriteTx, ids: number[]): Promise<void> {
  for (const id of ids) {
    const account = await tx.directory.account(id);
    if (account === undefined || !account.is_active) throw badRequest(`Invalid user ID: ${id}`);
  }
}

/** Throws if a subgroup does not exist or contains the group: a cycle would make everyone's membership undecidable. */
export async function checkSubgroups(tx: WriteTx, group: GroupRow | undefined, ids: number[]): Promise<void> {
  const groups = await tx.directory.groups();
  for (const id of ids) {
    const subgroup = groups.get(id);
    if (subgroup === undefined || subgroup.deactivated) throw badRequest(`Invalid user group ID: ${id}`);
    if (group?.subgroups.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`);
    if (group !== undefined && groups.reaches(id, group.id))
      throw badRequest(`User group ${id} contains this group: a subgroup cannot contain its group.`);
  }
}

/** Throws if another group contains the group, or if a setting gives the group a right. */
export async function requireUnused(tx: WriteTx, group: GroupRow, act: string): Promise<void> {
  const names = (value: GroupValue) =>
    typeof value === 'number' ? value === group.id : value.direct_subgroups.includes(group.id);
  const inUse = (where: string) => badRequest(`You cannot ${act} a user group that ${where}.`);
  for (const other of (await tx.directory.groups()).all()) {
    if (other.deactivated || other.id === group.id) continue;
    if (other.subgroups.has(group.id)) throw inUse(`is a subgroup of ${other.name}`);
    if (Object.values(other.permissions).some(names)) throw inUse(`has rights in the group ${other.name}`);
  }
  const { settings } = await tx.directory.organization();
  const setting = Object.entries(settings).find(
    ([name, value]) => /_groups?$/.test(name) && names(value as GroupValue),
  );
  if (setting !== undefined) throw inUse(`has the right ${setting[0]} in the organization`);
  const [channel] = await channelsUsing(tx, group.id);
  if (channel !== undefined) throw inUse(`has rights in the channel ${channel}`);
}
