import { type Account, ROLE } from '../users/account.js';

/** Ids of the system groups; the first migration inserts them. */
export const SYSTEM_GROUP = {
  internet: 1,
  everyone: 2,
  members: 3,
  fullmembers: 4,
  moderators: 5,
  administrators: 6,
  owners: 7,
  nobody: 8,
} as const;

/** Holder of a permission: the id of a group, or an unnamed list of people and groups. */
export type GroupValue = number | { direct_members: number[]; direct_subgroups: number[] };

export interface GroupRow {
  id: number;
  name: string;
  description: string;
  is_system: boolean;
  creator_id: number | null;
  created_at: number | null;
  deactivated: boolean;
  permissions: Record<string, GroupValue>;
  /** Direct members of the group, as stored. Members of system groups follow from roles, and are not stored. */
  members: Set<number>;
  subgroups: Set<number>;
}

type Person = Pick<Account, 'id' | 'role' | 'joined_at' | 'is_active'>;

/** The rule that decides when a new member becomes a full member. */
export interface WaitingPeriod {
  nowMs: number;
  thresholdDays: number;
}

export class Groups {
  readonly #groups: ReadonlyMap<number, GroupRow>;

  constructor(groups: ReadonlyMap<number, GroupRow>) {
    this.#groups = groups;
  }

  get(id: number): GroupRow | undefined {
    return this.#groups.get(id);
  }
  all(): Iterable<GroupRow> {
    return this.#groups.values();
  }

  /** True if the person is in the group, directly or through subgroups. */
  contains(value: GroupValue, person: Person, waiting: WaitingPeriod): boolean {
    if (!person.is_active) return false;
    const seen = new Set<number>();
    const within = (id: number): boolean => {
      if (seen.has(id)) return false;
      seen.add(id);
      const group = this.#groups.get(id);
      if (group === undefined) return false;
      if (group.is_system) return inSystemGroup(id, person, waiting);
      return group.members.has(person.id) || [...group.subgroups].some(within);
    };
    if (typeof value === 'number') return within(value);
    return value.direct_members.includes(person.id) || value.direct_subgroups.some(within);
  }

  /** True if `inner` is `outer` or reachable from it through subgroups. */
  reaches(outer: number, inner: number): boolean {
    const seen = new Set<number>();
    const search = (id: number): boolean => {
      if (id === inner) return true;
      if (seen.has(id)) return false;
      seen.add(id);
      return [...(this.#groups.get(id)?.subgroups ?? [])].some(search);
    };
    return search(outer);
  }
}

function inSystemGroup(id: number, person: Person, waiting: WaitingPeriod): boolean {
  switch (id) {
    case SYSTEM_GROUP.internet:
    case SYSTEM_GROUP.everyone:
      return true;
    case SYSTEM_GROUP.members:
      return person.role <= ROLE.member;
    case SYSTEM_GROUP.fullmembers:
      return (
        person.role <= ROLE.moderator ||
        (person.role <= ROLE.member && waiting.nowMs - person.joined_at >= waiting.thresholdDays * 86_400_000)
      );
    case SYSTEM_GROUP.moderators:
      return person.role <= ROLE.moderator;
    case SYSTEM_GROUP.administrators:
      return person.role <= ROLE.administrator;
    case SYSTEM_GROUP.owners:
      return person.role <= ROLE.owner;
    default:
      return false;
  }
}
