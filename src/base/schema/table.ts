/**
 * Schema data for readers of a proto3 schema. The tables are plain data that is derived from a descriptor
 * (`derive.ts`). Readers use only these tables, so that readers support any proto3 schema.
 */

// The numbers of google.protobuf.FieldDescriptorProto.Type (descriptor.proto).
export const TYPE_DOUBLE = 1;
export const TYPE_FLOAT = 2;
export const TYPE_INT64 = 3;
export const TYPE_UINT64 = 4;
export const TYPE_INT32 = 5;
export const TYPE_FIXED64 = 6;
export const TYPE_FIXED32 = 7;
export const TYPE_BOOL = 8;
export const TYPE_STRING = 9;
export const TYPE_MESSAGE = 11;
export const TYPE_BYTES = 12;
export const TYPE_UINT32 = 13;
export const TYPE_ENUM = 14;
export const TYPE_SFIXED32 = 15;
export const TYPE_SFIXED64 = 16;
export const TYPE_SINT32 = 17;
export const TYPE_SINT64 = 18;

/** One field of a message. */
export interface FieldTable {
  /** Number on the wire: 1 to 2^29 - 1. */
  readonly number: number;
  /** Name in the schema's spelling, which paths use. */
  readonly name: string;
  /** Name in lowerCamelCase, as in typed views and in the generated codec. */
  readonly localName: string;
  /** Type of the field: a TYPE_ constant. */
  readonly type: number;
  /** True if the field is a list or a map. */
  readonly repeated: boolean;
  /**
   * True for a scalar with explicit presence (`optional`). Messages and oneof members always have presence.
   */
  readonly optional: boolean;
  /**
   * Index into `SchemaTables.messages` for TYPE_MESSAGE, otherwise -1. For a map field, the index of its
   * entry message.
   */
  readonly message: number;
  /** Index into `SchemaTables.enums` for TYPE_ENUM, otherwise -1. */
  readonly enum: number;
  /** Index into `MessageTable.oneofs`, or -1. Synthetic oneofs of `optional` are left out. */
  readonly oneof: number;
}

/** A real oneof: its name, and the numbers of its members. */
export interface OneofTable {
  /** Name in the schema's spelling. */
  readonly name: string;
  /** Name in lowerCamelCase, as in typed views. */
  readonly localName: string;
  /** Numbers of the member fields, in ascending order. */
  readonly members: readonly number[];
}

/** A message type. */
export interface MessageTable {
  /** Index in `SchemaTables.messages`. */
  readonly index: number;
  /** Fully qualified name, without a leading dot. */
  readonly typeName: string;
  /** Fields in ascending order of their numbers. */
  readonly fields: readonly FieldTable[];
  /** Oneofs in the order of the schema. */
  readonly oneofs: readonly OneofTable[];
  /** True if this is the synthetic entry of a map field (key = 1, value = 2). */
  readonly mapEntry: boolean;
}

/** An enumeration. */
export interface EnumTable {
  /** Fully qualified name, without a leading dot. */
  readonly typeName: string;
  /** Values in the order of the schema. Several names may have the same number. */
  readonly values: readonly {
    /** Number on the wire. */
    readonly number: number;
    /** Name in the schema's spelling. */
    readonly name: string;
  }[];
}

/** A proto3 schema, as readers use it. */
export interface SchemaTables {
  /** Message types; index 0 is the root message. */
  readonly messages: readonly MessageTable[];
  /** Enumerations, to which fields refer by index. */
  readonly enums: readonly EnumTable[];
}

/** Returns the wire type of a single value of this type (packed lists are LEN). */
export function wireTypeOf(type: number): number {
  switch (type) {
    case TYPE_DOUBLE:
    case TYPE_FIXED64:
    case TYPE_SFIXED64:
      return 1;
    case TYPE_FLOAT:
    case TYPE_FIXED32:
    case TYPE_SFIXED32:
      return 5;
    case TYPE_STRING:
    case TYPE_BYTES:
    case TYPE_MESSAGE:
      return 2;
    default:
      return 0;
  }
}

/** True if a repeated field of this type may be packed. */
export function isPackable(type: number): boolean {
  return wireTypeOf(type) !== 2;
}

/** True if a field equal to 0 or empty is the same as an absent one. */
export function isImplicit({ type, repeated, optional, oneof }: FieldTable): boolean {
  return type !== TYPE_MESSAGE && !repeated && !optional && oneof < 0;
}

/** Joins a path and one more step. Either may be empty: the root's path, or the step to a message itself. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}.${step}`;
}

/**
 * Returns the step to a field, as reports write it: `contexts[2]` for an element of a list, `#7` for an
 * unknown field.
 */
export function pathStep(field: FieldTable | undefined, number: number, index: number): string {
  if (field === undefined) return `#${number}`;
  return field.repeated ? `${field.name}[${index}]` : field.name;
}
