import type { CodeInfo } from '../../base/diagnostics/catalogue.js';
import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { Span } from '../../base/diagnostics/span.js';
import type { Subscription } from '../../read/scan/subscription.js';
import type { ContextFacts } from './facts/context.js';
import type { CoreOpFacts } from './facts/core-op.js';
import type { EdgeFacts } from './facts/edge.js';
import type { FileFacts, GroupFacts } from './facts/file.js';
import type { LayerFacts } from './facts/layer.js';
import type { Place, Reference } from './facts/place.js';

/**
 * A rule, or a small family of them: what it finds, what the scan has to keep for it, and its checks. Which
 * checks a rule has says what it looks at. None of them sees threads, sources or formatting.
 */
export interface Rule {
  readonly codes: readonly CodeInfo[];
  readonly needs?: Subscription;
  /** At the end of a suspect element of this message type. */
  readonly elements?: Readonly<Record<string, (element: ElementFacts, report: Report) => void>>;
  /** At the end of every edge layer that could be read. */
  readonly edge?: (edge: EdgeFacts, report: Report) => void;
  /**
   * For each tensor, mux and image in an edge layer that the loader reads, parts before what they are part
   * of. The facts are good during the call.
   */
  readonly layer?: (layer: LayerFacts, report: Report) => void;
  // When all of the file has been seen:
  /** Once per context of a core op. */
  readonly context?: (
    context: ContextFacts,
    coreOp: CoreOpFacts,
    file: FileFacts,
    report: Report,
    group: GroupFacts,
  ) => void;
  /** Once per core op: a network group of the specification's layout is one. */
  readonly coreOp?: (coreOp: CoreOpFacts, file: FileFacts, report: Report, group: GroupFacts) => void;
  readonly group?: (group: GroupFacts, file: FileFacts, report: Report) => void;
  readonly file?: (file: FileFacts, report: Report) => void;
}

/**
 * An element at its end: a record of a repeated field, with the singular messages in it. Fields are named
 * by their path below it (`enable_lcu.network_index`; `''` is the element itself).
 */
export interface ElementFacts {
  /** Part of its own fields could not be read: absence means nothing. */
  readonly broken: boolean;
  path(field?: string): string;
  /** What makes the path, during the call only: the same function each time, for most findings are only counted. */
  pathOf(field?: string): () => string;
  /** The record of the element, of a message in it, or of a scalar that was kept. */
  span(field?: string): Span;
  place(field?: string): Place;
  has(field: string): boolean;
  /** The value of a scalar that was kept, for it went past its bound; 0 of any other. 64 bits are exact up to 2^53. */
  value(field: string): number;
  /** Whether it was kept. */
  kept(field: string): boolean;
  /** The value with the record to point at: the scalar's, or where it is absent that of the message around it. */
  reference(field: string): Reference;
  /** Occurrences of a repeated field. */
  count(field: string): number;
  /** Name of the field that it is an element of; '' for the root. */
  readonly field: string;
  /** Which occurrence of its field the element is; with `levels`, the record so many levels above it. */
  index(levels?: number): number;
  /** Whether a oneof (given by one of its members) has no member that the schema knows. */
  isUnset(member: string): boolean;
  /** Whether the message at `field` has LEN fields that the schema does not know. */
  hasUnknown(field: string): boolean;
}
