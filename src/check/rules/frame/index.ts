import type { ChecksumResult } from '../../../base/container/checksum-jobs.js';
import { type Detection, resolveFrame } from '../../../base/container/detect.js';
import type { LengthVerdict } from '../../../base/container/equation.js';
import type { Frame } from '../../../base/container/layout.js';
import type { CodeInfo } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { CHECKSUM_RULES, checkChecksums } from './checksum.js';
import { checkHeader, HEADER_RULES } from './header.js';
import { checkLength, LENGTH_RULES } from './length.js';
import { checkPadding, checkPaddingSize, checkReserved, PADDING_RULES } from './padding.js';

export { namingTooLarge } from './length.js';

/** Every code about the container that the header and the bytes it covers decide. */
export const FRAME_RULES: readonly CodeInfo[] = [
  ...HEADER_RULES,
  ...LENGTH_RULES,
  ...CHECKSUM_RULES,
  ...PADDING_RULES,
];

/** All that is known of a file's frame once the last byte has been seen. */
export interface FrameEvidence {
  readonly detection: Detection;
  /** Of the file, in bytes. */
  readonly size: number;
  /** Of the frame that `resolveFrame` gives; undefined when checksums are skipped. */
  readonly checksums?: readonly ChecksumResult[] | undefined;
  /** Absolute offset of the first byte of the padding that is not zero. */
  readonly nonzeroPadding?: number | undefined;
}

export interface FrameResult {
  /** The frame to go by; null for a bare file, and for a header that cannot be read. */
  readonly frame: Frame | null;
  /** Null without a frame. */
  readonly length: LengthVerdict | null;
  /** As reports give it: `skipped` also where the sizes disagree, `none` without a frame. */
  readonly checksum: 'verified' | 'mismatch' | 'skipped' | 'none';
}

/**
 * Applies every rule of the container. Consequences are left out: where the sizes disagree with the file,
 * neither checksums nor what lies at the wrong place is checked.
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
  // Sizes that wrap pass the loader's check, which goes on to the checksum; so do we.
  if (length === 'differs' || checksums === undefined) return { frame, length, checksum: 'skipped' };
  return { frame, length, checksum: checkChecksums(checksums, report) ? 'verified' : 'mismatch' };
}
