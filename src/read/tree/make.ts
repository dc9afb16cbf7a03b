/** Makes records in the shortest encoding. The records do not belong to a message until they are inserted. */
import { fieldByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type FieldTable,
  type SchemaTables,
  TYPE_DOUBLE,
  TYPE_FLOAT,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  wireTypeOf,
} from '../../base/schema/table.js';
import {
  fieldNumberOf,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import { MessageNode } from './message.js';
import { openerOf, recordKindOf } from './parse.js';
import { RecordNode } from './record.js';

/** A value as schemas know it. */
export type Scalar = number | bigint | boolean | string | Uint8Array;

/** Makes a record of a known scalar field, a string or bytes. Negative numbers are two's complement. */
export function scalarRecord(field: FieldTable, value: Scalar, schema: SchemaTables = MDL): RecordNode {
  const wireType = wireTypeOf(field.type);
  if (wireType === WIRE_LEN) return bytesRecord(field, bytesOf(field, value), schema);
  return bitsRecord(field, wireType, bitsOf(field, value), schema);
}

/** Makes a VARINT, I32 or I64 record of any field, known or not. */
export function bitsRecord(
  field: FieldTable | number,
  wireType: number,
  bits: bigint,
  schema: SchemaTables = MDL,
): RecordNode {
  const [number, known] = numbered(field);
  const kind = { field: known, number, wireType, open: openerOf(schema) };
  switch (wireType) {
    case WIRE_VARINT:
      return new RecordNode(kind, { kind: 'varint', bits });
    case WIRE_I32:
      return new RecordNode(kind, { kind: 'i32', bits });
    case WIRE_I64:
      return new RecordNode(kind, { kind: 'i64', bits });
    default:
      throw new Error(`a record of wire type ${wireType} has no bits`);
  }
}

/** Makes a LEN record of these bytes. The bytes of a message field are not parsed. */
export function bytesRecord(
  field: FieldTable | number,
  bytes: Uint8Array,
  schema: SchemaTables = MDL,
): RecordNode {
  const [number, known] = numbered(field);
  const kind = { field: known, number, wireType: WIRE_LEN, open: openerOf(schema) };
  return new RecordNode(kind, { kind: 'bytes', bytes });
}

export function messageRecord(
  field: FieldTable,
  records: readonly RecordNode[] = [],
  schema: SchemaTables = MDL,
): RecordNode {
  const message = new MessageNode(schema, schema.messages[field.message], new Uint8Array(0));
  if (records.length > 0) message.append(...records);
  const kind = { field, number: field.number, wireType: WIRE_LEN, open: openerOf(schema) };
  return new RecordNode(kind, { kind: 'message', message });
}

/** Makes a group, which is an unknown field even with the number of a known field. */
export function groupRecord(
  number: number,
  records: readonly RecordNode[] = [],
  schema: SchemaTables = MDL,
): RecordNode {
  const message = new MessageNode(schema, undefined, new Uint8Array(0));
  if (records.length > 0) message.append(...records);
  const kind = { field: undefined, number, wireType: WIRE_SGROUP, open: openerOf(schema) };
  return new RecordNode(kind, { kind: 'group', message });
}

/** Makes a record for a message from its complete bytes, which begin with `tag`. */
export function rawRecord(message: MessageNode, tag: number, raw: Uint8Array): RecordNode {
  if (fieldNumberOf(tag) === 0) throw new Error('field number 0');
  return new RecordNode(recordKindOf(message, tag), raw);
}

/**
 * Sets a field of a message to a value: in the field's last record, or, if it has no record, in a new record
 * at the position where an encoder would write it, in the order of field numbers.
 */
export function setField(message: MessageNode, name: string, value: Scalar): RecordNode {
  const field = message.fieldTable(name);
  const made = scalarRecord(field, value, message.schema);
  const old = message.field(name);
  if (old === undefined) message.insert(placeFor(message, field.number), made);
  else message.replace(old, made);
  return made;
}

/**
 * Returns the index where an encoder would put another record of this number: after all records whose number
 * is not greater.
 */
export function placeFor(message: MessageNode, number: number): number {
  let at = message.count;
  while (at > 0 && message.kindAt(at - 1).number > number) at--;
  return at;
}

/** Returns the message at the end of a chain of singular message fields; creates missing messages. */
export function ensureMessage(message: MessageNode, ...names: readonly string[]): MessageNode {
  let at = message;
  for (const name of names) {
    const field = at.fieldTable(name);
    let inner = at.inner(name);
    if (inner === undefined) {
      const record = messageRecord(field, [], at.schema);
      at.insert(placeFor(at, field.number), record);
      inner = record.message as MessageNode;
    }
    at = inner;
  }
  return at;
}

export function bitsOf(field: FieldTable, value: Scalar): bigint {
  if (field.type === TYPE_FLOAT || field.type === TYPE_DOUBLE) return floatBits(Number(value), field.type);
  if (typeof value === 'string' || value instanceof Uint8Array) throw new Error(`${field.name} is a number`);
  const whole = BigInt(value);
  if (field.type === TYPE_SINT32 || field.type === TYPE_SINT64) {
    return BigInt.asUintN(64, (whole << 1n) ^ (whole >> 63n));
  }
  return BigInt.asUintN(wireTypeOf(field.type) === WIRE_I32 ? 32 : 64, whole);
}

/**
 * Returns the field of a message type by their names.
 * @throws Error if the schema has no such field, which is a bug
 */
export function fieldOfType(typeName: string, name: string, schema: SchemaTables = MDL): FieldTable {
  const table = schema.messages.find((message) => message.typeName === typeName);
  const field = table === undefined ? undefined : fieldByName(table, name);
  if (field === undefined) throw new Error(`no field ${name} of ${typeName}`);
  return field;
}

const scratch = new DataView(new ArrayBuffer(8));
const encoder = new TextEncoder();

function floatBits(value: number, type: number): bigint {
  if (type === TYPE_DOUBLE) {
    scratch.setFloat64(0, value);
    return scratch.getBigUint64(0);
  }
  scratch.setFloat32(0, value);
  return BigInt(scratch.getUint32(0));
}

function bytesOf(field: FieldTable, value: Scalar): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (field.type === TYPE_STRING && typeof value === 'string') return encoder.encode(value);
  throw new Error(`${field.name} is no ${typeof value}`);
}

function numbered(field: FieldTable | number): [number, FieldTable | undefined] {
  return typeof field === 'number' ? [field, undefined] : [field.number, field];
}
