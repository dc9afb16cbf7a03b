/** What needs Node: files, FIFOs, standard input; and the reports that the command writes. */
export { FAIL_ON, type FailOn } from './config/vocabulary.js';
export { FORMATS, type Format, type ReportOptions, reporterOf } from './report/formats.js';
export type { Tool } from './report/json.js';
export { type Palette, PLAIN } from './report/palette.js';
export type { Excerpt, ReportedFile, Reporter } from './report/reporter.js';
export { TOOL } from './report/tool.js';
export { openFile } from './source/file.js';
export { nodeStreamSource, standardInputSource } from './source/node-stream.js';
export { nodeChecksumsFor } from './validate/node-checksums.js';
export { validateFile } from './validate/validate-file.js';
