import type { ActionCount, ContextSummary } from './summary.js';

/**
 * Maximum number of kinds of actions counted separately: the known kinds, and some kinds of later schemas.
 */
const MAX_KINDS = 64;
/** Name under which all further kinds are counted. */
const OTHER_KINDS = 'other fields';

export interface CoreOpTally {
  readonly contexts: readonly ContextSummary[];
  readonly contextCount: number;
  /** Counts by kind, most frequent first. */
  readonly actions: readonly ActionCount[];
}

/** Counts of the core operation that is being scanned. */
export class OpenCoreOp {
  readonly contexts: ContextSummary[] = [];
  contextCount = 0;
  contextActions = 0;
  readonly actions = new Map<string, { count: number; bytes: number }>();

  addAction(kind: string, bytes: number): void {
    const known = this.actions.get(kind);
    if (known === undefined) {
      if (this.actions.size < MAX_KINDS) this.actions.set(kind, { count: 1, bytes });
      else if (kind !== OTHER_KINDS) this.addAction(OTHER_KINDS, bytes);
      return;
    }
    known.count++;
    known.bytes += bytes;
  }

  tally(): CoreOpTally {
    const actions = [...this.actions].map(([kind, { count, bytes }]) => ({ kind, count, bytes }));
    actions.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
    return { contexts: this.contexts, contextCount: this.contextCount, actions };
  }
}
