import type { CodeInfo } from '../diagnostics/catalogue.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import type { EdgeLayerView } from '../model/index.js';
import type { Subscription } from '../scan/index.js';
import type { ContextFacts, FileFacts, GroupFacts } from './facts.js';

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
  readonly edge?: (edge: EdgeLayerView, report: Report) => void;
  /** Once per context, group and file, when all of the file has been seen. */
  readonly context?: (context: ContextFacts, group: GroupFacts, file: FileFacts, report: Report) => void;
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
  /** The record of the element, of a message in it, or of a scalar that was kept. */
  span(field?: string): Span;
  has(field: string): boolean;
  /** Whether a oneof (given by one of its members) has no member that the schema knows. */
  isUnset(member: string): boolean;
  /** Whether the message at `field` has LEN fields that the schema does not know. */
  hasUnknown(field: string): boolean;
}
