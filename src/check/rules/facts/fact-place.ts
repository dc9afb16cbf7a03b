import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Finding, Related, Severity, Span } from '../../../base/diagnostics/diagnostic.js';

/** Position of a record. */
export interface FactPlace extends Span {
  /** Schema names with indices; `""` is the message or the file. */
  readonly path: string;
}

export function factPlace({ offset, length, path }: FactPlace): FactPlace {
  return { offset, length, path };
}

/**
 * A value, and the record to report: the value's record or, for an absent value (0), the surrounding record.
 */
export interface Reference extends FactPlace {
  readonly value: number;
}

export interface Name extends FactPlace {
  /** A string that is too long to be remembered is truncated. A truncated name never equals another name. */
  readonly value: string;
  /** Size in UTF-8 bytes, which is the unit of the loader's buffers. */
  readonly byteLength: number;
}

/** Maximum number of related places in a finding, because thousands of places would not help a reader. */
export const MAX_RELATED = 16;

/** Returns the related places of a finding about several records: all records but the first. */
export function relatedTo(others: readonly FactPlace[], message: string): readonly Related[] {
  return others.slice(0, MAX_RELATED).map(({ offset, length, path }) => ({ offset, length, path, message }));
}

type Text = string | (() => string);

/**
 * Returns a finding whose path is computed when the finding is listed. Members are written one by one, so
 * that all findings have one shape: V8 takes 3 µs to add members to an object after a spread, and hostile
 * files have millions of findings, most of which are only counted.
 */
export function findingAt(
  place: FactPlace,
  code: Code,
  message: Text,
  related: readonly Related[] | (() => readonly Related[]) = NONE,
  severity?: Severity,
  args?: readonly string[],
): Finding {
  const { offset, length } = place;
  return { code, severity, offset, length, path: place, message, args, related };
}

const NONE: readonly Related[] = [];
