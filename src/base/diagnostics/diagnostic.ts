import type { Release } from './catalogue.js';
import type { Code } from './code.gen.js';
import type { Severity } from './severity.js';
import type { Related, Span } from './span.js';

/** One finding as a report lists it. The keys are those of `validate --format json`. */
export interface Diagnostic extends Span {
  /** A code of the catalogue: `wire-truncated`. */
  readonly code: string;
  /** What it weighs, after the policy. */
  readonly severity: Severity;
  /** Occurrences that this one stands for; more than 1 only where the code folds them. */
  readonly count: number;
  /** Schema names, `[i]` for an occurrence, `#7` for an unknown field; `""` is the message or the file. */
  readonly path: string;
  /** What is wrong, with the values in this file: a phrase of one line, without a full stop. */
  readonly message: string;
  /** Other places that it has to do with, most important first; often empty. */
  readonly related: readonly Related[];
  /** What tells it apart from others of its code at its path, whatever the message says: names, kinds. Mostly absent. */
  readonly args?: readonly string[];
}

/** Facts for predictions only, which no report lists. */
export type Note = `note: ${string}`;

/** What a check hands to the collector; text is made only for findings that end up listed. */
export interface Finding<C extends string = Code | Note> extends Span {
  readonly code: C;
  /** Where one code has two severities, the one that applies here; otherwise the catalogue's. */
  readonly severity?: Severity | undefined;
  /** Or what has it, of which the path is made when it is asked for. */
  readonly path: string | (() => string) | { readonly path: string };
  readonly message: string | (() => string);
  /** Names and kinds that the finding is about, where code and path alone do not identify it. */
  readonly args?: readonly string[] | undefined;
  readonly related?: readonly Related[] | (() => readonly Related[]);
  /** Findings of one code and one `fold` key become one, at the first of them, with a count. */
  readonly fold?: string;
  /** Occurrences this stands for (default 1); added up when folded. */
  readonly count?: number;
  /** Further findings of the same code and severity after this one, counted but not described. */
  readonly more?: number;
  /**
   * Releases that mind: others, the latest among them, take it (default: that is not known, or all mind). Without a
   * target it is a note.
   */
  readonly releases?: readonly Release[] | undefined;
  /** Only predictions of what a runtime does get it. */
  readonly unlisted?: true;
}

/** Takes findings, in any order. */
export type Report<C extends string = Code | Note> = (finding: Finding<C>) => void;

/** The order of a report, as far as it goes without paths. */
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

/** A diagnostic's keys in the order of reports, and nothing else that the object may carry. */
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

/** The path of a finding, which is made now. */
export function pathOf({ path }: Pick<Finding<string>, 'path'>): string {
  if (typeof path === 'string') return path;
  return typeof path === 'function' ? path() : path.path;
}
