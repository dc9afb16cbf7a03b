import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import { badRequest } from '../../http/errors.js';
import type { Account } from '../../users/account.js';
import { MAX_DIRECT_RECIPIENTS, type People } from './destination.js';
import type { Outgoing } from './outgoing.js';
import { requireMayWriteTo } from './rules.js';
import { findRecipient, idsByAddress, insertRecipient } from './store.js';

/**
 * Returns the conversation with these people, created if it does not exist. `people` in the result are ascending and
 * include the sender.
 */
export async function directRecipient(
  app: App,
  tx: WriteTx,
  { sender, isNotice }: Pick<Outgoing, 'sender' | 'isNotice'>,
  named: People,
): Promise<{ recipientId: number; people: number[] }> {
  if (named.length > 10 * MAX_DIRECT_RECIPIENTS) throw tooMany();
  const accounts = await peopleNamed(app, tx, named);
  const others = accounts.filter((account) => account.id !== sender.id);
  if (others.length > MAX_DIRECT_RECIPIENTS) throw tooMany();
  const people = [sender.id, ...others.map((account) => account.id)].sort((a, b) => a - b);
  const known = await findRecipient(tx, people);
  if (!isNotice) await requireMayWriteTo(tx, sender, others, known === undefined);
  return { recipientId: known?.id ?? (await insertRecipient(tx, people)), people };
}

const tooMany = () =>
  badRequest(`A direct message can have at most ${MAX_DIRECT_RECIPIENTS} recipients besides its sender`);

/** Returns the accounts without repeats. Throws for an address or id without an account. */
export async function peopleNamed(
  app: Pick<App, 'publicHost'>,
  tx: Pick<WriteTx, 'directory' | 'rows' | 'one' | 'run'>,
  named: People,
): Promise<Account[]> {
  const byId = new Map<number, Account>();
  const ids = await idsOf(app, tx, named);
  for (const [index, id] of ids.entries()) {
    const account = id === undefined ? undefined : await tx.directory.account(id);
    if (account === undefined) {
      const name = named[index]!;
      throw badRequest(typeof name === 'number' ? `Invalid user ID ${name}` : `Invalid email '${name}'`);
    }
    byId.set(account.id, account);
  }
  return [...byId.values()];
}

async function idsOf(
  app: Pick<App, 'publicHost'>,
  tx: Pick<WriteTx, 'rows' | 'one' | 'run'>,
  named: People,
): Promise<(number | undefined)[]> {
  if (named.every((who): who is number => typeof who === 'number')) return [...named];
  const addresses = named as readonly string[];
  const ids = await idsByAddress(tx, addresses);
  return ids.map((id, index) => id ?? hiddenAddress(app, addresses[index]!));
}

/** Returns the id of the user from the address that this server shows instead of a hidden address. */
function hiddenAddress({ publicHost }: Pick<App, 'publicHost'>, address: string): number | undefined {
  const match = /^user(\d{1,10})@(.+)$/i.exec(address);
  return match !== null && match[2]!.toLowerCase() === publicHost.toLowerCase()
    ? Number(match[1])
    : undefined;
}
