import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CheckedContext } from '../facts/context.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import type { FactPlace } from '../facts/fact-place.js';
import type { FileFacts } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** The part of a context that concerns the ends of its edges. */
export interface PairContext
  extends Pick<
    CheckedContext,
    'path' | 'offset' | 'length' | 'broken' | 'lost' | 'position' | 'index' | 'edges' | 'edgeCount'
  > {
  /** Findings that follow from the number of edge layers point at it. */
  readonly metadata?: FactPlace | undefined;
}

/** The part of a core op that concerns the ends of its edges. */
export interface PairCoreOp extends Pick<CoreOpFacts, 'broken' | 'contextCount'> {
  readonly contexts: readonly PairContext[];
}

/**
 * A rule about the two ends of an edge. It uses only edge layers, so that drawings of them can run it, too.
 */
export interface PairRule extends Pick<Rule, 'codes'> {
  readonly context?: (
    context: PairContext,
    coreOp: PairCoreOp,
    file: Pick<FileFacts, 'extensions'>,
    report: Report,
  ) => void;
  readonly coreOp?: (coreOp: PairCoreOp, file: Pick<FileFacts, 'extensions'>, report: Report) => void;
}
