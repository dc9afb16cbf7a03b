/**
 * A consumer's subscription. Messages are named by their types and fields `Message.field`, as the schema
 * spells them. Parts of a subscription about one field or message add up: all of them apply.
 */
export interface Subscription {
  /** Messages whose end is always announced when they are elements; others only when suspect. */
  readonly leave?: readonly string[];
  /** Repeated message fields: each of their records is announced at its end, whatever its type. */
  readonly announce?: readonly string[];
  /** The same for the first record in its container; the others are announced when suspect. */
  readonly announceFirst?: readonly string[];
  /** Messages that the handler receives as bytes when they end. */
  readonly retain?: readonly string[];
  readonly bounds?: readonly BoundSubscription[];
  readonly keep?: readonly KeepSubscription[];
  /** Messages that are skipped by their length and announced: the subscriber reads them. */
  readonly opaque?: readonly string[];
  /** String fields whose values the handler receives. */
  readonly text?: readonly string[];
  /**
   * Singular numbers that are emitted one by one as they are read, and kept; this does not make their
   * elements suspect.
   */
  readonly emit?: readonly string[];
  /** Bytes fields whose first BLOB_HEAD bytes the handler receives; it decides if the element is suspect. */
  readonly head?: readonly string[];
  /**
   * Oneofs of which a member, singular fields which, and repeated fields of which a record must be there. A
   * message without makes its element suspect.
   */
  readonly need?: readonly string[];
  readonly together?: readonly TogetherSubscription[];
  readonly sums?: readonly SumSubscription[];
  /**
   * Messages whose unknown fields are emitted one by one (default: all); for others, unknown fields are only
   * counted.
   */
  readonly unknown?: readonly string[];
  /** Messages that, as elements, collect the sets of values inside them (the nearest such element counts). */
  readonly gather?: readonly string[];
  readonly sets?: readonly SetSubscription[];
  readonly distinct?: readonly DistinctSubscription[];
}

/**
 * Values of a singular field above `max` or below `min` make the element suspect and are kept for its end;
 * `max` -1 keeps every value. An absent field has no value. Strings and bytes count with their length, messages
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
 * Singular integers of a message whose sum has a bound, `Frames.sumLimit`, that differs from scan to scan; an
 * absent one counts as 0. A greater sum makes the element suspect. Values other than 0 are kept in any case.
 */
export interface SumSubscription {
  readonly fields: readonly string[];
  readonly of: string;
}

/**
 * A singular field whose values are collected as a set, so that values which are right in one file and wrong
 * in the next cost nothing until that is known. The set has every value below SET_VALUES that a parser ends
 * up with. It also has overwritten values: the handler's `replaced` reports them. A larger value, or one
 * written more than once, makes the element suspect and is kept. With `absent`, a message without the field
 * counts as one with 0; this works for at most one field of a message. For a message field, only its absence
 * counts.
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
  /** The only elements whose own values count, or values of their singular messages (default: any). */
  readonly of?: string;
  /**
   * Messages that, as elements, start the set anew (the nearest such element, or else the root of the scan).
   * Fields that share a set share these.
   */
  readonly within: string | readonly string[];
}
