export { BLOB, type Entry, entriesOf, MESSAGE, PACKED, SCALAR } from './entries.js';
export { Tape } from './reader.js';
export {
  BYTES,
  END,
  ENTER,
  LEAVE,
  MAX_WHOLE_PAYLOAD,
  MORE,
  PROBLEM,
  type Step,
  type TapeOptions,
  UNKNOWN,
  VALUE,
} from './step.js';
