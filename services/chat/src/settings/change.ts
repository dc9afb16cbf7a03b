import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import type { Account } from '../users/account.js';
import { apiEmail, deliveryEmail } from '../users/api-email.js';
import { accounts } from '../users/store.js';
import type { SettingName } from './definitions.js';
import { deleteDrafts, storeSettings } from './store.js';

/**
 * Stores settings, and notifies the users who see their effect: the user, and everyone else if a setting changes the
 * profile.
 */
export async function changeSettings(
  app: App,
  tx: WriteTx,
  actor: Account,
  changes: Partial<Record<SettingName, unknown>>,
): Promise<void> {
  const entries = Object.entries(changes) as [SettingName, unknown][];
  if (entries.length === 0) return;
  await storeSettings(tx, actor.id, changes);
  tx.changed({ accounts: [actor.id] });
  for (const [property, value] of entries) {
    tx.emit({ type: 'user_settings', op: 'update', property, value }, { users: [actor.id] });
  }
  if (changes.timezone !== undefined) {
    const person = { user_id: actor.id, email: apiEmail(actor, app.publicHost), timezone: changes.timezone };
    tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
  }
  if (changes.email_address_visibility !== undefined) {
    const after = { ...actor, settings: { ...actor.settings, ...changes } };
    await tellAddress(app, tx, actor, after);
  }
  if (changes.enable_drafts_synchronization === false) await deleteDrafts(tx, actor.id);
}

/** Notifies the users who now see another address of the account; each gets the address that this user may see. */
export async function tellAddress(app: App, tx: WriteTx, before: Account, after: Account): Promise<void> {
  const readers = await accounts(tx, { isActive: true });
  const groups = new Map<string | null, number[]>();
  for (const reader of readers) {
    const seen = deliveryEmail(after, reader);
    if (seen === deliveryEmail(before, reader)) continue;
    groups.set(seen, [...(groups.get(seen) ?? []), reader.id]);
  }
  for (const [delivery_email, users] of groups) {
    tx.emit({ type: 'realm_user', op: 'update', person: { user_id: after.id, delivery_email } }, { users });
  }
  const newEmail = apiEmail(after, app.publicHost);
  if (newEmail !== apiEmail(before, app.publicHost)) {
    const person = { user_id: after.id, new_email: newEmail };
    tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
  }
}
