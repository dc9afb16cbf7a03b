import type { EdgeFacts } from './edge.js';
import type { Name, Place, Reference } from './place.js';
import type { References } from './references.js';
import type { IdRanges } from './unique-ids.js';

/** A context, when it ended. Plain data but for its edge layers. */
export interface ContextFacts extends Place {
  /** Part of its own fields could not be read: what is missing may just not have been seen. */
  readonly broken: boolean;
  /** An element in it could not be read whole. */
  readonly lost: boolean;
  /** Position in `contexts`, which is what the loader goes by. */
  readonly position: number;
  /** `context_index` and its record; 0 at the context's own record when absent. */
  readonly index: Reference;
  readonly hasMetadata: boolean;
  readonly metadata: Place | undefined;
  /** `metadata.shmiglue_info`. */
  readonly shmiglue: (Place & { readonly isDefault: boolean }) | undefined;
  /** `metadata.name`. */
  readonly name: Name | undefined;
  /** `metadata.sorted_outputs_order`. */
  readonly sortedOutputs: readonly Name[];
  readonly operationCount: number;
  /** At most MAX_LAYERS of them in a file. */
  readonly edges: readonly EdgeFacts[];
  readonly edgeCount: number;
  readonly references: References;
  /** Where it was scanned apart; otherwise they are among those of its core op. */
  readonly ids: IdRanges | undefined;
}

/** Whether every edge layer of the context was read, whatever it may lack. */
export function isWhole({ broken, lost, edges, edgeCount }: ContextEdges): boolean {
  return !broken && !lost && edges.length === edgeCount;
}

/** Whether every edge layer of the context is known, so that a stream that is not there is missing. */
export function hasAllEdges(context: ContextEdges): boolean {
  return isWhole(context) && context.edges.every((edge) => edge.sysIndex !== undefined && edge.hasKnownEnds);
}

type ContextEdges = Pick<ContextFacts, 'broken' | 'lost' | 'edges' | 'edgeCount'>;
