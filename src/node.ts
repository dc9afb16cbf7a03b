/**
 * Functions that need Node: sources for files, FIFOs and standard input; reports, settings and file searches
 * of the command.
 */
export { type ReleaseProblem, type ReleaseSelection, selectReleases } from './base/diagnostics/releases.js';
export { openFile, openForOnce } from './base/source/file.js';
export { nodeStreamSource, standardInputSource } from './base/source/node-stream.js';
export {
  type BaselineEntry,
  baselineEntry,
  baselineText,
  type FoundInFile,
  readBaseline,
} from './check/config/baseline.js';
export { type RunOptions, readSettings } from './check/config/read-settings.js';
export { FAIL_ON, type FailOn } from './check/config/vocabulary.js';
export { unreadable } from './check/validate/file-report.js';
export { nodeChecksums } from './check/validate/node-checksums.js';
export { validateFile } from './check/validate/validate-file.js';
export { type FolderSearch, type FolderSearchOptions, folderSearch } from './cli/folder-search.js';
export { openModel } from './read/model/open-file.js';
export { FORMATS, type Format, type ReportOptions, reporterOf } from './show/report/formats.js';
export type { Tool } from './show/report/json.js';
export { type Palette, PLAIN } from './show/report/palette.js';
export type { Excerpt, ReportedFile, Reporter, ReportPicture } from './show/report/reporter.js';
export { addressOf, TOOL, VERSION } from './show/report/tool.js';
