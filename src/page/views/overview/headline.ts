import type { RuntimeVerdicts } from '../../../check/runtime/verdict.js';
import type { ModelGlance } from '../../../read/model/summary.js';
import { loads, loadsText } from '../../../show/report/runtime-text.js';
import { cutText } from '../../../show/report/summary-text.js';
import { shownText } from '../../text/shown-text.js';
import type { Mood, VerdictText } from './verdict-text.js';

/** Headline of a file: its verdict, and the consequences. */
export interface Headline extends VerdictText {
  /** Continuation of the sentence after `words`; may be empty. */
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
  // Readers would trust a green tick, even with a warning beside it.
  const mood: Mood = verdict.mood === 'good' && isRefused ? 'doubt' : verdict.mood;
  return { ...verdict, mood, sign: mood === 'doubt' && verdict.mood === 'good' ? '◐' : verdict.sign, more };
}
