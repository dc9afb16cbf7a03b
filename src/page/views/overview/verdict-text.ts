import { grouped, sizeText } from '../../../show/report/text.js';
import type { Judgement } from '../../engine/judge.js';
import type { Failure } from '../../state/failure.js';

export type Mood = 'good' | 'bad' | 'doubt' | 'quiet';

/** A verdict for showing: colour, sign and words say the same. */
export interface VerdictText {
  readonly mood: Mood;
  readonly sign: string;
  readonly words: string;
}

/** What is to be said of a file in a few words. */
export function verdictText(state: {
  readonly judgement: Judgement | null;
  readonly isFinal: boolean;
  readonly failure: Failure | null;
}): VerdictText {
  const { judgement, isFinal, failure } = state;
  if (failure !== null) {
    // Without a code it is a bug of ours, and says nothing about the file.
    return { mood: 'doubt', sign: '?', words: failure.code === null ? 'Not judged' : 'Unreadable' };
  }
  if (judgement === null) return { mood: 'quiet', sign: '…', words: 'Being validated' };
  const soFar = isFinal || judgement.container.checksum !== 'skipped' ? '' : ' so far';
  if (judgement.verdict === 'valid') return { mood: 'good', sign: '✓', words: `Valid${soFar}` };
  // What is wrong stays wrong.
  if (judgement.verdict === 'invalid') return { mood: 'bad', sign: '✗', words: 'Invalid' };
  return { mood: 'doubt', sign: '?', words: 'Unreadable' };
}

/** What is known about the checksum. */
export function checksumText(judgement: Judgement, isFinal: boolean): { mood: Mood; words: string } {
  switch (judgement.container.checksum) {
    case 'verified':
      return { mood: 'good', words: 'verified' };
    case 'mismatch':
      return { mood: 'bad', words: 'WRONG: the file is not what was written' };
    case 'none':
      return {
        mood: 'quiet',
        words: judgement.lookalike === undefined ? 'none: a bare message has none' : 'none',
      };
    case 'skipped': {
      if (judgement.unverified !== null)
        return { mood: 'doubt', words: `not verified: ${judgement.unverified}` };
      return isFinal
        ? { mood: 'doubt', words: 'not verified: the header cannot be relied on' }
        : { mood: 'quiet', words: 'being verified' };
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
