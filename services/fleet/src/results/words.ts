import { array, type Database, sql } from '@services/kit/db';

/** Maximum number of words, in case each file brings a new word. Further words share one number. */
const MOST_WORDS = 50_000;

const OTHER = '(other)';

/**
 * Words that many results share, such as codes, each stored as a number. A word gets its number on first use.
 */
export class Words {
  readonly #known = new Map<string, number>();

  constructor(private readonly db: Database) {}

  async load(pairs: Iterable<readonly [kind: string, word: string]>): Promise<void> {
    const missing = new Map<string, readonly [string, string]>();
    for (const [kind, word] of pairs) {
      const pair = [kind, this.#known.size < MOST_WORDS ? word : OTHER] as const;
      const key = keyOf(...pair);
      if (!this.#known.has(key) && !this.#known.has(keyOf(kind, word))) missing.set(key, pair);
    }
    if (missing.size === 0) return;
    // All processes insert words in the same order, so that two processes with the same words do not
    // deadlock.
    const sorted = [...missing.keys()].sort().map((key) => missing.get(key) as readonly [string, string]);
    const kinds = array(
      sorted.map(([kind]) => kind),
      'text',
    );
    const words = array(
      sorted.map(([, word]) => word),
      'text',
    );
    await this.db.run(sql`
      insert into fleet.word (kind, word) select * from unnest(${kinds}, ${words}) on conflict do nothing`);
    const rows = await this.db.rows<{ id: number; kind: string; word: string }>(sql`
      select id, kind, word from fleet.word where (kind, word) in (select * from unnest(${kinds}, ${words}))`);
    for (const { id, kind, word } of rows) this.#known.set(keyOf(kind, word), id);
  }

  /** Returns the number of a loaded word; 0 for the empty word. */
  numberOf(kind: string, word: string): number {
    if (word === '') return 0;
    return this.#known.get(keyOf(kind, word)) ?? this.#known.get(keyOf(kind, OTHER)) ?? 0;
  }
}

function keyOf(kind: string, word: string): string {
  return `${kind} ${word}`;
}
