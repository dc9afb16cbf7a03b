import type { EdgeFacts } from './edge.js';
import type { FactPlace, Name, Reference } from './fact-place.js';
import type { References } from './references.js';
import type { IdRanges } from './unique-ids.js';

/** Facts of a context, built at the end of the context. All members except the edge layers are plain data. */
export interface CheckedContext extends FactPlace {
  /**
   * True if some of the context's own fields could not be read, so that a field that seems absent may be
   * unread.
   */
  readonly broken: boolean;
  /** True if an element of the context could not be read completely. */
  readonly lost: boolean;
  /** Index in `contexts`, which loaders use instead of `context_index`. */
  readonly position: number;
  /** `context_index` and its record; if absent, 0 and the context's record. */
  readonly index: Reference;
  readonly hasMetadata: boolean;
  readonly metadata: FactPlace | undefined;
  /** `metadata.shmiglue_info`. */
  readonly shmiglue: (FactPlace & { readonly isDefault: boolean }) | undefined;
  /** `metadata.name`. */
  readonly name: Name | undefined;
  /** `metadata.sorted_outputs_order`. */
  readonly sortedOutputs: readonly Name[];
  readonly operationCount: number;
  /** At most MAX_CHECKED_LAYERS in all contexts of a file. */
  readonly edges: readonly EdgeFacts[];
  readonly edgeCount: number;
  readonly references: References;
  /** Ids of a context that was scanned separately; undefined if the ids are among the ids of its core op. */
  readonly ids: IdRanges | undefined;
}

/** True if every edge layer of the context is in `edges`, although edge layers may be incomplete. */
export function isWholeContext({ broken, lost, edges, edgeCount }: ContextEdges): boolean {
  return !broken && !lost && edges.length === edgeCount;
}

/**
 * True if every edge layer of the context is completely known, so that a stream that is not found is missing.
 */
export function hasAllEdges(context: ContextEdges): boolean {
  return (
    isWholeContext(context) && context.edges.every((edge) => edge.sysIndex !== undefined && edge.hasKnownEnds)
  );
}

type ContextEdges = Pick<CheckedContext, 'broken' | 'lost' | 'edges' | 'edgeCount'>;
