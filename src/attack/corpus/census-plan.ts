/** The schema in the form that a census looks things up in: a field of a message in one wire type is an entry. */
import {
  type FieldTable,
  isPackable,
  TYPE_BOOL,
  TYPE_ENUM,
  TYPE_MESSAGE,
  wireTypeOf,
} from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import type { FeatureSpace } from './features.js';

export const KIND_NONE = 0;
export const KIND_NUMBER = 1;
export const KIND_ENUM = 2;
export const KIND_FIXED32 = 3;
export const KIND_FIXED64 = 4;
export const KIND_BYTES = 5;
export const KIND_MESSAGE = 6;
/** Lists in one record; those of fixed width are hopped over. All from here on are lists. */
export const KIND_PACKED = 7;
export const KIND_PACKED_FIXED = 8;

/** Its value 0 means the same as no record. */
export const ENTRY_IMPLICIT = 1;
/** One record of a list that could have been packed. */
export const ENTRY_UNPACKED = 4;

/** Fields beyond the bits of a mask are counted, but not whether they occurred before. */
const MASK_BITS = 31;

export interface CensusPlan {
  readonly space: FeatureSpace;
  /** message × 128 + tag of one byte → entry; 0 is none. */
  readonly lookup: Uint16Array;
  /** By message: longer tags. */
  readonly longTags: readonly ReadonlyMap<number, number>[];
  /** By message: the numbers that it knows, in whatever wire type. */
  readonly known: readonly ReadonlySet<number>[];
  /** By message: enum fields whose absence is a 0, as pairs of a bit and the feature of that value. */
  readonly zeros: readonly Int32Array[];

  // Per entry. Entry 0 is none.
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  readonly number: Uint32Array;
  readonly bit: Int32Array;
  /** Bits of all members of its oneof, 0 outside of one. */
  readonly oneof: Int32Array;
  readonly child: Int32Array;
  readonly enum: Int32Array;
  readonly field: Int32Array;
  /** Its feature as a member of a oneof; -1 where it is none. */
  readonly member: Int32Array;
}

interface Entry {
  readonly message: number;
  readonly tag: number;
  readonly kind: number;
  readonly flags: number;
  readonly field: FieldTable;
  readonly bit: number;
  readonly oneof: number;
  readonly feature: number;
  readonly member: number;
}

export function censusPlanOf(space: FeatureSpace): CensusPlan {
  const { messages } = space.schema;
  const entries = messages.flatMap((message) => {
    const bits = message.fields.map((_, i) => (i < MASK_BITS ? 1 << i : 0));
    const members = message.oneofs.map((_, oneof) =>
      message.fields.reduce((mask, field, i) => (field.oneof === oneof ? mask | (bits[i] ?? 0) : mask), 0),
    );
    return message.fields.flatMap((field, i) => {
      const common = {
        message: message.index,
        field,
        bit: field.repeated ? 0 : (bits[i] ?? 0),
        oneof: field.oneof < 0 ? 0 : (members[field.oneof] ?? 0),
        feature: space.fields[message.index]?.[i] ?? 0,
        member: space.members[message.index]?.[i] ?? -1,
      };
      return formsOf(field).map((form) => ({ ...common, ...form }));
    });
  });
  const column = (of: (entry: Entry) => number): number[] => [0, ...entries.map(of)];
  const lookup = new Uint16Array(messages.length * 128);
  const longTags = messages.map(() => new Map<number, number>());
  entries.forEach(({ message, tag }, i) => {
    if (tag < 128) lookup[message * 128 + tag] = i + 1;
    else longTags[message]?.set(tag, i + 1);
  });
  return {
    space,
    lookup,
    longTags,
    known: messages.map(({ fields }) => new Set(fields.map(({ number }) => number))),
    zeros: messages.map((message) => {
      const pairs = entries
        .filter((entry) => entry.message === message.index && entry.kind === KIND_ENUM && entry.bit !== 0)
        .filter(({ flags }) => (flags & ENTRY_IMPLICIT) !== 0)
        .flatMap(({ bit, field }) => {
          const zero = space.enumValues[field.enum]?.get(0);
          return zero === undefined ? [] : [bit, zero];
        });
      return new Int32Array(pairs);
    }),
    kind: new Uint8Array(column(({ kind }) => kind)),
    flags: new Uint8Array(column(({ flags }) => flags)),
    number: new Uint32Array(column(({ field }) => field.number)),
    bit: new Int32Array(column(({ bit }) => bit)),
    oneof: new Int32Array(column(({ oneof }) => oneof)),
    child: new Int32Array(column(({ field }) => field.message)),
    enum: new Int32Array(column(({ field }) => field.enum)),
    field: new Int32Array(column(({ feature }) => feature)),
    member: new Int32Array(column(({ member }) => member)),
  };
}

/** The wire types that a field's records may have, and how each is read. */
function formsOf(field: FieldTable): { tag: number; kind: number; flags: number }[] {
  const { number, type, repeated, optional, oneof } = field;
  const wireType = wireTypeOf(type);
  const packable = repeated && isPackable(type);
  const implicit = !repeated && !optional && oneof < 0 && type !== TYPE_MESSAGE;
  const flags = (implicit ? ENTRY_IMPLICIT : 0) | (packable ? ENTRY_UNPACKED : 0);
  const single = { tag: tagOf(number, wireType), kind: kindOf(type, wireType), flags };
  if (!packable) return [single];
  const kind = wireType === 0 ? KIND_PACKED : KIND_PACKED_FIXED;
  return [single, { tag: tagOf(number, WIRE_LEN), kind, flags: 0 }];
}

function kindOf(type: number, wireType: number): number {
  if (type === TYPE_MESSAGE) return KIND_MESSAGE;
  if (type === TYPE_ENUM) return KIND_ENUM;
  if (type === TYPE_BOOL) return KIND_NUMBER;
  return [KIND_NUMBER, KIND_FIXED64, KIND_BYTES, 0, 0, KIND_FIXED32][wireType] ?? KIND_NONE;
}
