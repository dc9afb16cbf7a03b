import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { json, type Parameter } from '../http/parameters.js';
import type { DirectoryView } from './directory.js';
import type { GroupValue } from './groups.js';

export const GROUP_VALUE = Type.Union([
  Type.Integer(),
  Type.Object(
    {
      direct_members: Type.Array(Type.Integer(), { maxItems: 10_000 }),
      direct_subgroups: Type.Array(Type.Integer(), { maxItems: 1_000 }),
    },
    { additionalProperties: false },
  ),
]);

/** A change of a group setting; `old` is the value that the caller last saw. */
export interface GroupValueChange {
  new: GroupValue;
  old?: GroupValue | undefined;
}

/** `{"new": value, "old": value?}`, or the bare value. */
export function groupSetting(): Parameter<GroupValueChange> {
  const change = json(
    Type.Union([
      GROUP_VALUE,
      Type.Object({ new: GROUP_VALUE, old: Type.Optional(GROUP_VALUE) }, { additionalProperties: false }),
    ]),
    'is neither a group id nor an object of members and subgroups',
  );
  return {
    ...change,
    aliases: change.aliases,
    check: (value, name) => {
      const checked = change.check(value, name);
      return typeof checked === 'object' && 'new' in checked ? checked : { new: checked };
    },
  } as Parameter<GroupValueChange>;
}

/**
 * Sorts the ids of people and groups and removes repeats; a value that is a single group becomes the id of that group.
 */
export function normalGroupValue(value: GroupValue): GroupValue {
  if (typeof value === 'number') return value;
  const direct_members = [...new Set(value.direct_members)].sort((a, b) => a - b);
  const direct_subgroups = [...new Set(value.direct_subgroups)].sort((a, b) => a - b);
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!;
  return { direct_members, direct_subgroups };
}

/** Returns the value to store; throws if people or groups do not exist, or if `old` is not the present value. */
export async function checkedGroupChange(
  directory: DirectoryView,
  name: string,
  current: GroupValue,
  change: GroupValueChange,
): Promise<GroupValue> {
  if (change.old !== undefined && !sameValue(change.old, current))
    throw badRequest(`'old' value of ${name} does not match its current value.`);
  const value = normalGroupValue(change.new);
  const groups = await directory.groups();
  const subgroups = typeof value === 'number' ? [value] : value.direct_subgroups;
  for (const id of subgroups) {
    const group = groups.get(id);
    if (group === undefined || group.deactivated) throw badRequest(`Invalid user group ID: ${id}`);
  }
  for (const id of typeof value === 'number' ? [] : value.direct_members)
    if ((await directory.account(id)) === undefined) throw badRequest(`Invalid user ID: ${id}`);
  return value;
}

export const sameValue = (a: GroupValue, b: GroupValue): boolean =>
  JSON.stringify(normalGroupValue(a)) === JSON.stringify(normalGroupValue(b));
