export {
  type Checksum,
  type ChecksumAlgorithm,
  type ChecksumProvider,
  wasmChecksums,
} from './checksum.js';
export { type ChecksumJob, type ChecksumResult, ChecksumRun, checksumJobs } from './checksum-jobs.js';
export {
  DETECT_BYTES,
  type Detection,
  detectFraming,
  type FramingMode,
  type HeaderProblem,
  LOOKALIKE_BYTES,
  settleFrame,
} from './detect.js';
export { judgeLength, type LengthVerdict } from './equation.js';
export {
  type ContainerVersion,
  encodeHeader,
  type HeaderField,
  type HeaderFieldName,
  type HeaderForm,
  headerSizeOf,
  isContainerVersion,
  MAGIC,
  MAX_HEADER_BYTES,
} from './header.js';
export {
  decodeFrame,
  type Frame,
  fieldOf,
  messageSpan,
  paddingSpan,
  type Section,
  type SectionName,
  sectionsOf,
} from './layout.js';
export { findNonzeroPadding, PaddingScan } from './padding.js';
export { type Reach, reachOf } from './reach.js';
export { type ClaimedSize, printSize } from './size.js';
export { partsOf, type TakenApart, takeApart } from './take-apart.js';
export { encodeFrame, type FrameParts, framePieces, paddingFor, ZERO_POINT_ALIGNMENT } from './write.js';
