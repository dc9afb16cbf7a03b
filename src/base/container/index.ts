export type { Checksum, ChecksumAlgorithm, ChecksumProvider } from './checksum.js';
export type { Detection, FramingMode, HeaderProblem } from './detect.js';
export type { ContainerVersion, HeaderField, HeaderFieldName, HeaderForm } from './header.js';
export type { ClaimedSize, Frame, SectionName } from './layout.js';
