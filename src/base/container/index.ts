export type { Checksum, ChecksumAlgorithm, ChecksumProvider } from './checksum.js';
export type { Detection, FramingMode, HeaderProblem } from './detect.js';
export type { ContainerVersion, HeaderField, HeaderFieldName, HeaderForm } from './header.js';
export type { Frame, SectionName } from './layout.js';
export type { ClaimedSize } from './size.js';
