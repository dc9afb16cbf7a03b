import type { MessageTable } from '../../base/schema/table.js';
import type { Comparer } from './compare.js';
import type { Segment } from './content.js';
import { type ContextTally, tallyContext } from './tally.js';

/** A context that differs, or that only one side has. */
export interface ContextChange {
  /** Position in the first file's list; null if the context is missing there. */
  readonly before: number | null;
  /** Position in the second file's list; null if the context is missing there. */
  readonly after: number | null;
  /** Content of the context, counted. */
  readonly counts: {
    /** In the first file; null if the context is missing there. */
    readonly before: ContextTally | null;
    /** In the second file; null if the context is missing there. */
    readonly after: ContextTally | null;
  };
}

/** Contexts of a network group, or of another core operation. */
export interface ContextsChange {
  /** Path of the list in the first file. */
  readonly before: string;
  /** Path of the list in the second file. */
  readonly after: string;
  /** Number of contexts. */
  readonly count: {
    /** In the first file. */
    readonly before: number;
    /** In the second file. */
    readonly after: number;
  };
  /** Number of contexts that are equal on both sides. */
  readonly same: number;
  /** The different contexts, at most the first 4096. */
  readonly different: readonly ContextChange[];
}

/** Limit for the contexts to count; a hostile file may have millions. */
export const MAX_CONTEXTS = 4096;

/** Notes about a list of contexts, taken during the comparison. */
export interface NotedContexts {
  readonly before: string;
  readonly after: string;
  readonly count: { readonly before: number; readonly after: number };
  same: number;
  readonly different: {
    readonly before: readonly [number, Segment] | null;
    readonly after: readonly [number, Segment] | null;
  }[];
}

export function contextsOf({ contexts, schema }: Comparer): ContextsChange[] {
  const table = schema.messages.find(({ typeName }) => typeName === 'ProtoMDLContext') as MessageTable;
  const counted = (side: readonly [number, Segment] | null): ContextTally | null =>
    side === null ? null : tallyContext(side[1], table, schema);
  return contexts.map((noted) => ({
    before: noted.before,
    after: noted.after,
    count: noted.count,
    same: noted.same,
    different: noted.different.map(({ before, after }) => ({
      before: before?.[0] ?? null,
      after: after?.[0] ?? null,
      counts: { before: counted(before), after: counted(after) },
    })),
  }));
}

export function mirroredContexts(list: ContextsChange): ContextsChange {
  return {
    before: list.after,
    after: list.before,
    count: { before: list.count.after, after: list.count.before },
    same: list.same,
    different: list.different.map(({ before, after, counts }) => ({
      before: after,
      after: before,
      counts: { before: counts.after, after: counts.before },
    })),
  };
}
