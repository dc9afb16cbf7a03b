export { type Assembled, type AssembleOptions, assemble } from './assemble.js';
export type { BlobReader } from './blob-input.js';
export { type BlobStore, BYTES_MODES, type BytesMode } from './blobs.js';
export { type FileDifference, firstDifference } from './compare-files.js';
export { DUMP_FORMATS, type Dumped, type DumpFormat, type DumpOptions, dump, dumpText } from './dump.js';
export { LINE_UNITS, type LineUnit } from './lines.js';
export type { DumpProblem } from './problems.js';
export { TEXT_FORMS, type TextForm } from './text-form.js';
