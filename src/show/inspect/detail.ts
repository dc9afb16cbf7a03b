import { fieldSince, valueSince } from '../../base/schema/since.js';
import { TYPE_ENUM, TYPE_STRING, wireTypeOf } from '../../base/schema/table.js';
import { hexOf } from '../../base/wire/bytes.js';
import { WIRE_TYPE_NAMES } from '../../base/wire/tag.js';
import { typeNameOf } from '../../tools/diff/shown.js';
import { type FieldCount, fieldCounts } from './field-counts.js';
import type { Found } from './found.js';
import { type NumberReading, readingsOf } from './number-readings.js';
import { type Overwriting, overwritingOf } from './overwriting.js';
import { ElementWalk } from './packed-elements.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import { type PointedBytes, pointedBy } from './pointers.js';
import type { Reading } from './reading.js';
import { GROUP, MESSAGE, NUMBER, PACKED, UNREADABLE } from './record-head.js';
import { summaryOf } from './summary.js';
import { numberText, textAt } from './value-text.js';

/** Bytes of a string that are shown. */
const MAX_TEXT = 64 * 1024;
/** Bytes of a blob that are shown, in hexadecimal. */
const MAX_HEX = 256;
const MAX_ELEMENTS = 200;

/** What the schema says about a field. */
export interface DetailField {
  /** As the schema spells it. */
  readonly name: string;
  /** As the schema has it. */
  readonly number: number;
  /** `uint32`, `ProtoMDLContext`. */
  readonly type: string;
  /** Whether it is a list. */
  readonly isRepeated: boolean;
  /** Name of the oneof that it is a member of. */
  readonly oneof: string | null;
  /** Type of the message that it is a field of. */
  readonly holder: string;
  /** The runtime release that first had it; null where the specification has it, or it is not known. */
  readonly since: string | null;
}

/** What a part holds. */
export type DetailValue =
  /** `text` as the schema means it; then the other ways to read it. */
  | {
      /** What sort of value it is. */
      readonly kind: 'number';
      /** The value as people write it. Not escaped. */
      readonly text: string;
      /** The same bytes as other types. */
      readonly readings: readonly NumberReading[];
    }
  /** The first 64 KiB. */
  | {
      /** What sort of value it is. */
      readonly kind: 'text';
      /** The value as people write it. Not escaped. */
      readonly text: string;
      /** Whether there is more than is given. */
      readonly isCut: boolean;
      /** Whether the bytes that are given are UTF-8. */
      readonly isUtf8: boolean;
    }
  /** The first 256 of them, two digits each. */
  | {
      /** What sort of value it is. */
      readonly kind: 'bytes';
      /** Two digits a byte, without spaces. */
      readonly hex: string;
      /** Whether there is more than is given. */
      readonly isCut: boolean;
    }
  /** The first 200 elements. */
  | {
      /** What sort of value it is. */
      readonly kind: 'list';
      /** The elements as people write them. */
      readonly elements: readonly string[];
      /** Whether there is more than is given. */
      readonly isCut: boolean;
    }
  /** How often each field is in it, as far as that was gone through. */
  | {
      /** What sort of value it is. */
      readonly kind: 'message';
      /** Fields that are there, ascending by number. */
      readonly fields: readonly FieldCount[];
      /** Whether all of the message was gone through. */
      readonly isWhole: boolean;
    }
  | {
      /** What sort of value it is. */
      readonly kind: 'none';
    };

/** Everything about a part. */
export interface Detail {
  /** What it is about. */
  readonly part: Part;
  /** The field of a record; null of what is no record, or that the schema does not have. */
  readonly field: DetailField | null;
  /** `VARINT`; null of what is no record. */
  readonly wireType: string | null;
  /** The bytes of the tag, and of the length after it, two digits each; null where there are none. */
  readonly tag: string | null;
  /** Bytes of the length after the tag, two digits each; null where there are none. */
  readonly lengthBytes: string | null;
  /** Bytes that the length claims, where there are fewer. */
  readonly claimed: number | null;
  /** Whether tag, length or number have more bytes than they need. */
  readonly isNonMinimal: boolean;
  /** The release that first had the value of an enum. */
  readonly valueSince: string | null;
  /** What it holds. */
  readonly value: DetailValue;
  /** The bytes after the message that it points to; null of what is no pointer. */
  readonly pointed: PointedBytes | null;
  /** What makes it count for nothing; null where there is no such thing, or none near enough to be found. */
  readonly overwritten: Overwriting | null;
}

/** All about the last part of a chain. */
export function* detailOf(tree: PartTree, chain: readonly Found[]): Reading<Detail> {
  const found = chain.at(-1) as Found;
  const { part, kind, field } = found;
  const { file } = tree;
  const head = yield* file.copy(part.offset, Math.min(part.valueOffset - part.offset, 20));
  const summary = yield* summaryOf(tree, found);
  const isRecord = part.kind === 'record';
  const isEnum = field?.type === TYPE_ENUM && kind === NUMBER;
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
  if (kind === NUMBER) {
    const wireType = part.wireType ?? (field === undefined ? 0 : wireTypeOf(field.type));
    const text = numberText(field, holder, wireType, found, schema);
    const readings = readingsOf(field?.type, wireType, found).filter((reading) => reading.text !== text);
    return { kind: 'number', text, readings };
  }
  if (kind === MESSAGE || kind === GROUP) return yield* fieldCounts(tree, found);
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
