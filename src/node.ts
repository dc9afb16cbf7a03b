/** What needs Node: files, FIFOs, standard input; and the reports and settings of the command. */
export { readSettings } from './config/read-settings.js';
export type { RunOptions } from './config/run-options.js';
export { FAIL_ON, type FailOn } from './config/vocabulary.js';
export { FORMATS, type Format, type ReportOptions, reporterOf } from './report/formats.js';
export type { Tool } from './report/json.js';
export { type Palette, PLAIN } from './report/palette.js';
export type { Excerpt, ReportedFile, Reporter } from './report/reporter.js';
export { TOOL, VERSION } from './report/tool.js';
export { openFile } from './source/file.js';
export { nodeStreamSource, standardInputSource } from './source/node-stream.js';
export { nodeChecksumsFor } from './validate/node-checksums.js';
export { unreadable } from './validate/unreadable.js';
export { validateFile } from './validate/validate-file.js';
