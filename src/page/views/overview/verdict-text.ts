import { grouped, sizeText } from '../../../show/report/text.js';
import type { ShownReport } from '../../engine/validator.js';
import type { Failure } from '../../state/failure.js';

export type Mood = 'good' | 'bad' | 'doubt' | 'quiet';

/** A verdict for showing: colour, sign and words say the same. */
export interface VerdictText {
  readonly mood: Mood;
  readonly sign: string;
  readonly words: string;
}

/** Short verdict on a file. */
export function verdictText(state: {
  readonly report: ShownReport | null;
  readonly isFinal: boolean;
  readonly failure: Failure | null;
}): VerdictText {
  const { report, isFinal, failure } = state;
  if (failure !== null) {
    // A failure without a code is a bug of ours, and does not concern the file.
    return { mood: 'doubt', sign: '?', words: failure.code === null ? 'Not validated' : 'Unreadable' };
  }
  if (report === null) return { mood: 'quiet', sign: '…', words: 'Validating' };
  const soFar = isFinal || report.container.checksum !== 'skipped' ? '' : ' so far';
  if (report.verdict === 'valid') return { mood: 'good', sign: '✓', words: `Valid${soFar}` };
  // An invalid file stays invalid.
  if (report.verdict === 'invalid') return { mood: 'bad', sign: '✗', words: 'Invalid' };
  return { mood: 'doubt', sign: '?', words: 'Unreadable' };
}

/** Describes the state of the checksum. */
export function checksumText(report: ShownReport, isFinal: boolean): { mood: Mood; words: string } {
  switch (report.container.checksum) {
    case 'verified':
      return { mood: 'good', words: 'verified' };
    case 'mismatch':
      return { mood: 'bad', words: 'WRONG: it does not match the content' };
    case 'none':
      return {
        mood: 'quiet',
        words: report.lookalike === undefined ? 'none: a message without a header has no checksum' : 'none',
      };
    case 'skipped': {
      if (report.unverified !== null) return { mood: 'doubt', words: `not verified: ${report.unverified}` };
      return isFinal
        ? { mood: 'doubt', words: 'not verified: the header is unreliable' }
        : { mood: 'quiet', words: 'verifying' };
    }
  }
}

/** `120.0 MiB of 1.0 GiB (12 %)`. */
export function progressText(read: number, size: number): string {
  const share = size === 0 ? 100 : Math.min(100, Math.floor((read / size) * 100));
  return `${sizeText(Math.min(read, size))} of ${sizeText(size)} (${share} %)`;
}

/** `1 error`, `3 errors`, `12 infos`. */
export function countText(count: number, severity: string): string {
  return `${grouped(count)} ${severity}${count === 1 ? '' : 's'}`;
}
