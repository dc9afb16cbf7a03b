import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { Source } from '../../base/source/source.js';
import { contextTable, parentOf, sameText } from '../../show/report/diff-contexts.js';
import type { ComparedCosts } from '../../show/report/diff-cost.js';
import { CHANGE_MARKS, changeText, pathText, placesOf } from '../../show/report/diff-text.js';
import type { TableColumn } from '../../show/report/table.js';
import { type Breaking, findBreaking } from '../../tools/diff/breaking.js';
import type { Change } from '../../tools/diff/change.js';
import type { ContextsChange } from '../../tools/diff/contexts.js';
import { diff, type ModelDiff } from '../../tools/diff/diff.js';
import { isWithoutWebAssembly } from './errors.js';
import { watchedSource } from './page-source.js';

/** Limits of the lists: breaking changes, and tables of contexts. */
const MOST_BREAKING = 200;
const MOST_LISTS = 20;

export interface ContextTable {
  /** Path of the core operation that contains the contexts. */
  readonly path: string;
  readonly summary: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Differences between two files. The page requests the changes and the tables of contexts when it shows them.
 */
export type Compared = Omit<ModelDiff, 'changes' | 'contexts'> & {
  readonly moreLists: number;
  /** Number of rows in the list of changes: the changes, and a heading for each place. */
  readonly rows: number;
  readonly listed: number;
};

/** Changes that an application would notice. */
export interface Noticed extends Breaking {
  readonly more: number;
  /** True if the checksums were not verified, because the page cannot compute hashes. */
  readonly isUnverified: boolean;
}

/** Location of a change in one of the two files. */
export interface ChangePlace {
  readonly path: string;
  readonly offset: number;
}

/** A row of the list, with escaped text. */
export type ChangeRow =
  | { readonly title: string; readonly count: number }
  | {
      readonly mark: string;
      readonly kind: Change['kind'];
      readonly path: string;
      readonly text: string;
      /** Index among the changes of the same place. */
      readonly nth: number;
      readonly of: number;
      readonly before: ChangePlace | null;
      readonly after: ChangePlace | null;
    };

/** Compares the meaning of two files. */
export class PageComparison {
  #rows: readonly ({ readonly title: string; readonly count: number } | ChangeAt)[] = [];
  #contexts: readonly ContextsChange[] = [];

  constructor(
    private readonly before: () => Source,
    private readonly after: () => Source,
  ) {}

  /**
   * @param onProgress receives the number of bytes read from both files, a few times a second; bytes that are
   * read again count again
   * @throws ProtomdlError with a `source-*` code
   */
  async run(onProgress: (read: number) => void): Promise<Compared> {
    const found = await this.#opened(onProgress, async (before, after) => {
      try {
        return await diff(before, after);
      } catch (error) {
        if (!isWithoutWebAssembly(error)) throw error;
        return diff(before, after, { checksums: noHashes });
      }
    });
    const { changes, contexts, ...rest } = found;
    this.#contexts = contexts.slice(0, MOST_LISTS);
    this.#rows = placesOf(changes).flatMap(({ title, changes: list }) => [
      { title, count: list.length },
      ...list.map((change, nth) => ({ change, title, nth, of: list.length })),
    ]);
    return {
      ...rest,
      moreLists: Math.max(0, contexts.length - MOST_LISTS),
      rows: this.#rows.length,
      listed: changes.length,
    };
  }

  /**
   * Returns the changes that an application would notice. @throws ProtomdlError with a `frame-…` or
   * `source-*` code
   */
  async noticed(onProgress: (read: number) => void): Promise<Noticed> {
    const find = (checksum: boolean) =>
      this.#opened(onProgress, (before, after) => findBreaking(before, after, { checksum }));
    let isUnverified = false;
    let found: Breaking;
    try {
      found = await find(true);
    } catch (error) {
      if (!isWithoutWebAssembly(error)) throw error;
      isUnverified = true;
      found = await find(false);
    }
    const { changes, problems } = found;
    return {
      changes: changes.slice(0, MOST_BREAKING),
      problems: problems.slice(0, MOST_BREAKING),
      more: Math.max(0, changes.length - MOST_BREAKING),
      isUnverified,
    };
  }

  /**
   * Returns tables of the contexts that differ.
   * @param costs null if not known yet: without costs, the tables have no bytes of configuration
   */
  contexts(costs: ComparedCosts | null): readonly ContextTable[] {
    return this.#contexts.map((list) => {
      const { columns, rows } = contextTable(list, costs);
      return { path: parentOf(list.before), summary: sameText(list), columns, rows };
    });
  }

  /** Returns rows `from` to `to` - 1 of the list of changes. */
  page(from: number, to: number): readonly ChangeRow[] {
    return this.#rows.slice(Math.max(0, from), to).map((row) => ('change' in row ? changeRow(row) : row));
  }

  async #opened<T>(
    onProgress: (read: number) => void,
    use: (before: Source, after: Source) => Promise<T>,
  ): Promise<T> {
    const read = { before: 0, after: 0 };
    const progressOf = (side: keyof typeof read) => (bytes: number) => {
      read[side] = bytes;
      onProgress(read.before + read.after);
    };
    const before = watchedSource(this.before(), progressOf('before'));
    try {
      const after = watchedSource(this.after(), progressOf('after'));
      try {
        return await use(before, after);
      } finally {
        await after.close();
      }
    } finally {
      await before.close();
    }
  }
}

interface ChangeAt {
  readonly change: Change;
  readonly title: string;
  readonly nth: number;
  readonly of: number;
}

function changeRow({ change, title, nth, of }: ChangeAt): ChangeRow {
  const path = pathText(change);
  const { kind, before, after } = change;
  return {
    mark: CHANGE_MARKS[kind],
    kind,
    path: title !== '' && path.startsWith(`${title}.`) ? path.slice(title.length + 1) : path,
    text: changeText(change),
    nth,
    of,
    before: before && { path: before.path, offset: before.offset },
    after: after && { path: after.path, offset: after.offset },
  };
}

/** Checksum provider for a page that cannot compute hashes: differing bytes are listed without hashes. */
const noHashes: ChecksumProvider = async () => ({ update() {}, digest: () => '' });
