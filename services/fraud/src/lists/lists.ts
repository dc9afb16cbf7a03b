import type { App } from '../app.js';
import { unseal } from '../vault/sealed.js';
import type { ListEntry, ListName } from './entries.js';
import { entryRows } from './store.js';

export interface KeptEntry extends ListEntry {
  id: string;
  createdAt: number;
}

/** Maximum number of users whose decrypted lists are cached. */
const MOST_HELD = 1_000;

/** Caches the lists of users. A user's lists are read again if their version has changed. */
export class Lists {
  readonly #held = new Map<number, { version: number; entries: readonly KeptEntry[] }>();

  constructor(readonly app: Pick<App, 'db' | 'masterKeys'>) {}

  async of(user: { id: number; listsVersion: number }): Promise<readonly KeptEntry[]> {
    if (user.listsVersion === 0) return [];
    const held = this.#held.get(user.id);
    if (held?.version === user.listsVersion) return held.entries;
    const entries = await readEntries(this.app, user.id);
    if (this.#held.size >= MOST_HELD) this.#held.clear();
    this.#held.set(user.id, { version: user.listsVersion, entries });
    return entries;
  }
}

export async function readEntries(
  app: Pick<App, 'db' | 'masterKeys'>,
  userId: number,
  list?: ListName,
): Promise<KeptEntry[]> {
  const rows = (await entryRows(app.db, userId)).filter((row) => list === undefined || row.list === list);
  return Promise.all(
    rows.map(async ({ id, list: name, sealed, createdAt }): Promise<KeptEntry> => {
      const [kind, value] = JSON.parse(await unseal(app, 'list', userId, id, sealed));
      return { id, list: name, kind, value, createdAt };
    }),
  );
}
