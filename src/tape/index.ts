export { BLOB, type Entry, entriesOf, MESSAGE, PACKED, SCALAR } from './entries.js';
export {
  BYTES,
  END,
  ENTER,
  LEAVE,
  MAX_WHOLE_PAYLOAD,
  MORE,
  PROBLEM,
  type Step,
  Tape,
  type TapeOptions,
  UNKNOWN,
  VALUE,
} from './reader.js';
