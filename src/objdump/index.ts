export type { ShownRows } from './choice.js';
export { type ObjdumpOptions, type ObjdumpSummary, objdump, type RowTaker } from './objdump.js';
export {
  CUT_BITS,
  MARK_NAMES,
  NON_MINIMAL,
  OTHER_TYPE,
  OVERWRITES,
  REPEATED,
  Row,
  type RowKind,
  type RowProblem,
  UNKNOWN_FIELD,
} from './row.js';
export { hexOf, type ShownValue, shownValue } from './value.js';
