/** What needs Node: files, FIFOs, standard input; and the reports, settings and searches of the command. */
export { type FolderSearch, type FolderSearchOptions, folderSearch } from './cli/folder-search.js';
export { type BaselineEntry, baselineEntry, baselineText, readBaseline } from './config/baseline.js';
export { readSettings } from './config/read-settings.js';
export type { RunOptions } from './config/run-options.js';
export { FAIL_ON, type FailOn } from './config/vocabulary.js';
export { FORMATS, type Format, type ReportOptions, reporterOf } from './report/formats.js';
export type { Tool } from './report/json.js';
export { type Palette, PLAIN } from './report/palette.js';
export type { Excerpt, ReportedFile, Reporter, ReportPicture } from './report/reporter.js';
export { TOOL, VERSION } from './report/tool.js';
export { openFile, openForOnce } from './source/file.js';
export { nodeStreamSource, standardInputSource } from './source/node-stream.js';
export { nodeChecksumsFor } from './validate/node-checksums.js';
export { unreadable } from './validate/unreadable.js';
export { validateFile } from './validate/validate-file.js';
