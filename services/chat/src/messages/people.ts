import { apiEmail } from '../users/api-email.js';
import { uploadedAvatar } from '../users/payload.js';
import type { PayloadSource } from './wide.js';

/** A person in the form that messages show. */
export interface ShownPerson {
  id: number;
  email: string;
  full_name: string;
  /** URL of the uploaded picture; null without an upload. */
  avatarUrl: string | null;
}

export async function displayPerson(
  { app, directory }: Pick<PayloadSource, 'app' | 'directory'>,
  id: number,
): Promise<ShownPerson> {
  const account = await directory.account(id);
  // Every id has an account: accounts are never deleted, and messages refer to them by a foreign key.
  if (account === undefined) throw new Error(`account ${id} is missing`);
  return {
    id,
    email: apiEmail(account, app.publicHost),
    full_name: account.full_name,
    avatarUrl: uploadedAvatar(account),
  };
}
