import { type Figures, figuresOf, MONTH_DAYS, type Movement } from '../advice/figures.js';
import type { App } from '../app.js';
import { linkedAccounts } from '../users/store.js';
import { unseal } from '../vault/sealed.js';
import { accountHistory, balances, type StoredTransaction } from './store.js';

/**
 * Maximum number of payments that are read, newest first, so that the answer stays fast. An account with more payments
 * than this is a business account.
 */
const MOST_PAYMENTS = 2_000;
const DAY_MS = 86_400_000;

/** Returns the figures of the caller's own accounts. Descriptions are read only to determine kinds of spending. */
export async function ownFigures(app: App, user: { id: number; name: string }): Promise<Figures> {
  const now = app.clock.now();
  const since = now - MONTH_DAYS * DAY_MS;
  const accounts = await linkedAccounts(app.db, user);
  const own = new Set(accounts);
  const [history, held] = await Promise.all([
    accountHistory(app.db, user.id, accounts, { since, limit: MOST_PAYMENTS }),
    balances(app.db, user.id, accounts),
  ]);
  const movements = await Promise.all(
    history
      // Payments between two own accounts are neither income nor spending.
      .filter(({ senderId, receiverId }) => !(own.has(senderId) && own.has(receiverId)))
      .map((row) => movementOf(app, row, own.has(row.senderId))),
  );
  const balance = held.length === 0 ? undefined : held.reduce((sum, account) => sum + account.balance, 0);
  // If not all payments were read, only the days after the oldest one are complete.
  const whole =
    history.length < MOST_PAYMENTS ? since : Math.min(...history.map(({ createdAt }) => createdAt));
  return figuresOf(movements, balance, now, whole);
}

async function movementOf(app: App, row: StoredTransaction, outgoing: boolean): Promise<Movement> {
  return {
    at: row.createdAt,
    amount: outgoing ? -row.amount : row.amount,
    counterparty: outgoing ? row.receiverId : row.senderId,
    description: outgoing ? await descriptionOf(app, row) : '',
  };
}

async function descriptionOf(app: App, { description, userId, id }: StoredTransaction): Promise<string> {
  if (description === null) return '';
  try {
    return await unseal(app, 'transaction', userId, id, description);
  } catch (error) {
    // If a record is damaged, its payment counts as "other"; the rest of the advice is still right.
    app.log.error({ err: error, transaction: id }, 'the description of a transaction cannot be read');
    return '';
  }
}
