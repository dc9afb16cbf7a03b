/** Role codes; a lower code has the rights of all higher ones. */
export const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];
export const ROLES = [100, 200, 300, 400, 600] as const satisfies readonly Role[];

/** A row of `account`, without its password. Times are UNIX milliseconds. */
export interface Account {
  id: number;
  /** The address for logging in. Others get the result of `apiEmail` instead. */
  email: string;
  full_name: string;
  role: Role;
  is_active: boolean;
  joined_at: number;
  is_bot: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_system_bot: boolean;
  can_change_user_emails: boolean;
  avatar_version: number;
  avatar_path: string | null;
  /** Settings of the user that differ from their defaults. */
  settings: Record<string, unknown>;
}

export type Actor = Account;

export const isGuest = (account: Pick<Account, 'role'>): boolean => account.role >= ROLE.guest;
