import { CONCEPTS, type Concept } from '../src/text/lexicon/index.js';
import { readText } from '../src/text/reading.js';
import type { NoteModel } from '../src/transactions/note-score.js';
import { fit, logit, type Row } from '../train/fit.js';

/** Number of words of a fragment, about the length of a payment's note. */
const SHORTEST = 2;
const LONGEST = 8;
const FOLDS = 5;
/** Share of legitimate fragments that may score 0.5 or more. */
const FALSE_ALARMS = 0.005;
const PULL = 2;

export interface NoteReport {
  fragments: number;
  /** Share of fraudulent messages of which at least one fragment scores 0.5 or more, out of fold. */
  caught: number;
  /** Share of legitimate fragments that score 0.5 or more, out of fold. */
  flagged: number;
}

/** Cuts a message into pieces of the length of notes: its short clauses, and parts of its long clauses. */
export function fragmentsOf(text: string): string[] {
  return text.split(/[.!?;:,\n]+(?=\s|$)|\s[-–|]\s/).flatMap((clause) => {
    const words = clause.split(/\s+/).filter((word) => word !== '');
    const parts: string[] = [];
    for (let at = 0; at < words.length; at += LONGEST) parts.push(words.slice(at, at + LONGEST).join(' '));
    return words.length < SHORTEST ? [] : parts;
  });
}

/**
 * Learns the weights of the concepts from fragments of labelled messages. The same messages always give the same
 * weights.
 */
export function fitNotes(messages: readonly { content: string; fraud: boolean; weight: number }[]): {
  model: NoteModel;
  report: NoteReport;
} {
  const units = messages.map(({ content, fraud, weight }) => {
    const fragments = fragmentsOf(content);
    return fragments.map((text) => rowOf(text, fraud, weight / Math.sqrt(fragments.length)));
  });
  const priors = CONCEPTS.map((name) => ({ name, mean: 0, strength: PULL }));
  const weigh = (rows: readonly Row[]) => fit(rows, priors, 0, { hashStrength: 1, iterations: 200 }).weights;
  const score = (weights: Float64Array) => (row: Row) => logit(weights, row, CONCEPTS.length);
  const honest: number[] = [];
  const strongest: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const judge = score(weigh(units.filter((_, at) => at % FOLDS !== fold).flat()));
    for (const [at, rows] of units.entries()) {
      if (at % FOLDS !== fold || rows.length === 0) continue;
      const scores = rows.map(judge);
      if (rows[0]?.fraud) strongest.push(Math.max(...scores));
      else honest.push(...scores);
    }
  }
  honest.sort((a, b) => b - a);
  // Scores are shifted so that only the tolerated share of legitimate fragments scores 0.5 or more.
  const border = (honest[Math.floor(honest.length * FALSE_ALARMS)] ?? 0) + 1e-6;
  const weights = weigh(units.flat());
  const known = CONCEPTS.map((name, at) => [name, rounded(weights[1 + at] as number)] as const);
  return {
    model: {
      bias: rounded((weights[0] as number) - border),
      weights: Object.fromEntries(known.filter(([, weight]) => weight !== 0)),
    },
    report: {
      fragments: units.flat().length,
      caught: rounded(strongest.filter((value) => value >= border).length / strongest.length),
      flagged: rounded(honest.filter((value) => value >= border).length / honest.length),
    },
  };
}

function rowOf(text: string, fraud: boolean, weight: number): Row {
  const concepts = [...readText(text).concepts.keys()].map((concept) => CONCEPTS.indexOf(concept as Concept));
  return {
    names: Int32Array.from(concepts),
    values: new Float32Array(concepts.length).fill(1),
    slots: new Int32Array(),
    signs: new Int8Array(),
    scale: 0,
    fraud,
    weight,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
