import type { App } from '../app.js';
import { openText, type Sealed, seal } from './envelope.js';

/** Encrypted columns, by the type in the context of their records. The other members are SQL expressions. */
export const SEALED_COLUMNS = {
  transaction: { table: 'transactions', column: 'description', id: 'id' },
  webhook: { table: 'webhooks', column: 'sealed_secret', id: 'id' },
  list: { table: 'list_entries', column: 'sealed', id: 'id' },
  review: { table: 'check_reviews', column: 'note', id: 'request_id' },
  'feedback-comment': { table: 'feedback', column: 'comment', id: 'request_id' },
  'feedback-content': { table: 'feedback', column: 'content', id: 'request_id' },
  batch: {
    table: 'batch_items',
    column: 'sealed',
    id: "batch_id || '/' || position",
    tenant: '(select user_id from batches where batches.id = batch_id)',
  },
} as const;

export type SealedType = keyof typeof SEALED_COLUMNS;

/** Encrypts a text for a column. `id` is the record's id, as the table of columns states it. */
export function sealText(
  { masterKeys, random }: Pick<App, 'masterKeys' | 'random'>,
  type: SealedType,
  tenant: number,
  id: string,
  text: string,
): Promise<Sealed> {
  return seal(masterKeys, random, text, { tenant, type, id });
}

/** Encrypts a text that may be missing or empty, for which the column is null. */
export async function sealIfAny(
  app: Pick<App, 'masterKeys' | 'random'>,
  type: SealedType,
  tenant: number,
  id: string,
  text: string | undefined,
): Promise<Sealed | null> {
  return text ? sealText(app, type, tenant, id, text.toWellFormed()) : null;
}

/** Returns the text of a column. Throws VaultError unless type, tenant and id are those of `sealText`. */
export function unseal(
  { masterKeys }: Pick<App, 'masterKeys'>,
  type: SealedType,
  tenant: number,
  id: string,
  sealed: Sealed,
): Promise<string> {
  return openText(masterKeys, sealed, { tenant, type, id });
}
