import type { Related, Span } from '../../../base/diagnostics/span.js';

/** Position of a record. */
export interface Place extends Span {
  /** Schema names with indices; `""` is the message or the file. */
  readonly path: string;
}

/** Returns only the place of an object that has one. */
export function placeOf({ offset, length, path }: Place): Place {
  return { offset, length, path };
}

/** A value, and the record to report: its own; for an absent value (0), the one around it. */
export interface Reference extends Place {
  readonly value: number;
}

/** A string, and its record. */
export interface Name extends Place {
  /** Truncated if too long to be remembered; never equal to another name then. */
  readonly value: string;
  /** Size in UTF-8 bytes: the unit of the loader's buffers. */
  readonly byteLength: number;
}

/** Limit of related places in a finding: thousands of them would not help a reader. */
export const MAX_RELATED = 16;

/** Returns the other members of a set that a finding is about. */
export function relatedTo(others: readonly Place[], message: string): readonly Related[] {
  return others.slice(0, MAX_RELATED).map(({ offset, length, path }) => ({ offset, length, path, message }));
}
