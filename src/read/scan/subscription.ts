/**
 * A consumer's subscription. Messages are named by their types and fields `Message.field`, as the schema
 * spells them. Parts of a subscription about one field or message add up: all of them apply.
 */
export interface Subscription {
  /** Messages whose end is always announced when they are elements; others only when suspect. */
  readonly leave?: readonly string[];
  /** Repeated message fields each record of which is announced at its end, whatever its type. */
  readonly announce?: readonly string[];
  /** The same for the first record in what holds it; the others are announced when suspect. */
  readonly announceFirst?: readonly string[];
  /** Messages that are handed over whole, as bytes, when they end. */
  readonly retain?: readonly string[];
  readonly bounds?: readonly BoundSubscription[];
  readonly keep?: readonly KeepSubscription[];
  /** Messages that are skipped by their length and announced: the subscriber reads them. */
  readonly opaque?: readonly string[];
  /** String fields whose values are handed over. */
  readonly text?: readonly string[];
  /** Singular numbers that are emitted one by one as they are read, and kept; their elements are not suspect for that. */
  readonly emit?: readonly string[];
  /** Bytes fields whose first BLOB_HEAD bytes are shown; the handler says whether the element is suspect. */
  readonly head?: readonly string[];
  /**
   * Oneofs of which a member, singular fields which, and repeated fields of which a record must be there. A
   * message without makes its element suspect.
   */
  readonly need?: readonly string[];
  readonly together?: readonly TogetherSubscription[];
  readonly sums?: readonly SumSubscription[];
  /** Messages whose unknown fields are emitted one by one (default: all); those of others are only counted. */
  readonly unknown?: readonly string[];
  /** Messages that, where they are elements, gather the sets of what lies in them (of the nearest such one). */
  readonly gather?: readonly string[];
  readonly sets?: readonly SetSubscription[];
  readonly distinct?: readonly DistinctSubscription[];
}

/**
 * Values of a singular field above `max` or below `min` make the element suspect and are kept for its end;
 * `max` -1 keeps every value. An absent field has none. Strings and bytes count with their length, messages
 * with 0, and numbers as the unsigned ones that they are on the wire.
 */
export interface BoundSubscription {
  readonly field: string;
  /** Default: none. */
  readonly max?: number;
  /** Default: none. */
  readonly min?: number;
  /** A power of two up to 128 that an integer is a multiple of: others count as past a bound. Default: any. */
  readonly multipleOf?: number;
}

/** A singular field every value of which is kept in one type of element, and makes it suspect; in others it is as usual. */
export interface KeepSubscription {
  readonly field: string;
  readonly of: string;
}

/**
 * Fields of a message that mean nothing without another one. A message in which one of `present` is set and
 * `without` is not makes its element suspect. A scalar that is 0 or empty is not set; but where `present` names
 * `without` itself, one that is written, and 0, is enough. Scalars that are set are kept, whether the element is
 * suspect or not.
 */
export interface TogetherSubscription {
  readonly present: string | readonly string[];
  readonly without: string;
}

/**
 * Singular integers of a message whose sum has a bound, `Frames.sumLimit`, that differs from scan to scan; an absent
 * one counts as 0. A greater sum makes the element suspect. Values other than 0 are kept, whether it is suspect or not.
 */
export interface SumSubscription {
  readonly fields: readonly string[];
  readonly of: string;
}

/**
 * A singular field whose values are gathered as a set, so that values which are right in one file and wrong
 * in the next cost nothing until it is known. It has every value that a parser ends up with and that is
 * below SET_VALUES. One that was overwritten is in it as well: the handler's `replaced` says so. A larger one, or one written more than once, makes
 * the element suspect and is kept. With `absent`, a message without the field counts as one with 0; at most one field of
 * a message. Of a field that is a message only that it is absent counts.
 */
export interface SetSubscription {
  readonly field: string;
  /** Name of the set; fields may share one. */
  readonly set: string;
  readonly absent?: boolean;
}

/**
 * A singular field of 32 bits whose values should differ from each other within an element. The first
 * possible duplicate makes its element suspect; after it, nothing more is reported about this set in the
 * enclosing element. A value that overwrites another is not checked, and an absent field has no value.
 */
export interface DistinctSubscription {
  readonly field: string;
  /** Name of the values that should differ; fields may share one. */
  readonly set: string;
  /** The only elements whose own values count, or those of singular messages in them (default: any). */
  readonly of?: string;
  /**
   * Messages that, where they are elements, begin anew (the nearest such one, or else the root of the scan).
   * Fields that share a set share these.
   */
  readonly within: string | readonly string[];
}
