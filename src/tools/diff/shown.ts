import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  type SchemaTables,
  TYPE_BOOL,
  TYPE_BYTES,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FIXED32,
  TYPE_FIXED64,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_MESSAGE,
  TYPE_SFIXED32,
  TYPE_SFIXED64,
  TYPE_SINT32,
  TYPE_SINT64,
  TYPE_STRING,
  TYPE_UINT32,
  TYPE_UINT64,
} from '../../base/schema/table.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { FORMAT_NAMES } from '../../read/model/streams.js';
import { shownNumber } from '../../read/outline/values.js';
import type { Shown } from './change.js';
import type { Segment } from './content.js';

/** Maximum number of bytes of a string that are shown. */
const MAX_TEXT = 256;

const NOTHING: Shown = { value: null, name: null, bytes: null, hash: null, label: null };

/**
 * Fields whose numbers have a meaning that their type does not express, each with the function that names a
 * number.
 */
const CODES: Readonly<Record<string, (code: number, schema: SchemaTables) => string | undefined>> = {
  'ProtoMDLEdgeLayerBase.format': (code) => FORMAT_NAMES[code],
  'ProtoMDLExtension.type_index': extensionName,
  'ProtoMDLOptionalExtension.type_index': extensionName,
};

const TYPE_NAMES: Readonly<Record<number, string>> = {
  [TYPE_DOUBLE]: 'double',
  [TYPE_FLOAT]: 'float',
  [TYPE_INT64]: 'int64',
  [TYPE_UINT64]: 'uint64',
  [TYPE_INT32]: 'int32',
  [TYPE_FIXED64]: 'fixed64',
  [TYPE_FIXED32]: 'fixed32',
  [TYPE_BOOL]: 'bool',
  [TYPE_STRING]: 'string',
  [TYPE_BYTES]: 'bytes',
  [TYPE_UINT32]: 'uint32',
  [TYPE_SFIXED32]: 'sfixed32',
  [TYPE_SFIXED64]: 'sfixed64',
  [TYPE_SINT32]: 'sint32',
  [TYPE_SINT64]: 'sint64',
};

export function typeNameOf(field: FieldTable, schema: SchemaTables): string {
  if (field.type === TYPE_MESSAGE) return schema.messages[field.message]?.typeName ?? 'message';
  if (field.type === TYPE_ENUM) return schema.enums[field.enum]?.typeName ?? 'enum';
  return TYPE_NAMES[field.type] ?? 'unknown';
}

export function shownScalar(
  typeName: string,
  field: FieldTable,
  lo: number,
  hi: number,
  schema: SchemaTables,
): Shown {
  const { value, name = null } = shownNumber(field, null, { lo, hi }, schema);
  const code = field.enum < 0 ? CODES[`${typeName}.${field.name}`]?.(lo, schema) : undefined;
  return { ...NOTHING, value, name: code ?? name };
}

/** Describes a string or bytes; bytes only by their size. */
export function segmentText(field: FieldTable | undefined, segment: Segment | undefined): Shown {
  const bytes = segment?.length ?? 0;
  if (field?.type !== TYPE_STRING) return { ...NOTHING, bytes };
  if (segment === undefined) return { ...NOTHING, value: '', bytes };
  const cut = segment.part(segment.offset, Math.min(segment.length, MAX_TEXT)).bytes;
  const text = decodeUtf8(cut, 0, cut.length);
  return { ...NOTHING, value: bytes > MAX_TEXT ? `${text}…` : text, bytes };
}

export function shownMessage(bytes: number, label: string | null): Shown {
  return { ...NOTHING, bytes, label };
}

/** Describes a value outside of the message. */
export function changedValue(value: number | string): Shown {
  return { ...NOTHING, value };
}

export { NOTHING };

function extensionName(code: number, schema: SchemaTables): string | undefined {
  const table = enumByName(schema, 'ProtoMDLExtensionType');
  return table === undefined ? undefined : enumValueName(table, code);
}
