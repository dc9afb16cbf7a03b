import type { Span } from '../../base/diagnostics/diagnostic.js';

/**
 * `switched`: a different member of a oneof is set. `swapped`: two elements of a list have changed places.
 * `broken`: a message cannot be read to its end on one side or on both, and its bytes from there on differ.
 */
export type ChangeKind = 'changed' | 'added' | 'removed' | 'moved' | 'swapped' | 'switched' | 'broken';

/** A value; a value that is too large is summarized. */
export interface Shown {
  /**
   * A number, string or boolean; 64-bit numbers are decimal digits, and `NaN` and `Infinity` are given by
   * name. Null for messages, bytes and missing values.
   */
  readonly value: number | string | boolean | null;
  /** The schema's name for a number: `PROTO__HW_ARCH__ACCEL8`, `NHWC`. */
  readonly name: string | null;
  /** Size of a string, bytes or message; null for numbers. */
  readonly bytes: number | null;
  /** XXH3-64 of bytes, 16 digits, if both sides have the same size; otherwise null. */
  readonly hash: string | null;
  /** A short description of a message: `trigger_lcu, 3 actions`. */
  readonly label: string | null;
}

/** One side of a change. The span of the record, or of the enclosing message if the record is missing. */
export interface ChangeSide extends Span {
  /** Path of the field in this side's file: schema names with indices. */
  readonly path: string;
  /** True if the record exists; an absent field has the schema's default (0 or empty). */
  readonly present: boolean;
  /** The value on this side. */
  readonly shown: Shown;
}

/** One difference. */
export interface Change {
  /** Kind of the change. */
  readonly kind: ChangeKind;
  /** Message type and field: `ProtoMDLTrigger.unique_id`; outside of the message, `container.version`. */
  readonly field: string;
  /** Type of the value: `uint32`, `ProtoMDLOperation`. */
  readonly type: string;
  /** Null for an addition. */
  readonly before: ChangeSide | null;
  /** Null for a removal. */
  readonly after: ChangeSide | null;
  /** For an addition or removal: the path of an element on the same side with the same content. */
  readonly copyOf: string | null;
  /** For `swapped`: the other element. */
  readonly partner: {
    /** Earlier position of the other element. */
    readonly before: ChangeSide;
    /** New position of the other element. */
    readonly after: ChangeSide;
  } | null;
  /** Position of the first different byte within bytes of equal size; otherwise null. */
  readonly firstDifference: number | null;
}

/** Returns the same change with both sides exchanged. */
export function mirrored(change: Change): Change {
  const { kind, before, after, partner } = change;
  // If two elements are swapped, the element with the earlier position stays first.
  if (partner !== null && before !== null && after !== null) {
    return {
      ...change,
      before: partner.after,
      after: partner.before,
      partner: { before: after, after: before },
    };
  }
  const turned = kind === 'added' ? 'removed' : kind === 'removed' ? 'added' : kind;
  return { ...change, kind: turned, before: after, after: before };
}
