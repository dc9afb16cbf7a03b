import type { Related, Span } from '../../../base/diagnostics/span.js';

/** A record and where it is. */
export interface Place extends Span {
  /** Schema names with indices; `""` is the message or the file. */
  readonly path: string;
}

/** The place alone, of something that has one. */
export function placeOf({ offset, length, path }: Place): Place {
  return { offset, length, path };
}

/** A value, and the record to point at: its own, or where it is absent (and so 0), the one around it. */
export interface Reference extends Place {
  readonly value: number;
}

/** A string, and its record. */
export interface Name extends Place {
  /** Cut where it is longer than is remembered; never equal to another one then. */
  readonly value: string;
  /** Bytes of UTF-8: what the loader's buffers are measured in. */
  readonly byteLength: number;
}

/** Related places are for a person to read: a set of thousands is not made clearer by all of them. */
export const MAX_RELATED = 16;

/** The other members of a set that a finding is about. */
export function relatedTo(others: readonly Place[], message: string): readonly Related[] {
  return others.slice(0, MAX_RELATED).map(({ offset, length, path }) => ({ offset, length, path, message }));
}
