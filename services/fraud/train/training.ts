import {
  atThreshold,
  auc,
  averagePrecision,
  brier,
  calibrationError,
  recallAtRate,
  type Scored,
  thresholdAt,
} from '../evaluate/figures.js';
import { calibrated, fitCalibration } from '../src/model/calibration.js';
import { SLOTS } from '../src/model/hashing.js';
import type { ModelContent } from '../src/model/model-file.js';
import { priors } from '../src/model/priors.js';
import { clusters } from './clusters.js';
import type { Sample } from './corpora.js';
import { fit, keepSharedSlots, logit, type Row } from './fit.js';
import { generate } from './generator/index.js';
import { placesOf, rowOf } from './rows.js';

export interface TrainingOptions {
  /** Pull of hash slots towards zero. */
  hashStrength: number;
  /** A slot needs this many messages to have a weight. */
  leastRows: number;
  iterations: number;
  folds: number;
  /** Messages of the generator and what each counts. */
  made: number;
  madeWeight: number;
  seed: number;
  /** Out-of-fold false-positive rate that the threshold keeps to. */
  falsePositiveRate: number;
}

export const TRAINING: Readonly<Record<'email' | 'sms', TrainingOptions>> = {
  sms: {
    hashStrength: 3,
    leastRows: 4,
    iterations: 40,
    folds: 5,
    made: 3500,
    madeWeight: 0.5,
    seed: 1,
    falsePositiveRate: 0.002,
  },
  email: {
    hashStrength: 0.05,
    leastRows: 10,
    iterations: 35,
    folds: 4,
    made: 2000,
    madeWeight: 0.5,
    seed: 2,
    falsePositiveRate: 0.005,
  },
};

export interface TrainingReport {
  rows: number;
  fraud: number;
  clusters: number;
  made: number;
  options: TrainingOptions;
  slots: number;
  seconds: number;
  outOfFold: Record<
    | 'auc'
    | 'averagePrecision'
    | 'recall'
    | 'falsePositiveRate'
    | 'precision'
    | 'recallAtHalfPercent'
    | 'recallAtTwoPercent'
    | 'brier'
    | 'calibrationError',
    number
  >;
}

/** Fits, calibrates and sets the threshold of one model. Same samples and options give the same bits. */
export async function trainModel(
  type: 'email' | 'sms',
  samples: readonly Sample[],
  options = TRAINING[type],
): Promise<{ content: ModelContent; report: TrainingReport }> {
  const started = performance.now();
  const known = priors(type);
  const places = placesOf(known);
  const rows: Row[] = [];
  for (const sample of samples) rows.push(await rowOf(sample, type, places));
  const made: Row[] = [];
  for (const sample of generate(type, options.made, options.seed))
    made.push(await rowOf(sample, type, places, options.madeWeight));
  const kept = keepSharedSlots([...rows, ...made], options.leastRows);
  const cluster = clusters(samples.map(({ content }) => (type === 'email' ? bodyOf(content) : content)));
  weighCopies(rows, cluster);
  const outOfFold = new Float64Array(rows.length);
  const folds = rows.map((_, at) => foldOf(cluster[at] as number, options.folds));
  for (let fold = 0; fold < options.folds; fold++) {
    const { weights } = fit(
      [...rows.filter((_, at) => folds[at] !== fold), ...made],
      known,
      kept.length,
      options,
    );
    for (const [at, row] of rows.entries())
      if (folds[at] === fold) outOfFold[at] = logit(weights, row, known.length);
  }
  const fraud = Uint8Array.from(rows, (row) => (row.fraud ? 1 : 0));
  const calibration = fitCalibration(outOfFold, fraud);
  const scored: Scored = { scores: outOfFold.map((value) => calibrated(value, calibration)), fraud };
  // Up to the next of the four decimals that answers carry.
  const threshold = Math.min(
    0.9,
    Math.ceil(thresholdAt(scored, options.falsePositiveRate) * 10_000) / 10_000,
  );
  const { weights } = fit([...rows, ...made], known, kept.length, options);
  const slots = new Float64Array(SLOTS);
  for (const [rank, slot] of kept.entries()) slots[slot] = weights[1 + known.length + rank] as number;
  const at = atThreshold(scored, threshold);
  return {
    content: {
      type,
      bias: weights[0] as number,
      named: known.map(({ name }, place) => [name, weights[1 + place] as number]),
      slots,
      calibration,
      threshold,
    },
    report: {
      rows: rows.length,
      fraud: fraud.reduce((sum, label) => sum + label, 0),
      clusters: new Set(cluster).size,
      made: made.length,
      options,
      slots: kept.length,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      outOfFold: {
        auc: rounded(auc(scored)),
        averagePrecision: rounded(averagePrecision(scored)),
        precision: rounded(at.precision),
        recall: rounded(at.recall),
        falsePositiveRate: rounded(at.falsePositiveRate),
        recallAtHalfPercent: rounded(recallAtRate(scored, 0.005)),
        recallAtTwoPercent: rounded(recallAtRate(scored, 0.02)),
        brier: rounded(brier(scored)),
        calibrationError: rounded(calibrationError(scored)),
      },
    },
  };
}

/** Near copies count together as one and a half messages, however many there are: a wave of spam is one idea. */
export function weighCopies(rows: readonly Row[], cluster: Int32Array): void {
  const sizes = new Map<number, number>();
  for (const number of cluster) sizes.set(number, (sizes.get(number) ?? 0) + 1);
  for (const [at, row] of rows.entries()) {
    const size = sizes.get(cluster[at] as number) as number;
    row.weight = size === 1 ? 1 : Math.min(1, (1 + Math.min(size, 10) * 0.1) / size + 0.25);
  }
}

/** What follows the headers: the part of a mail whose copies are counted. */
export function bodyOf(message: string): string {
  const gap = /\r?\n\r?\n/.exec(message);
  return gap ? message.slice(gap.index) : message;
}

/** The fold of a cluster of near copies. */
export function foldOf(cluster: number, folds: number): number {
  return scattered(cluster) % folds;
}

function scattered(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
