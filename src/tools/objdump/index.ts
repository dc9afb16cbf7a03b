export { type ObjdumpOptions, type ObjdumpSummary, objdump, type RowTaker } from './objdump.js';
export { Row, type RowKind, type RowProblem } from './row.js';
