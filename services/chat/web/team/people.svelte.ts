import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Event, Snapshot, User, UserGroup } from '../api/types.js';
import { compareNames } from '../people/names.js';
import type { Part } from './part.js';

export interface Presence {
  active: number;
  idle: number;
}

export interface Status {
  status_text?: string;
  away?: boolean;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}

export type Availability = 'active' | 'idle' | 'offline';

/** Users, groups, presence, and muted users. */
export class People implements Part {
  me = $state(0);
  readonly users = new SvelteMap<number, User>();
  readonly groups = new SvelteMap<number, UserGroup>();
  readonly presence = new SvelteMap<number, Presence>();
  readonly statuses = new SvelteMap<number, Status>();
  readonly muted = new SvelteSet<number>();
  /** Difference in seconds between the server's clock and the local clock. */
  #clockDifference = 0;
  #offlineAfter = 200;
  /** The current time, updated each half minute, so that people who left are shown as offline. */
  #now = $state(Date.now() / 1000);
  readonly #timer = setInterval(() => {
    this.#now = Date.now() / 1000;
  }, 30_000);

  readonly ordered = $derived(
    [...this.users.values()]
      .filter((user) => user.is_active)
      .sort((a, b) => compareNames(a.full_name, b.full_name)),
  );

  load(snapshot: Snapshot): void {
    this.me = snapshot.user_id;
    this.#offlineAfter = snapshot.server_presence_offline_threshold_seconds;
    this.#clockDifference = snapshot.server_timestamp - Date.now() / 1000;
    const users: User[] = [
      ...snapshot.realm_users,
      ...snapshot.realm_non_active_users,
      ...snapshot.cross_realm_bots,
    ];
    this.users.clear();
    for (const user of users) this.users.set(user.user_id, user);
    this.groups.clear();
    for (const group of snapshot.realm_user_groups) this.groups.set(group.id, group);
    this.presence.clear();
    this.#loadPresences(snapshot.presences);
    this.statuses.clear();
    for (const [id, status] of Object.entries(snapshot.user_status))
      this.statuses.set(Number(id), status as Status);
    this.muted.clear();
    for (const { id } of snapshot.muted_users) this.muted.add(id);
  }

  /** Stores presence data, from a snapshot or from the response to a presence report. */
  #loadPresences(presences: Record<string, { active_timestamp: number; idle_timestamp: number }>): void {
    for (const [id, { active_timestamp: active, idle_timestamp: idle }] of Object.entries(presences))
      this.presence.set(Number(id), { active, idle });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  name(id: number): string {
    return this.users.get(id)?.full_name ?? 'Unknown user';
  }

  /**
   * Returns the short names of a conversation's people for a list: the other people, or the reader if it is a note to
   * oneself.
   */
  names(ids: readonly number[]): string {
    return ids
      .map((id) => this.name(id))
      .sort(compareNames)
      .join(', ');
  }

  get self(): User | undefined {
    return this.users.get(this.me);
  }

  get isAdmin(): boolean {
    return this.self?.is_admin ?? false;
  }

  availability(id: number): Availability {
    const found = this.presence.get(id);
    if (found === undefined) return 'offline';
    const since = this.#now + this.#clockDifference - this.#offlineAfter;
    if (found.active > since) return 'active';
    return found.idle > since ? 'idle' : 'offline';
  }

  isInGroup(userId: number, groupId: number): boolean {
    const group = this.groups.get(groupId);
    if (group === undefined) return false;
    return (
      group.members.includes(userId) || group.direct_subgroup_ids.some((id) => this.isInGroup(userId, id))
    );
  }

  readonly on = {
    realm_user: ({ op, person }: Event) => {
      const known = this.users.get(person.user_id);
      if (op === 'remove') {
        if (known !== undefined) this.users.set(person.user_id, { ...known, is_active: false });
        return;
      }
      if (op === 'add') this.users.set(person.user_id, person);
      else if (known !== undefined) this.users.set(person.user_id, updated(known, person));
    },
    presence: ({ presences }: Event) => {
      if (presences !== undefined) this.#loadPresences(presences);
    },
    user_status: ({ type: _type, id: _id, user_id, ...status }: Event) => {
      const before = this.statuses.get(user_id) ?? {};
      this.statuses.set(user_id, { ...before, ...status });
    },
    muted_users: ({ muted_users }: Event) => {
      this.muted.clear();
      for (const { id } of muted_users) this.muted.add(id);
    },
    user_group: (event: Event) => this.#onGroup(event),
  };

  #onGroup(event: Event): void {
    if (event.op === 'add') {
      this.groups.set(event.group.id, event.group);
      return;
    }
    const group = this.groups.get(event.group_id);
    if (group === undefined) return;
    const change = (fields: Partial<UserGroup>) => this.groups.set(group.id, { ...group, ...fields });
    const { direct_subgroup_ids: subgroups, members } = group;
    if (event.op === 'remove') this.groups.delete(group.id);
    else if (event.op === 'update') change(event.data);
    else if (event.op === 'add_members') change({ members: union(members, event.user_ids) });
    else if (event.op === 'remove_members') change({ members: without(members, event.user_ids) });
    else if (event.op === 'add_subgroups')
      change({ direct_subgroup_ids: union(subgroups, event.direct_subgroup_ids) });
    else if (event.op === 'remove_subgroups')
      change({ direct_subgroup_ids: without(subgroups, event.direct_subgroup_ids) });
  }
}

const union = (a: readonly number[], b: readonly number[]): number[] => [...new Set([...a, ...b])];
const without = (a: readonly number[], b: readonly number[]): number[] => a.filter((id) => !b.includes(id));

function updated(user: User, person: Record<string, unknown>): User {
  const { custom_profile_field: field, new_email, ...fields } = person;
  const next = { ...user, ...fields } as User;
  if (typeof new_email === 'string') next.email = new_email;
  if (typeof person.role === 'number') {
    next.is_owner = person.role === 100;
    next.is_admin = person.role <= 200;
    next.is_guest = person.role === 600;
  }
  if (field !== undefined) {
    const { id, value, rendered_value } = field as {
      id: number;
      value: string | null;
      rendered_value?: string;
    };
    const data = { ...user.profile_data };
    if (value === null) delete data[id];
    else data[id] = rendered_value === undefined ? { value } : { value, rendered_value };
    next.profile_data = data;
  }
  return next;
}
