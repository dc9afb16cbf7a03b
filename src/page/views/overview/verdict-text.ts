import type { RuntimeVerdicts } from '../../../check/runtime/verdict.js';
import type { ModelGlance } from '../../../read/model/summary.js';
import { loads, loadsText } from '../../../show/report/runtime-text.js';
import { cutText } from '../../../show/report/summary-text.js';
import { byteSizeText, grouped } from '../../../show/report/text.js';
import type { ShownReport } from '../../engine/validator.js';
import type { Failure } from '../../state/failure.js';
import { shownText } from '../../text/shown-text.js';

type Mood = 'good' | 'bad' | 'doubt' | 'quiet';

/** A verdict for people: a colour, a sign and words with the same meaning. */
interface VerdictText {
  readonly mood: Mood;
  readonly sign: string;
  readonly words: string;
}

export function verdictWords(state: {
  readonly report: ShownReport | null;
  readonly isFinal: boolean;
  readonly failure: Failure | null;
}): VerdictText {
  const { report, isFinal, failure } = state;
  if (failure !== null) {
    // A failure without a code is a bug of this program, not a fault of the file.
    return { mood: 'doubt', sign: '?', words: failure.code === null ? 'Not validated' : 'Unreadable' };
  }
  if (report === null) return { mood: 'quiet', sign: '…', words: 'Validating' };
  const soFar = isFinal || report.container.checksum !== 'skipped' ? '' : ' so far';
  if (report.verdict === 'valid') return { mood: 'good', sign: '✓', words: `Valid${soFar}` };
  // The verdict `invalid` is final, even before the checksum is verified.
  if (report.verdict === 'invalid') return { mood: 'bad', sign: '✗', words: 'Invalid' };
  return { mood: 'doubt', sign: '?', words: 'Unreadable' };
}

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

/** Formats the progress of reading: `120.0 MiB of 1.0 GiB (12 %)`. */
export function progressText(read: number, size: number): string {
  const share = size === 0 ? 100 : Math.min(100, Math.floor((read / size) * 100));
  return `${byteSizeText(Math.min(read, size))} of ${byteSizeText(size)} (${share} %)`;
}

/** Formats a number of findings: `1 error`, `3 errors`, `12 infos`. */
export function countText(count: number, severity: string): string {
  return `${grouped(count)} ${severity}${count === 1 ? '' : 's'}`;
}

/** Headline of a file: its verdict, and what the verdict means. */
interface Headline extends VerdictText {
  /** Text after `words` in the same sentence; may be empty. */
  readonly more: string;
}

export function headlineOf(
  verdict: VerdictText,
  runtime: RuntimeVerdicts | undefined,
  glance: Pick<ModelGlance, 'container' | 'size'> | null,
  lookalike: string | null,
): Headline {
  const cut = glance === null ? null : cutText(glance.container, glance.size);
  if (glance?.size === 0) return { mood: 'bad', sign: '✗', words: verdict.words, more: 'the file is empty' };
  if (lookalike !== null && verdict.mood === 'bad')
    return { ...verdict, more: `this is ${shownText(lookalike, 300)}` };
  if (cut !== null) return { ...verdict, more: cut };
  const more = runtime === undefined ? '' : loadsText(runtime);
  const isRefused = runtime !== undefined && !Object.values(runtime).every(loads);
  // A refused file must not have a green tick, which readers would trust in spite of a warning.
  const mood: Mood = verdict.mood === 'good' && isRefused ? 'doubt' : verdict.mood;
  return { ...verdict, mood, sign: mood === 'doubt' && verdict.mood === 'good' ? '◐' : verdict.sign, more };
}
