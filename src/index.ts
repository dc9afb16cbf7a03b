/**
 * The library's core, for every runtime: opening and validating what is in memory, in a stream, or behind
 * any other `Source`. Files are in `protomdl/node`, blobs and HTTP in `protomdl/browser`.
 */
export type {
  Checksum,
  ChecksumAlgorithm,
  ChecksumProvider,
  ClaimedSize,
  ContainerVersion,
  Detection,
  Frame,
  FramingMode,
  HeaderField,
  HeaderFieldName,
  HeaderForm,
  HeaderProblem,
} from './container/index.js';
export {
  type Catalogue,
  type CodeInfo,
  type CodeText,
  RELEASES,
  type Release,
  type Stage,
  textOf,
} from './diagnostics/catalogue.js';
export type { CodeTotal } from './diagnostics/collector.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export { isProtomdlError, ProtomdlError } from './diagnostics/error.js';
export type { KnownFindings, Level, PathIgnore, Policy } from './diagnostics/policy.js';
export { SEVERITIES, type Severity } from './diagnostics/severity.js';
export type { Related, Span } from './diagnostics/span.js';
export * from './model/index.js';
export { summarize } from './model/summarize.js';
export type * from './model/summary.js';
export { CATALOGUE } from './rules/index.js';
export type { Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './runtime/index.js';
export type { EnumTable, FieldTable, MessageTable, OneofTable, SchemaTables } from './schema/table.js';
export type { ClosableSource } from './source/closable.js';
export { type Input, sourceOf } from './source/input.js';
export { type MemoryContent, memorySource } from './source/memory.js';
export type { Source } from './source/source.js';
export { type ByteStream, type ReadableBytes, streamSource } from './source/stream.js';
export type { ChecksumState, FileReport, ValidateOptions, Verdict } from './validate/file-report.js';
export { namedBy } from './validate/named-by.js';
export { type EngineOptions, validate } from './validate/validate.js';
