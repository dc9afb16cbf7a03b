import type { Release } from './catalogue.js';
import type { Code } from './code.gen.js';

/** One finding in a report. The keys are the same as in `validate --format json`. */
export interface Diagnostic extends Span {
  /** A code of the catalogue: `wire-truncated`. */
  readonly code: string;
  /** Severity, after the policy. */
  readonly severity: Severity;
  /** Number of occurrences; more than 1 only for codes whose findings are folded. */
  readonly count: number;
  /**
   * Path of schema names, with `[i]` for an element of a list and `#7` for an unknown field; `""` is the
   * message or the file.
   */
  readonly path: string;
  /** Description of the problem with values from the file, in one line without a full stop. */
  readonly message: string;
  /** Other places that are related to the problem, beginning with the most important place; often empty. */
  readonly related: readonly Related[];
  /**
   * Names and kinds that distinguish the finding from other findings with the same code and path, regardless
   * of the message. Usually absent.
   */
  readonly args?: readonly string[];
}

/** Code of a fact that only predictions use, and that no report lists. */
export type Note = `note: ${string}`;

/** A finding as a check reports it. Texts are only computed for findings that a report lists. */
export interface Finding<C extends string = Code | Note> extends Span {
  readonly code: C;
  /**
   * Severity of this finding, for codes with two severities; otherwise the severity in the catalogue applies.
   */
  readonly severity?: Severity | undefined;
  /** Path, or an object or function that computes the path on demand. */
  readonly path: string | (() => string) | { readonly path: string };
  readonly message: string | (() => string);
  /** Names and kinds in the finding, if code and path are not sufficient to identify the finding. */
  readonly args?: readonly string[] | undefined;
  readonly related?: readonly Related[] | (() => readonly Related[]);
  /** Findings with the same code and `fold` key are merged into the first finding, with a count. */
  readonly fold?: string;
  /** Number of occurrences (default 1). Merged findings add up their numbers. */
  readonly count?: number;
  /** Number of further findings of the same code and severity after this finding, which are not described. */
  readonly more?: number;
  /**
   * Releases that refuse a file with this finding. Other releases, including the latest, accept the file
   * (default: not known, or all releases refuse the file). Without targets, the finding has severity `info`.
   */
  readonly releases?: readonly Release[] | undefined;
  /** True if only predictions of the runtime's behaviour receive the finding. */
  readonly unlisted?: true;
}

/** Receives findings, in any order. */
export type Report<C extends string = Code | Note> = (finding: Finding<C>) => void;

/** Compares findings by their order in a report. For equal places and codes, the paths decide. */
export function byPlaceAndCode(
  a: Pick<Diagnostic, 'offset' | 'length' | 'code'>,
  b: Pick<Diagnostic, 'offset' | 'length' | 'code'>,
): number {
  return byPlace(a, b) || compareText(a.code, b.code);
}

export function byPlace(a: Span, b: Span): number {
  return a.offset - b.offset || a.length - b.length;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a diagnostic with its keys in the order of reports, without other properties of the object. */
export function plainDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const { code, severity, offset, length, count, path, message, args } = diagnostic;
  const related = diagnostic.related.map((place) => ({
    offset: place.offset,
    length: place.length,
    path: place.path,
    message: place.message,
  }));
  const plain = { code, severity, offset, length, count, path, message, related };
  return args === undefined ? plain : { ...plain, args };
}

export function findingPath({ path }: Pick<Finding<string>, 'path'>): string {
  if (typeof path === 'string') return path;
  return typeof path === 'function' ? path() : path.path;
}

/** Severity of a finding. Only `error` makes a file `invalid`. */
export type Severity = 'error' | 'warning' | 'info';

/** All severities, beginning with the most severe. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

export function groupKey({ severity, code }: { readonly severity: Severity; readonly code: string }): string {
  return `${severity} ${code}`;
}

/** A range of bytes in a file, including the container's header. The span of a record includes the tag. */
export interface Span {
  /** Absolute offset of the first byte: a safe integer. */
  readonly offset: number;
  /** Length in bytes; 0 for a place between two bytes. */
  readonly length: number;
}

/** A related place of a finding, and the relation of the place to the finding. */
export interface Related extends Span {
  /** Schema names, as in a finding's path; `""` is the message or the file. */
  readonly path: string;
  /** Relation of the place to the finding, in one line. */
  readonly message: string;
}
