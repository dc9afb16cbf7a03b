import { fieldSince } from '../../base/schema/field-since.js';
import { valueSince } from '../../base/schema/since.js';
import { TYPE_ENUM, TYPE_STRING, wireTypeOf } from '../../base/schema/table.js';
import { hexOf } from '../../base/wire/bytes.js';
import { WIRE_TYPE_NAMES } from '../../base/wire/tag.js';
import { ElementWalk } from '../../read/outline/elements.js';
import { MESSAGE_ENTRY, PACKED, SCALAR } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { GROUP_CELL, UNREADABLE } from '../../read/outline/records.js';
import { typeNameOf } from '../../tools/diff/shown.js';
import { type FieldCount, fieldCounts } from './field-counts.js';
import type { Found } from './found.js';
import { type NumberReading, readingsOf } from './number-readings.js';
import { type Overwriting, overwritingOf } from './overwriting.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import { type PointedBytes, pointedBy } from './pointers.js';
import { summaryOf } from './summary.js';
import { numberText, textAt } from './value-text.js';

/** Limit for the bytes of a string that are shown. */
const MAX_TEXT = 64 * 1024;
/** Limit for the bytes of a blob that are shown, in hexadecimal. */
const MAX_HEX = 256;
const MAX_ELEMENTS = 200;

/** A field in the schema. */
export interface DetailField {
  /** Name in the schema. */
  readonly name: string;
  /** Number in the schema. */
  readonly number: number;
  /** `uint32`, `ProtoMDLContext`. */
  readonly type: string;
  /** True for a repeated field. */
  readonly isRepeated: boolean;
  /** Name of the field's oneof; null outside of oneofs. */
  readonly oneof: string | null;
  /** Message type that has the field. */
  readonly holder: string;
  /**
   * The first runtime release with this field; null if the specification has the field, or the release is
   * unknown.
   */
  readonly since: string | null;
}

/** Value of a part. */
export type DetailValue =
  /** A number. `text` follows the type in the schema; `readings` are interpretations as other types. */
  | {
      /** Kind of the value. */
      readonly kind: 'number';
      /** The value in the usual notation, not escaped. */
      readonly text: string;
      /** Interpretations of the same bytes as other types. */
      readonly readings: readonly NumberReading[];
    }
  /** A string, of which the first 64 KiB are read. */
  | {
      /** Kind of the value. */
      readonly kind: 'text';
      /** The value in the usual notation, not escaped. */
      readonly text: string;
      /** True if the value was cut. */
      readonly isCut: boolean;
      /** True if the given bytes are valid UTF-8. */
      readonly isUtf8: boolean;
    }
  /** Bytes, of which the first 256 are read. */
  | {
      /** Kind of the value. */
      readonly kind: 'bytes';
      /** The bytes, two digits each, without spaces. */
      readonly hex: string;
      /** True if the value was cut. */
      readonly isCut: boolean;
    }
  /** A packed list, of which the first 200 elements are read. */
  | {
      /** Kind of the value. */
      readonly kind: 'list';
      /** The elements of the list in the usual notation. */
      readonly elements: readonly string[];
      /** True if the list was cut. */
      readonly isCut: boolean;
    }
  /** A message, with the number of occurrences of each field in the part that was read. */
  | {
      /** Kind of the value. */
      readonly kind: 'message';
      /** The occurring fields, ascending by number. */
      readonly fields: readonly FieldCount[];
      /** True if the whole message was read. */
      readonly isWhole: boolean;
    }
  | {
      /** Kind of the value. */
      readonly kind: 'none';
    };

