/**
 * The library's core, for every runtime: functions that open and validate models in memory, in a stream, or
 * in any other `Source`. Sources for files are in `protomdl/node`, sources for blobs and HTTP in
 * `protomdl/browser`.
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
} from './base/container/index.js';
export {
  type Catalogue,
  type CodeDescription,
  type CodeInfo,
  type CodeText,
  codeText as textOf,
  RELEASES,
  type Release,
  type Stage,
} from './base/diagnostics/catalogue.js';
export type { Code } from './base/diagnostics/code.gen.js';
export type { CodeTotal } from './base/diagnostics/collector.js';
export {
  type Diagnostic,
  type Related,
  SEVERITIES,
  type Severity,
  type Span,
} from './base/diagnostics/diagnostic.js';
export { isProtomdlError, ProtomdlError } from './base/diagnostics/error.js';
export type { KnownFindings } from './base/diagnostics/fingerprint.js';
export type { PathIgnore, Policy, PolicyLevel as Level } from './base/diagnostics/policy.js';
export type { EnumTable, FieldTable, MessageTable, OneofTable, SchemaTables } from './base/schema/table.js';
export { type Input, sourceOf } from './base/source/input.js';
export { type MemoryContent, memorySource } from './base/source/memory.js';
export type { ClosableSource, Source } from './base/source/source.js';
export { type ByteStream, type ReadableBytes, streamSource } from './base/source/stream.js';
export { CATALOGUE } from './check/rules/index.js';
export type { FileUse, Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './check/runtime/index.js';
export {
  type ChecksumState,
  type FileReport,
  namedBy,
  type ValidateOptions,
  type Verdict,
} from './check/validate/file-report.js';
export { type EngineOptions, validate } from './check/validate/validate.js';
export * from './read/model/index.js';
export {
  type BoxDecoder,
  type DecoderStream,
  type DeviceNms,
  type GroupStreams,
  type HardwareStream,
  type ImageSize,
  type MaskDecoder,
  type ModelStreams,
  type NmsOutput,
  type PostProcessing,
  type PostProcessingKind,
  type PostProcessingNms,
  type SsdBoxes,
  STREAM_RELEASES,
  type StreamQuantization,
  type StreamRelease,
  type VirtualStream,
} from './read/model/streams/stream-info.js';
export { type StreamOptions, Streams, streams } from './read/model/streams/streams.js';
export { summarize } from './read/model/summarize.js';
export type * from './read/model/summary.js';
export type { WholeNumber } from './read/model/whole-number.js';
