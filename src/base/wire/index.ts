export { Cursor } from './cursor.js';
export * from './limits.js';
export {
  BAD_TYPE,
  CUT,
  OK,
  OVERFLOW,
  TOO_DEEP,
  type WireProblem,
  ZERO_FIELD,
} from './problem.js';
export {
  fieldNumberOf,
  tagOf,
  tagWireType as wireTypeOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_TYPE_NAMES,
  WIRE_VARINT,
} from './tag.js';
export { decodeUtf8, isUtf8, UTF8_BAD, UTF8_START, utf8Step } from './utf8.js';
export { doubleOf, floatOf, int64Of, numberOf, sint32Of, sint64Of, uint64Of } from './value.js';
