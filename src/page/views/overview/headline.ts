import type { ContainerSummary, ModelGlance } from '../../../model/summary.js';
import { loads, loadsText } from '../../../report/loads-text.js';
import { sizeText } from '../../../report/text.js';
import type { RuntimeVerdicts } from '../../../runtime/index.js';
import { shownText } from '../../text/shown-text.js';
import type { Mood, VerdictText } from './verdict-text.js';

/** The first thing that is said of a file: whether it is valid, and what comes of it all the same. */
export interface Headline extends VerdictText {
  /** What follows the words, as a sentence goes on; may be empty. */
  readonly more: string;
}

/** Header fields that say how long a part of the file is. */
const SIZES = ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'additional_info_size'];

/** Bytes that a file would have by its header; null where it has none, or claims more than can be counted. */
export function claimedSize({ fields, sections }: ContainerSummary): number | null {
  const header = sections.find(({ name }) => name === 'header');
  if (header === undefined) return null;
  const sum = fields.reduce(
    (all, { name, value }) => (SIZES.includes(name) ? all + Number(value) : all),
    header.length,
  );
  return Number.isSafeInteger(sum) ? sum : null;
}

export function headlineOf(
  verdict: VerdictText,
  runtime: RuntimeVerdicts | undefined,
  glance: Pick<ModelGlance, 'container' | 'size'> | null,
  lookalike: string | null,
): Headline {
  const cut = glance === null ? null : cutText(glance);
  if (glance?.size === 0) return { mood: 'bad', sign: '✗', words: verdict.words, more: 'the file is empty' };
  if (lookalike !== null && verdict.mood === 'bad')
    return { ...verdict, more: `this is ${shownText(lookalike, 300)}` };
  if (cut !== null) return { ...verdict, more: cut };
  const more = runtime === undefined ? '' : loadsText(runtime);
  const isRefused = runtime !== undefined && !Object.values(runtime).every(loads);
  // A green tick would be believed, whatever stands beside it.
  const mood: Mood = verdict.mood === 'good' && isRefused ? 'doubt' : verdict.mood;
  return { ...verdict, mood, sign: mood === 'doubt' && verdict.mood === 'good' ? '◐' : verdict.sign, more };
}

/** `cut short: 2.5 MiB of 10.2 MiB are here (24.5 %)`; null of a file that is as long as it says. */
function cutText({ container, size }: Pick<ModelGlance, 'container' | 'size'>): string | null {
  const claimed = claimedSize(container);
  if (claimed === null || claimed <= size) return null;
  return `cut short: ${sizeText(size)} of ${sizeText(claimed)} are here (${((size / claimed) * 100).toFixed(1)} %)`;
}
