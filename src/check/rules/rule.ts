import type { CodeInfo } from '../../base/diagnostics/catalogue.js';
import type { Report, Span } from '../../base/diagnostics/diagnostic.js';
import type { Subscription } from '../../read/scan/subscription.js';
import type { CheckedContext } from './facts/context.js';
import type { CoreOpFacts } from './facts/core-op.js';
import type { EdgeFacts } from './facts/edge.js';
import type { FactPlace, Reference } from './facts/fact-place.js';
import type { FileFacts, GroupFacts } from './facts/file.js';
import type { LayerFacts } from './facts/layer.js';

/**
 * A rule, or a small family of rules: its codes, the facts that the scan has to keep, and its checks. The set
 * of checks shows the elements that a rule reads. Rules do not depend on threads, sources or formatting.
 */
export interface Rule {
  readonly codes: readonly CodeInfo[];
  readonly needs?: Subscription;
  /** At the end of a suspect element of this message type. */
  readonly elements?: Readonly<Record<string, (element: ElementFacts, report: Report) => void>>;
  /** At the end of every edge layer that could be read. */
  readonly edge?: (edge: EdgeFacts, report: Report) => void;
  /**
   * For each tensor, mux and image in an edge layer that the loader reads, parts before their parent. The
   * facts are valid only during the call.
   */
  readonly layer?: (layer: LayerFacts, report: Report) => void;
  // After the whole file has been read:
  /** Once per context of a core op. */
  readonly context?: (
    context: CheckedContext,
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
 * An element at its end: a record of a repeated field, with its singular messages. Fields are named
 * by their path below it (`enable_lcu.network_index`; `''` is the element itself).
 */
export interface ElementFacts {
  /** True if part of the element's own fields could not be read: an absent field may then be unread. */
  readonly broken: boolean;
  path(field?: string): string;
  /**
   * Returns a function that computes the path, valid only during the call: the same function each time,
   * because most findings are only counted.
   */
  pathOf(field?: string): () => string;
  /** Returns the record of the element, of a message in it, or of a kept scalar. */
  span(field?: string): Span;
  place(field?: string): FactPlace;
  has(field: string): boolean;
  /**
   * Returns the value of a scalar that was kept because it exceeded its bound; 0 for other scalars. 64-bit
   * values are exact up to 2^53.
   */
  value(field: string): number;
  /** True if the scalar was kept. */
  kept(field: string): boolean;
  /**
   * Returns the value with the record to report: the scalar's record or, for an absent scalar, the record of
   * the message around it.
   */
  reference(field: string): Reference;
  /** Occurrences of a repeated field. */
  count(field: string): number;
  /** Name of the repeated field that has the element; '' for the root. */
  readonly field: string;
  /**
   * Returns the element's index in its field; with `levels`, the index of the record that many levels above
   * it.
   */
  index(levels?: number): number;
  /** True if a oneof (given by one of its members) has no member that the schema knows. */
  isUnset(member: string): boolean;
  /** True if the message at `field` has LEN fields that the schema does not know. */
  hasUnknown(field: string): boolean;
}
