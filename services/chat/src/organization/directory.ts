import { type Queryable, sql } from '@services/kit/db';
import type { Account } from '../users/account.js';
import { type GroupRow, Groups } from './groups.js';
import { type Organization, readOrganization } from './settings.js';

/** Parts of the directory that a change alters. */
export interface DirectoryChanges {
  organization?: boolean;
  groups?: boolean;
  /** Ids of accounts whose row, keys or settings change. */
  accounts?: number[];
}

/** Organization, groups and accounts, which nearly every request reads and few requests change. */
export interface DirectoryView {
  organization(): Promise<Organization>;
  groups(): Promise<Groups>;
  /** Returns the account, active or not; undefined if the id is unknown. */
  account(id: number): Promise<Account | undefined>;
}

export const ACCOUNT_COLUMNS = sql.raw(
  `id, email, full_name, role, is_active, joined_at, is_bot, bot_type, bot_owner_id, is_system_bot,
   can_change_user_emails, avatar_version, avatar_path, settings`,
);

/**
 * The directory's cache. A change tells the writer which parts it alters, and the writer drops these parts after the
 * commit. If a part is loaded during a commit, the loaded part is not kept. The directory's version, which the writer
 * reads with each batch, shows changes by other processes.
 */
export class Directory implements DirectoryView {
  readonly #db: Queryable;
  #generation = 0;
  #version: number | undefined;
  #organization: Organization | undefined;
  #groups: Groups | undefined;
  readonly #accounts = new Map<number, Account>();
  readonly #listeners: ((changes: DirectoryChanges | 'all') => void)[] = [];

  constructor(db: Queryable) {
    this.#db = db;
  }

  organization(): Promise<Organization> {
    return this.#organizationBy(this.#db);
  }
  groups(): Promise<Groups> {
    return this.#groupsBy(this.#db);
  }
  account(id: number): Promise<Account | undefined> {
    return this.#accountBy(this.#db, id);
  }

  /** Adds a listener, which caches that are derived from the directory use to drop their content. */
  onChange(listener: (changes: DirectoryChanges | 'all') => void): void {
    this.#listeners.push(listener);
  }

  /** Returns the directory inside a transaction: parts that the transaction has changed are read from the database. */
  view(tx: Queryable, changes: DirectoryChanges): DirectoryView {
    const touched = new Set(changes.accounts);
    return {
      organization: () => (changes.organization ? readOrganization(tx) : this.#organizationBy(tx)),
      groups: () => (changes.groups ? loadGroups(tx) : this.#groupsBy(tx)),
      account: (id) => (touched.has(id) ? loadAccount(tx, id) : this.#accountBy(tx, id)),
    };
  }

  /** Returns the directory as one transaction reads it from the database, without the caches; snapshots need this. */
  static within(tx: Queryable): DirectoryView {
    let organization: Promise<Organization> | undefined;
    let groups: Promise<Groups> | undefined;
    const accounts = new Map<number, Promise<Account | undefined>>();
    return {
      organization() {
        organization ??= readOrganization(tx);
        return organization;
      },
      groups() {
        groups ??= loadGroups(tx);
        return groups;
      },
      account(id) {
        const account = accounts.get(id) ?? loadAccount(tx, id);
        accounts.set(id, account);
        return account;
      },
    };
  }

  committed(changes: DirectoryChanges): void {
    if (!changes.organization && !changes.groups && !changes.accounts?.length) return;
    this.#generation++;
    if (changes.organization) this.#organization = undefined;
    if (changes.groups) this.#groups = undefined;
    for (const id of changes.accounts ?? []) this.#accounts.delete(id);
    for (const listener of this.#listeners) listener(changes);
  }

  /** `own` means that this process has made the version, so it knows which parts are out of date. */
  sawVersion(version: number, by: 'own' | 'other' = 'other'): void {
    const stale = by === 'other' && this.#version !== undefined && version !== this.#version;
    this.#version = version;
    if (stale) this.forget();
  }

  forget(): void {
    this.#generation++;
    this.#organization = undefined;
    this.#groups = undefined;
    this.#accounts.clear();
    for (const listener of this.#listeners) listener('all');
  }

  async #organizationBy(db: Queryable): Promise<Organization> {
    if (this.#organization !== undefined) return this.#organization;
    const generation = this.#generation;
    const loaded = await readOrganization(db);
    if (generation === this.#generation) this.#organization = loaded;
    return loaded;
  }

  async #groupsBy(db: Queryable): Promise<Groups> {
    if (this.#groups !== undefined) return this.#groups;
    const generation = this.#generation;
    const loaded = await loadGroups(db);
    if (generation === this.#generation) this.#groups = loaded;
    return loaded;
  }

  async #accountBy(db: Queryable, id: number): Promise<Account | undefined> {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const generation = this.#generation;
    const loaded = await loadAccount(db, id);
    if (loaded !== undefined && generation === this.#generation) this.#accounts.set(id, loaded);
    return loaded;
  }
}

async function loadAccount(db: Queryable, id: number): Promise<Account | undefined> {
  if (id < 1 || id > 0x7fffffff) return undefined;
  return db.one<Account>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = ${id}`);
}

async function loadGroups(db: Queryable): Promise<Groups> {
  const groups = await db.rows<Omit<GroupRow, 'members' | 'subgroups'>>(
    sql`SELECT id, name, description, is_system, creator_id, created_at, deactivated, permissions
        FROM user_group ORDER BY id`,
  );
  const members = await db.rows<{ group_id: number; user_id: number }>(
    sql`SELECT group_id, user_id FROM user_group_member ORDER BY user_id`,
  );
  const subgroups = await db.rows<{ group_id: number; subgroup_id: number }>(
    sql`SELECT group_id, subgroup_id FROM user_group_subgroup ORDER BY subgroup_id`,
  );
  const byId = new Map<number, GroupRow>(
    groups.map((group) => [group.id, { ...group, members: new Set<number>(), subgroups: new Set<number>() }]),
  );
  for (const { group_id, user_id } of members) byId.get(group_id)?.members.add(user_id);
  for (const { group_id, subgroup_id } of subgroups) byId.get(group_id)?.subgroups.add(subgroup_id);
  return new Groups(byId);
}
