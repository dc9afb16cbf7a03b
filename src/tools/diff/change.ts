import type { Span } from '../../base/diagnostics/span.js';

/**
 * `switched`: another member of a oneof is set. `swapped`: two elements of a list have changed places. `broken`: a
 * message cannot be read to its end on one side or on both, and its bytes from there on differ.
 */
export type ChangeKind = 'changed' | 'added' | 'removed' | 'moved' | 'swapped' | 'switched' | 'broken';

/** A value as it is shown, or what is said of one that is too large for that. */
export interface Shown {
  /**
   * A number, string or truth value; 64-bit numbers as decimal digits, as are `NaN` and `Infinity` by name. Null of
   * messages and bytes, and where there is none.
   */
  readonly value: number | string | boolean | null;
  /** The name that the schema has for a number: `PROTO__HW_ARCH__ACCEL8`, `NHWC`. */
  readonly name: string | null;
  /** Bytes of a string, bytes or message; null of numbers. */
  readonly bytes: number | null;
  /** XXH3-64 of bytes, 16 digits, where both sides are of one size; otherwise null. */
  readonly hash: string | null;
  /** What a message is, in a few words: `trigger_lcu, 3 actions`. */
  readonly label: string | null;
}

/** One side of a change. The span is that of the record; of what is missing, that of the message around it. */
export interface ChangeSide extends Span {
  /** Schema names with indices, in this file. */
  readonly path: string;
  /** Whether the record is there: a field that is not is what the schema says (0, empty). */
  readonly present: boolean;
  /** The value. */
  readonly shown: Shown;
}

/** One thing that differs. */
export interface Change {
  /** What happened. */
  readonly kind: ChangeKind;
  /** `ProtoMDLTrigger.unique_id`; `container.version` for what is outside of the message. */
  readonly field: string;
  /** Type of the value: `uint32`, `ProtoMDLOperation`. */
  readonly type: string;
  /** Null of what was added. */
  readonly before: ChangeSide | null;
  /** Null of what was removed. */
  readonly after: ChangeSide | null;
  /** Of what was added or removed: the path of an element on the same side with the same content. */
  readonly copyOf: string | null;
  /** Of `swapped`: the other one. */
  readonly partner: {
    /** Where the other one was. */
    readonly before: ChangeSide;
    /** Where the other one is. */
    readonly after: ChangeSide;
  } | null;
  /** First byte that differs, counted from the beginning of bytes of the same size; otherwise null. */
  readonly firstDifference: number | null;
}

/** The same seen from the other side. */
export function mirrored(change: Change): Change {
  const { kind, before, after, partner } = change;
  // Of two that have changed places the one that comes first stays first.
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
