import { seenName } from '../../names.js';
import { type GroupValue, SYSTEM_GROUP } from '../../organization/groups.js';
import { USER_GROUP_SETTINGS } from '../../organization/user-groups/payload.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll } from './intake.js';

const SYSTEM_IDS = Object.values<number>(SYSTEM_GROUP);

/** Reads named groups, and the unnamed groups that are the value of a setting. */
export async function readGroups(intake: Intake): Promise<void> {
  const { data, tx, report, groups } = intake;
  // Until 2024 all groups had a name and were in one table.
  const all = data.rows('zerver_usergroup');
  const named = data.has('zerver_namedusergroup') ? data.rows('zerver_namedusergroup') : all;
  const members = listed(data.rows('zerver_usergroupmembership'), 'user_group', 'user_profile');
  const subgroups = listed(data.rows('zerver_groupgroupmembership'), 'supergroup', 'subgroup');
  const own: { id: number; row: Row; there: number }[] = [];
  let next = Math.max(...SYSTEM_IDS, ...all.map((row) => field.id(row, 'id') ?? 0)) + 1;
  for (const row of named) {
    const there = idOf(row);
    if (there === undefined) continue;
    const role = /^@?role:(\w+)$/.exec(field.text(row, 'name'))?.[1];
    if (field.flag(row, 'is_system_group') || role !== undefined) {
      const id = SYSTEM_GROUP[role as keyof typeof SYSTEM_GROUP];
      if (id === undefined)
        report.left('system groups', 'there is no such group here', 1, field.text(row, 'name'));
      else groups.set(there, id);
      continue;
    }
    const id = SYSTEM_IDS.includes(there) ? next++ : there;
    groups.set(there, id);
    own.push({ id, row, there });
  }
  const isNamed = (there: number) => typeof groups.get(there) === 'number';
  const people = (there: number) =>
    (members.get(there) ?? []).flatMap((id) => (intake.accounts.has(id) ? [id] : []));
  const inner = (there: number) =>
    (subgroups.get(there) ?? []).filter(isNamed).map((id) => groups.get(id) as number);
  for (const row of all) {
    const there = idOf(row);
    if (there !== undefined && !groups.has(there))
      groups.set(there, { direct_members: people(there), direct_subgroups: inner(there) });
  }
  const names = new Set<string>();
  const rows = own.map(({ id, row }) => ({
    id,
    name: freeName(field.text(row, 'name'), id, names),
    description: field.text(row, 'description'),
    is_system: false,
    creator_id: knownAccount(intake, row, 'creator'),
    created_at: field.time(row, 'date_created') ?? null,
    deactivated: field.flag(row, 'deactivated'),
    permissions: permissionsOf(intake, row, USER_GROUP_SETTINGS),
  }));
  await insertAll(tx, 'user_group', rows);
  await insertAll(
    tx,
    'user_group_member',
    own.flatMap(({ id, there }) => people(there).map((user_id) => ({ group_id: id, user_id }))),
  );
  await insertAll(
    tx,
    'user_group_subgroup',
    own.flatMap(({ id, there }) => inner(there).map((subgroup_id) => ({ group_id: id, subgroup_id }))),
  );
  report.read('groups', rows.length);
}

/**
 * Returns the id of a named or unnamed group. A row of a named group has its id as `usergroup_ptr` in some releases,
 * because the other server's named groups inherit from unnamed groups.
 */
const idOf = (row: Row) => field.id(row, 'id') ?? field.id(row, 'usergroup_ptr');

function listed(rows: readonly Row[], key: string, value: string): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (const row of rows) {
    const list = field.id(row, key);
    const member = field.id(row, value);
    if (list !== undefined && member !== undefined) lists.set(list, [...(lists.get(list) ?? []), member]);
  }
  return lists;
}

function freeName(given: string, id: number, names: Set<string>): string {
  const wanted = seenName(given) || `group ${id}`;
  const name = names.has(wanted) ? `${wanted} ${id}` : wanted;
  names.add(name);
  return name;
}

export function knownAccount({ accounts }: Intake, row: Row, name: string): number | null {
  return accounts.get(field.id(row, name) ?? -1)?.id ?? null;
}

/** Returns the group settings of a row that differ from their defaults. */
export function permissionsOf(
  { groups }: Intake,
  row: Row,
  settings: Readonly<Record<string, number>>,
): Record<string, GroupValue> {
  const permissions: Record<string, GroupValue> = {};
  for (const [name, initial] of Object.entries(settings)) {
    const value = groups.get(field.id(row, name) ?? -1);
    if (value !== undefined && value !== initial) permissions[name] = value;
  }
  return permissions;
}
