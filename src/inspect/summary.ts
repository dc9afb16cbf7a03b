import type { Found } from './found.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import type { Reading } from './reading.js';

/** What a part's line says about it. */
// biome-ignore lint/correctness/useYield: for now
export function* summaryOf(_tree: PartTree, { part }: Found): Reading<Pick<Part, 'summary' | 'problem'>> {
  return { summary: part.summary, problem: part.problem };
}
