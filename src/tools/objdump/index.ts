export { type ObjdumpOptions, type ObjdumpSummary, objdump } from './objdump.js';
export { Row, type RowKind, type RowProblem } from './row.js';
export type { RowTaker } from './rows.js';
