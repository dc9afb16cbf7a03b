import type { ChecksumResult } from '../../../base/container/checksum-jobs.js';
import { type Detection, resolveFrame } from '../../../base/container/detect.js';
import type { Frame, LengthVerdict } from '../../../base/container/layout.js';
import type { CodeInfo } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { CHECKSUM_RULES, checkChecksums } from './checksum.js';
import { checkHeader, HEADER_RULES } from './header.js';
import { checkLength, LENGTH_RULES } from './length.js';
import { checkPadding, checkPaddingSize, checkReserved, PADDING_RULES } from './padding.js';

export { namingTooLarge } from './length.js';

/** All codes about the container that depend on the header and on the bytes that the header describes. */
export const FRAME_RULES: readonly CodeInfo[] = [
  ...HEADER_RULES,
  ...LENGTH_RULES,
  ...CHECKSUM_RULES,
  ...PADDING_RULES,
];

/** Facts about a file's frame after its last byte has been read. */
export interface FrameEvidence {
  readonly detection: Detection;
  readonly size: number;
  /** Checksums of the frame that `resolveFrame` returns; undefined if checksums are skipped. */
  readonly checksums?: readonly ChecksumResult[] | undefined;
  /** Absolute offset of the first byte of the padding that is not zero. */
  readonly nonzeroPadding?: number | undefined;
}

export interface FrameResult {
  /** The valid frame; null for a bare file, and for a header that cannot be read. */
  readonly frame: Frame | null;
  /** Verdict on the sizes; null without a frame. */
  readonly length: LengthVerdict | null;
  /** Result for reports: `skipped` also if the sizes disagree, `none` without a frame. */
  readonly checksum: 'verified' | 'mismatch' | 'skipped' | 'none';
}

/**
 * Applies every rule of the container, without faults that are consequences: if the sizes in the header
 * disagree with the file, checksums and positions of sections are not checked.
 */
export function checkFrame(evidence: FrameEvidence, report: Report): FrameResult {
  const { detection, size, checksums } = evidence;
  checkHeader(detection, size, report);
  const frame = resolveFrame(detection, size);
  if (frame === null) return { frame, length: null, checksum: 'none' };
  checkReserved(frame, report);
  const length = checkLength(frame, size, report);
  const paddingFits = checkPaddingSize(frame, report);
  if (length !== 'differs' && paddingFits) checkPadding(frame, evidence.nonzeroPadding, report);
  // As in the loader, checksums are also compared if the sum of the sizes wraps around to the size of the
  // file.
  if (length === 'differs' || checksums === undefined) return { frame, length, checksum: 'skipped' };
  return { frame, length, checksum: checkChecksums(checksums, report) ? 'verified' : 'mismatch' };
}
