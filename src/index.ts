/**
 * The library's core, for every runtime: opening and validating models in memory, in a stream, or in
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
} from './base/container/index.js';
export {
  type Catalogue,
  type CodeDescription,
  type CodeInfo,
  type CodeText,
  RELEASES,
  type Release,
  type Stage,
  textOf,
} from './base/diagnostics/catalogue.js';
export type { Code } from './base/diagnostics/code.gen.js';
export type { CodeTotal } from './base/diagnostics/collector.js';
export type { Diagnostic } from './base/diagnostics/diagnostic.js';
export { isProtomdlError, ProtomdlError } from './base/diagnostics/error.js';
export type { KnownFindings } from './base/diagnostics/known-findings.js';
export type { Level, PathIgnore, Policy } from './base/diagnostics/policy.js';
export { SEVERITIES, type Severity } from './base/diagnostics/severity.js';
export type { Related, Span } from './base/diagnostics/span.js';
export type { EnumTable, FieldTable, MessageTable, OneofTable, SchemaTables } from './base/schema/table.js';
export type { ClosableSource } from './base/source/closable.js';
export { type Input, sourceOf } from './base/source/input.js';
export { type MemoryContent, memorySource } from './base/source/memory.js';
export type { Source } from './base/source/source.js';
export { type ByteStream, type ReadableBytes, streamSource } from './base/source/stream.js';
export { CATALOGUE } from './check/rules/index.js';
export type { FileUse, Reason, RuntimeVerdict, RuntimeVerdicts, StatusName } from './check/runtime/index.js';
export type { ChecksumState, FileReport, ValidateOptions, Verdict } from './check/validate/file-report.js';
export { namedBy } from './check/validate/named-by.js';
export { type EngineOptions, validate } from './check/validate/validate.js';
export * from './read/model/index.js';
export type {
  BoxDecoder,
  DecoderStream,
  DeviceNms,
  GroupStreams,
  HardwareStream,
  ImageSize,
  MaskDecoder,
  ModelStreams,
  NmsOutput,
  PostProcessing,
  PostProcessingKind,
  PostProcessingNms,
  SsdBoxes,
  StreamQuantization,
  StreamRelease,
  VirtualStream,
} from './read/model/streams/stream-info.js';
export { STREAM_RELEASES } from './read/model/streams/stream-info.js';
export { type StreamOptions, Streams, streams } from './read/model/streams/streams.js';
export { summarize } from './read/model/summarize.js';
export type * from './read/model/summary.js';
export type { WholeNumber } from './read/model/whole-number.js';
