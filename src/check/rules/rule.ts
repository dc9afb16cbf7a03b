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
 * A rule, or a small family of rules: the codes, the facts that the scan has to keep, and the checks. Rules
 * do not depend on threads, sources or formatting.
 */
export interface Rule {
  readonly codes: readonly CodeInfo[];
  readonly needs?: Subscription;
  /** Called at the end of a suspect element, by message type. */
  readonly elements?: Readonly<Record<string, (element: ElementFacts, report: Report) => void>>;
  /** Called at the end of every edge layer that could be read. */
  readonly edge?: (edge: EdgeFacts, report: Report) => void;
  /**
   * Called for each tensor, mux and image of an edge layer that the loader reads, parts before their parent.
   * The facts are valid only during the call.
   */
  readonly layer?: (layer: LayerFacts, report: Report) => void;
  // The following checks are called after the whole file has been read.
  /** Called once per context of a core op. */
  readonly context?: (
    context: CheckedContext,
    coreOp: CoreOpFacts,
    file: FileFacts,
    report: Report,
    group: GroupFacts,
  ) => void;
  /** Called once per core op. A network group of the specification's layout is a core op. */
  readonly coreOp?: (coreOp: CoreOpFacts, file: FileFacts, report: Report, group: GroupFacts) => void;
  readonly group?: (group: GroupFacts, file: FileFacts, report: Report) => void;
  readonly file?: (file: FileFacts, report: Report) => void;
}

/**
 * Facts of an element (a record of a repeated field, with its singular messages) at the end of the element.
 * Fields are named by their path relative to the element (`enable_lcu.network_index`); `''` is the element.
 */
export interface ElementFacts {
  /**
   * True if some of the element's own fields could not be read, so that a field that seems absent may be
   * unread.
   */
  readonly broken: boolean;
  path(field?: string): string;
  /**
   * Returns a function that computes the path. Every call returns the same function, which is valid only
   * during the call of the rule. No new function is created, because most findings are only counted.
   */
  pathOf(field?: string): () => string;
  /** Returns the span of a record: of the element, of a message in it, or of a kept scalar. */
  span(field?: string): Span;
  place(field?: string): FactPlace;
  has(field: string): boolean;
  /**
   * Returns the value of a scalar that the scan kept because the value exceeded its limit; 0 for other
   * scalars. 64-bit values are exact up to 2^53.
   */
  value(field: string): number;
  kept(field: string): boolean;
  /**
   * Returns the value with the record to report: the scalar's record or, for an absent scalar, the record of
   * the message around it.
   */
  reference(field: string): Reference;
  count(field: string): number;
  /** Name of the repeated field to which the element belongs; '' for the root. */
  readonly field: string;
  /**
   * Returns the element's index in its field. With `levels`, returns the index of the record that is `levels`
   * levels above.
   */
  index(levels?: number): number;
  /** True if a oneof, which is given by one of its members, has no member that the schema knows. */
  isUnset(member: string): boolean;
  /** True if the message at `field` has LEN fields that the schema does not know. */
  hasUnknown(field: string): boolean;
}
