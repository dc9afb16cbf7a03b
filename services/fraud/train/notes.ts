import { CONCEPTS, type Concept } from '../src/text/lexicon/index.js';
import { readText } from '../src/text/reading.js';
import type { NoteModel } from '../src/transactions/note-score.js';
import { clusters } from './clusters.js';
import { fit, logit, type Row } from './fit.js';
import type { Lot } from './sources.js';
import { foldOf } from './training.js';

/** Number of words of a fragment, about the length of a payment's note. */
const SHORTEST = 2;
const LONGEST = 8;
const FOLDS = 5;
/** Share of legitimate fragments that may score 0.5 or more. */
const FALSE_ALARMS = 0.004;
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

/** A labelled message; near copies have the same cluster. A message of no cluster was made, and is not measured. */
export interface NoteSource {
  content: string;
  fraud: boolean;
  weight: number;
  cluster?: number;
}

/** Returns the messages of corpora that represent a share of the stream; advertising does not. */
export function noteSources(lots: readonly Lot[]): NoteSource[] {
  const messages: NoteSource[] = [];
  for (const { source, samples } of lots) {
    if (source.share === 0) continue;
    const groups = clusters(
      samples.map(({ content }) => content),
      source.likeness,
    );
    const from = messages.length;
    for (const [at, { content, fraud }] of samples.entries())
      messages.push({ content, fraud, weight: source.weight, cluster: from + (groups[at] as number) });
  }
  return messages;
}

/**
 * Learns the weights of the concepts from fragments of labelled messages. The same messages always give the same
 * weights.
 */
export function fitNotes(messages: readonly NoteSource[]): { model: NoteModel; report: NoteReport } {
  const units = messages.map(({ content, fraud, weight, cluster }) => {
    const fragments = fragmentsOf(content);
    const rows = fragments.map((text) => rowOf(text, fraud, weight / Math.sqrt(fragments.length)));
    return { rows, fraud, fold: cluster === undefined ? undefined : foldOf(cluster, FOLDS) };
  });
  const priors = CONCEPTS.map((name) => ({ name, mean: 0, strength: PULL }));
  const weigh = (some: typeof units) =>
    fit(
      some.flatMap(({ rows }) => rows),
      priors,
      0,
      { hashStrength: 1, iterations: 200 },
    ).weights;
  const honest: number[] = [];
  const strongest: number[] = [];
  for (let held = 0; held < FOLDS; held++) {
    const weights = weigh(units.filter(({ fold }) => fold !== held));
    for (const { rows, fraud, fold } of units) {
      if (fold !== held || rows.length === 0) continue;
      const scores = rows.map((row) => logit(weights, row, CONCEPTS.length));
      if (fraud) strongest.push(Math.max(...scores));
      else honest.push(...scores);
    }
  }
  honest.sort((a, b) => b - a);
  // Scores are shifted so that only the tolerated share of legitimate fragments scores 0.5 or more.
  const border = (honest[Math.floor(honest.length * FALSE_ALARMS)] ?? 0) + 1e-6;
  const weights = weigh(units);
  const known = CONCEPTS.map((name, at) => [name, rounded(weights[1 + at] as number)] as const);
  return {
    model: {
      bias: rounded((weights[0] as number) - border),
      weights: Object.fromEntries(known.filter(([, weight]) => weight !== 0)),
    },
    report: {
      fragments: units.flatMap(({ rows }) => rows).length,
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
    scale: 0,
    fraud,
    weight,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
