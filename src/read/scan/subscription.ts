/**
 * A consumer's subscription. Messages are named by their types and fields `Message.field`, as the schema
 * spells them. If several parts of a subscription name the same field or message, all of these parts apply.
 */
export interface Subscription {
  /**
   * Messages whose end is always announced when they are elements; other elements are only announced if
   * suspect.
   */
  readonly leave?: readonly string[];
  /** Repeated message fields: each of their records is announced at its end, whatever its type. */
  readonly announce?: readonly string[];
  /**
   * Repeated message fields whose first record in each container is announced; later records are only
   * announced if suspect.
   */
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
   * Singular numbers that are emitted one by one as they are read, and kept, but do not make their elements
   * suspect.
   */
  readonly emit?: readonly string[];
  /**
   * Bytes fields whose first BLOB_HEAD bytes the handler receives; the handler decides if the element is
   * suspect.
   */
  readonly head?: readonly string[];
  /**
   * Required parts of messages: oneofs, singular fields and repeated fields. A message that lacks one of its
   * required parts makes its element suspect.
   */
  readonly need?: readonly string[];
  readonly together?: readonly TogetherSubscription[];
  readonly sums?: readonly SumSubscription[];
  /**
   * Messages whose unknown fields are emitted one by one (default: all); for other messages, unknown fields
   * are only counted.
   */
  readonly unknown?: readonly string[];
  /** Messages that, as elements, collect the sets of values inside them (the nearest such element counts). */
  readonly gather?: readonly string[];
  readonly sets?: readonly SetSubscription[];
  readonly distinct?: readonly DistinctSubscription[];
}

/**
 * Values of a singular field above `max` or below `min` make the element suspect and are kept for its end;
 * `max` -1 keeps every value. An absent field has no value. Strings and bytes count as their length, messages
 * as 0, and numbers as the unsigned numbers on the wire.
 */
export interface BoundSubscription {
  readonly field: string;
  /** Default: none. */
  readonly max?: number;
  /** Default: none. */
  readonly min?: number;
  /**
   * A power of two up to 128: integers that are not multiples of this number count as past a limit. Default:
   * any integer.
   */
  readonly multipleOf?: number;
}

/**
 * A singular field of one message type. All its values in this type are kept, and make their element suspect.
 */
export interface KeepSubscription {
  readonly field: string;
  readonly of: string;
}

/**
 * Fields of a message that are meaningless without another field. A message in which a field of `present` is
 * set, but the field of `without` is not set, makes its element suspect. A scalar that is 0 or empty does not
 * count as set. The only exception: if `present` also names the field of `without`, a written 0 in this field
 * counts. Scalars that are set are kept, whether the element is suspect or not.
 */
export interface TogetherSubscription {
  readonly present: string | readonly string[];
  readonly without: string;
}

/**
 * Singular integers of a message whose sum has a limit, `Frames.sumLimit`, which each scan sets; an absent
 * integer counts as 0. A greater sum makes the element suspect. Values other than 0 are kept in any case.
 */
export interface SumSubscription {
  readonly fields: readonly string[];
  readonly of: string;
}

/**
 * A singular field whose values are collected as a set: for values whose validity depends on other parts of
 * the file, which are known later. The set has every value below SET_VALUES that is in a parser's result. The
 * set also has overwritten values, which the handler's `replaced` reports. A larger value, or a value written
 * more than once, is kept and makes the element suspect. With `absent`, a message without the field counts as
 * a message with 0; this works for at most one field of a message. For a message field, only its absence
 * counts.
 */
export interface SetSubscription {
  readonly field: string;
  /** Name of the set; several fields may share a set. */
  readonly set: string;
  readonly absent?: boolean;
}

/**
 * A singular field of 32 bits whose values should differ from each other within an element. The first
 * possible duplicate makes its element suspect; later duplicates in the same enclosing element are not
 * reported. A value that overwrites another is not checked, and an absent field has no value.
 */
export interface DistinctSubscription {
  readonly field: string;
  /** Name of the set of values that should differ; several fields may share a set. */
  readonly set: string;
  /** The only elements whose own values count, or values of their singular messages (default: any). */
  readonly of?: string;
  /**
   * Messages that, as elements, restart the set (the nearest such element; without one, the root of the
   * scan). Fields that share a set have the same `within` messages.
   */
  readonly within: string | readonly string[];
}
