/** The member of a oneof that is set: the name of its property, and its value. */
export interface Member<Name extends string, Value> {
  /** Name of the property, which gives the type of `value`. */
  readonly case: Name;
  /** What the property has. */
  readonly value: Value;
}

/** A oneof without a member that is set. */
export interface NoMember {
  /** Distinguishes it from those that are set. */
  readonly case: undefined;
  /** Never there. */
  readonly value?: undefined;
}
