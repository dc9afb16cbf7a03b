import type { MessageView } from './message-view.js';

/** The member of a oneof that is set: the name of its property, and its value. */
export interface Member<Name extends string, Value> {
  /** Name of the property, which gives the type of `value`. */
  readonly case: Name;
  /** Value of the property. */
  readonly value: Value;
}

/** A oneof with no member set. */
export interface NoMember {
  /** Always undefined, which distinguishes this type from a oneof with a member set. */
  readonly case: undefined;
  /** Never present. */
  readonly value?: undefined;
}

/** Returns the property name of the member that is set, for the oneof's index in the table. */
export function caseOf(view: MessageView, oneof: number): string | undefined {
  const number = view.oneofCase(oneof);
  return number === 0 ? undefined : view.layout.field(number).table.localName;
}

export function memberOf<View>(
  view: View,
  which: (string & keyof View) | undefined,
): Member<string, unknown> | NoMember {
  return which === undefined ? { case: undefined } : { case: which, value: view[which] };
}
