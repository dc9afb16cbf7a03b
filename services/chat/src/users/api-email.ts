import type { Account } from './account.js';

/** Values of `email_address_visibility`: 1 everyone, 2 members, 3 administrators, 4 no one, 5 moderators. */
const ALL = 1;

const visibility = (account: Pick<Account, 'settings'>): number =>
  Number(account.settings.email_address_visibility ?? ALL);

/**
 * Returns the address that clients get for the account: the login address if everyone may see it, otherwise an
 * invented address.
 */
export function apiEmail(account: Pick<Account, 'id' | 'email' | 'settings'>, publicHost: string): string {
  return visibility(account) === ALL ? account.email : `user${account.id}@${publicHost}`;
}

/** Returns the login address, or null if it is hidden from the reader. */
export function deliveryEmail(
  account: Pick<Account, 'id' | 'email' | 'settings'>,
  reader: Pick<Account, 'id' | 'role'>,
): string | null {
  if (reader.id === account.id) return account.email;
  switch (visibility(account)) {
    case ALL:
      return account.email;
    case 2:
      return reader.role <= 400 ? account.email : null;
    case 3:
      return reader.role <= 200 ? account.email : null;
    case 5:
      return reader.role <= 300 ? account.email : null;
    default:
      return null;
  }
}
