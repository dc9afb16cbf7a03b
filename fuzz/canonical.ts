/** The canonical form of a message by protobuf's own codec: the expected output of `canonicalize`. */
import { fromBinary, isMessage, type Message, toBinary } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { ProtoMDLMdlSchema } from '../src/generated/mdl_pb.js';
import { detect } from '../test/edge/deviations.js';
import { hasByteOrderMark } from './byte-order-mark.js';

export interface Canonical {
  readonly bytes: Uint8Array;
  /**
   * True if the codec keeps all bits of a message. The codec drops byte order marks, and the payloads of NaN
   * floats.
   */
  readonly isExact: boolean;
  readonly hasUnknown: boolean;
}

/** True if protobuf-es is a valid oracle: where it deviates from libprotobuf, its answers prove nothing. */
export function canBeAsked(message: Uint8Array): boolean {
  return detect(message, ProtoMDLMdlSchema).deviations.size === 0;
}

/** @throws the codec's error for a message that it refuses */
export function canonicalOf(message: Uint8Array): Canonical {
  const root = fromBinary(ProtoMDLMdlSchema, message);
  const found = { hasUnknown: false, hasNaN: false };
  visit(root, found);
  return {
    bytes: toBinary(ProtoMDLMdlSchema, root),
    isExact: !found.hasNaN && !hasByteOrderMark(message),
    hasUnknown: found.hasUnknown,
  };
}

/** Encodes unknown fields in the fewest bytes, because the codec keeps their original encoding. */
function visit(value: unknown, found: { hasUnknown: boolean; hasNaN: boolean }): void {
  if (Number.isNaN(value)) found.hasNaN = true;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (isMessage(value)) {
    const message: Message = value;
    if (message.$unknown !== undefined) {
      found.hasUnknown ||= message.$unknown.length > 0;
      message.$unknown = message.$unknown.map((field) => ({ ...field, data: shortest(field) }));
    }
  }
  for (const [key, inner] of Object.entries(value)) if (key !== '$unknown') visit(inner, found);
}

function shortest({ wireType, data }: { wireType: WireType; data: Uint8Array }): Uint8Array {
  const writer = new BinaryWriter();
  copyValue(new BinaryReader(data), wireType, writer);
  return writer.finish();
}

function copyValue(reader: BinaryReader, wireType: WireType, writer: BinaryWriter): void {
  if (wireType === WireType.Varint) writer.uint64(reader.uint64());
  else if (wireType === WireType.Bit32) writer.fixed32(reader.fixed32());
  else if (wireType === WireType.Bit64) writer.fixed64(reader.fixed64());
  else if (wireType === WireType.LengthDelimited) writer.bytes(reader.bytes());
  else copyGroup(reader, writer);
}

function copyGroup(reader: BinaryReader, writer: BinaryWriter): void {
  for (;;) {
    const [number, wireType] = reader.tag();
    writer.tag(number, wireType);
    if (wireType === WireType.EndGroup) return;
    copyValue(reader, wireType, writer);
  }
}