/** Details of a part. */
export interface Detail {
  /** The part itself. */
  readonly part: Part;
  /** The field of a record in the schema; null for other parts, and for an unknown field. */
  readonly field: DetailField | null;
  /** Name of the wire type, such as `VARINT`; null for parts other than records. */
  readonly wireType: string | null;
  /** Bytes of the tag, two digits each; null for a part without a tag. */
  readonly tag: string | null;
  /** Bytes of the length after the tag, two digits each; null for a part without a length. */
  readonly lengthBytes: string | null;
  /** The length that the record claims, if it exceeds the existing bytes; otherwise null. */
  readonly claimed: number | null;
  /** True if the tag, the length or the value is overlong. */
  readonly isNonMinimal: boolean;
  /** The first release with this value of an enum; null if unknown, and for other parts. */
  readonly valueSince: string | null;
  /** Value of the part. */
  readonly value: DetailValue;
  /** The bytes after the message to which the part points; null for a part that is not a pointer. */
  readonly pointed: PointedBytes | null;
  /**
   * A later record that makes this part ineffective; null if the search has found no such record within its
   * limits.
   */
  readonly overwritten: Overwriting | null;
}

export function* detailOf(tree: PartTree, chain: readonly Found[]): Reading<Detail> {
  const found = chain.at(-1) as Found;
  const { part, kind, field } = found;
  const { file } = tree;
  const head = yield* file.copy(part.offset, Math.min(part.valueOffset - part.offset, 20));
  const summary = yield* summaryOf(tree, found);
  const isRecord = part.kind === 'record';
  const isEnum = field?.type === TYPE_ENUM && kind === SCALAR;
  return {
    part: { ...part, ...summary },
    field: fieldOf(tree, found),
    wireType: part.wireType === null ? null : (WIRE_TYPE_NAMES[part.wireType] ?? null),
    tag: isRecord ? hexOf(head.subarray(0, found.tagLength)) : null,
    lengthBytes: isRecord && head.length > found.tagLength ? hexOf(head.subarray(found.tagLength)) : null,
    claimed: found.claimed > part.valueLength ? found.claimed : null,
    isNonMinimal: found.isNonMinimal,
    valueSince: isEnum ? (valueSince(typeNameOf(field, tree.schema), found.lo) ?? null) : null,
    value: yield* heldBy(tree, found),
    pointed: yield* pointedBy(tree, chain),
    overwritten: yield* overwritingOf(tree, chain),
  };
}

function fieldOf({ schema }: PartTree, { field, holder }: Found): DetailField | null {
  if (field === undefined || holder === undefined) return null;
  const { name, number, repeated } = field;
  const type = typeNameOf(field, schema);
  return {
    name,
    number,
    type,
    isRepeated: repeated,
    oneof: holder.oneofs[field.oneof]?.name ?? null,
    holder: holder.typeName,
    since: fieldSince(holder.typeName, number) ?? null,
  };
}

function* heldBy(tree: PartTree, found: Found): Reading<DetailValue> {
  const { part, kind, field, holder } = found;
  const { file, schema } = tree;
  const { valueOffset, valueLength } = part;
  if (kind === SCALAR) {
    const wireType = part.wireType ?? (field === undefined ? 0 : wireTypeOf(field.type));
    const text = numberText(field, holder, wireType, found, schema);
    const readings = readingsOf(field?.type, wireType, found).filter((reading) => reading.text !== text);
    return { kind: 'number', text, readings };
  }
  if (kind === MESSAGE_ENTRY || kind === GROUP_CELL) return yield* fieldCounts(tree, found);
  if (kind === PACKED && field !== undefined) {
    const end = valueOffset + valueLength;
    const walk = new ElementWalk(file, end, field.type, { offset: valueOffset, ordinal: 0 });
    const elements: string[] = [];
    while (elements.length < MAX_ELEMENTS && (yield* walk.next()) && walk.problem === null) {
      elements.push(numberText(field, holder, null, walk, schema));
    }
    return { kind: 'list', elements, isCut: walk.at < end || walk.problem !== null };
  }
  if (field?.type === TYPE_STRING && kind !== UNREADABLE) {
    return { kind: 'text', ...(yield* textAt(file, valueOffset, valueLength, MAX_TEXT)) };
  }
  if (kind < 0 && part.hasChildren) return { kind: 'none' };
  const bytes = yield* file.copy(valueOffset, Math.min(valueLength, MAX_HEX));
  return { kind: 'bytes', hex: hexOf(bytes), isCut: bytes.length < valueLength };
}
