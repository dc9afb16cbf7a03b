import type { LoadAnswer } from './load-answer.js';

/** Answers that say the same of several releases, together; in their order. */
export function groupedAnswers(answers: readonly LoadAnswer[]): LoadAnswer[][] {
  const groups = new Map<string, LoadAnswer[]>();
  for (const answer of answers) {
    const { reasons, knows, remedies } = answer;
    const said = JSON.stringify([reasons, knows, remedies]);
    groups.set(said, [...(groups.get(said) ?? []), answer]);
  }
  return [...groups.values()];
}
