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
import { type Prior, priors } from '../src/model/priors.js';
import { windowCost } from '../src/model/score.js';
import { clusters } from './clusters.js';
import { fit, keepSharedSlots, logit, type Row } from './fit.js';
import { generate } from './generator/index.js';
import { placesOf, type Unit, unitOf } from './rows.js';
import type { Lot } from './sources.js';

export interface TrainingOptions {
  /** Strength with which the weights of hash slots are pulled towards zero. */
  hashStrength: number;
  /** Number of messages that must contain a slot before the slot gets a weight. */
  leastRows: number;
  iterations: number;
  /** Number of fits. Each fit uses the windows that the previous fit found strongest. */
  rounds: number;
  folds: number;
  /** Number of generated messages, and the weight of each message. */
  made: number;
  madeWeight: number;
  seed: number;
  /** For comparisons: trains with the hashed words or the named features alone. */
  parts?: 'words' | 'names';
  /** Maximum by which hashed words may lower the log odds of a message. */
  wordBound: number;
  /** Share of fraud in the stream for which scores are calibrated. */
  prior: number;
  /** Maximum of the out-of-fold false-positive rate at the threshold. */
  falsePositiveRate: number;
}

export const TRAINING: Readonly<Record<'email' | 'sms', TrainingOptions>> = {
  sms: {
    hashStrength: 0.04,
    leastRows: 4,
    iterations: 20,
    rounds: 1,
    folds: 10,
    made: 2000,
    madeWeight: 1.2,
    seed: 1,
    wordBound: 1.2,
    prior: 0.03,
    falsePositiveRate: 0.005,
  },
  email: {
    hashStrength: 0.02,
    leastRows: 10,
    iterations: 32,
    rounds: 2,
    folds: 3,
    made: 1000,
    madeWeight: 0.3,
    seed: 2,
    wordBound: 3,
    prior: 0.03,
    falsePositiveRate: 0.005,
  },
};

const FIGURES = [
  'auc',
  'averagePrecision',
  'precision',
  'recall',
  'falsePositiveRate',
  'recallAtHalfPercent',
  'recallAtTwoPercent',
  'brier',
  'calibrationError',
] as const;

/** Out-of-fold figures of one source, at the model's threshold. */
export interface SourceReport {
  file: string;
  sha256: string;
  title: string;
  years: string;
  terms: string;
  rows: number;
  fraud: number;
  clusters: number;
  caught: number;
  /** Share of frauds whose score is at least half of the threshold. */
  reviewed: number;
  flagged: number;
}

export interface TrainingReport {
  rows: number;
  fraud: number;
  clusters: number;
  made: number;
  options: TrainingOptions;
  slots: number;
  seconds: number;
  sources: SourceReport[];
  outOfFold: Record<(typeof FIGURES)[number], number>;
  /** Out-of-fold recall and false alarms for several values of `wordBound`. */
  wordBounds: { bound: number; recall: number; falsePositiveRate: number }[];
}

/** Fits and calibrates one model, and chooses its threshold. Same samples and options give the same bits. */
export async function trainModel(
  type: 'email' | 'sms',
  lots: readonly Lot[],
  options = TRAINING[type],
): Promise<{ content: ModelContent; report: TrainingReport }> {
  const started = performance.now();
  const known = priors(type);
  const places = placesOf(known);
  const made: Unit[] = [];
  for (const sample of generate(type, options.made, options.seed))
    made.push(await unitOf(sample, type, places, options.madeWeight));
  const units: Unit[] = [];
  const lotOf: number[] = [];
  const cluster: number[] = [];
  for (const [number, { samples, source }] of lots.entries()) {
    const own: Unit[] = [];
    for (const sample of samples) own.push(await unitOf(sample, type, places, source.weight));
    const groups = clusters(
      samples.map(({ content }) => (type === 'email' ? bodyOf(content) : content)),
      source.likeness,
      own.map(({ marks }) => marks),
    );
    weighCopies(own, groups);
    for (const [at, unit] of own.entries()) {
      lotOf.push(number);
      cluster.push(units.length - at + (groups[at] as number));
      units.push(unit);
    }
  }
  for (const row of [...units, ...made].flatMap(({ rows }) => rows)) {
    if (options.parts === 'words') row.names = new Int32Array();
    if (options.parts === 'names') row.slots = new Int32Array();
  }
  const kept = keepSharedSlots(
    [...units, ...made].map(({ rows }) => rows),
    options.leastRows,
  );
  const folds = units.map((_, at) => foldOf(cluster[at] as number, options.folds));
  const fraud = Uint8Array.from(units, (unit) => (unit.fraud ? 1 : 0));
  const fitted = Array.from({ length: options.folds }, (_, fold) =>
    fitUnits([...units.filter((_, at) => folds[at] !== fold), ...made], known, kept.length, options),
  );
  const outOfFold = (bound: number) =>
    Float64Array.from(units, (unit, at) =>
      strongest(unit.rows, fitted[folds[at] as number] as Float64Array, known.length, bound),
    );
  const share = calibrationWeights(lots, lotOf, fraud, cluster);
  // A source that represents no share of the stream is used for training, but not for calibration and threshold.
  const counted = [...units.keys()].filter((at) => (share[at] as number) > 0);
  const of = (values: ArrayLike<number>) => Float64Array.from(counted, (at) => values[at] as number);
  const finished = (bound: number) => {
    const logits = outOfFold(bound);
    const labels = Uint8Array.from(of(fraud));
    const calibration = fitCalibration(of(logits), labels, of(share));
    const scores = logits.map((value) => calibrated(value, calibration, options.prior));
    const scored: Scored = { scores: of(scores), fraud: labels };
    // Rounded up to four decimals, because scores in responses have four decimals.
    const held = Math.ceil(thresholdAt(scored, options.falsePositiveRate) * 10_000) / 10_000;
    return { calibration, scores, scored, threshold: Math.min(0.9, Math.max(0.5, held)) };
  };
  const { calibration, scores, scored, threshold } = finished(options.wordBound);
  const weights = fitUnits([...units, ...made], known, kept.length, options);
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
      prior: options.prior,
      wordBound: options.wordBound,
      threshold,
    },
    report: {
      rows: units.length,
      fraud: fraud.reduce((sum, label) => sum + label, 0),
      clusters: new Set(cluster).size,
      made: made.length,
      options,
      slots: kept.length,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      sources: lots.map(({ source }, number) => {
        const own = units.flatMap((_, at) => (lotOf[at] === number ? [at] : []));
        const share = (wanted: boolean, least: number) => {
          const those = own.filter((at) => (fraud[at] === 1) === wanted);
          return rounded(those.filter((at) => (scores[at] as number) >= least).length / those.length);
        };
        return {
          file: source.file,
          sha256: source.sha256,
          title: source.title,
          years: source.years,
          terms: source.terms,
          rows: own.length,
          fraud: own.filter((at) => fraud[at]).length,
          clusters: new Set(own.map((at) => cluster[at])).size,
          caught: share(true, threshold),
          reviewed: share(true, threshold / 2),
          flagged: share(false, threshold),
        };
      }),
      outOfFold: {
        auc: rounded(auc(scored)),
        averagePrecision: rounded(averagePrecision(scored)),
        precision: rounded(at.precision),
        recall: rounded(at.recall),
        falsePositiveRate: rounded(at.falsePositiveRate),
        recallAtHalfPercent: rounded(recallAtRate(scored, 0.005)),
        recallAtTwoPercent: rounded(recallAtRate(scored, 0.02)),
        brier: rounded(brier(scored)),
        calibrationError: rounded(calibrationError(atPrior(scored, of(share), options.prior))),
      },
      wordBounds: [0.5, 1, 2, 4, Number.POSITIVE_INFINITY].map((times) => {
        const bound = options.wordBound * times;
        const other = finished(bound);
        const { recall, falsePositiveRate } = atThreshold(other.scored, other.threshold);
        return {
          bound: Number.isFinite(bound) ? bound : -1,
          recall: rounded(recall),
          falsePositiveRate: rounded(falsePositiveRate),
        };
      }),
    },
  };
}

/**
 * Number of strongest windows of a legitimate message that are used in training. Several are used, because the
 * strongest window of a message decides its verdict.
 */
const HONEST_WINDOWS = 3;

/**
 * Fits on the windows that the previous fit found strongest: one window of each fraud, and several of each legitimate
 * message.
 */
function fitUnits(
  units: readonly Unit[],
  known: readonly Prior[],
  slots: number,
  options: TrainingOptions,
): Float64Array {
  let weights: Float64Array | undefined;
  for (let round = 0; round < options.rounds; round++) {
    const rows = units.flatMap((unit): Row[] => {
      const kept = strongestRows(unit.rows, unit.fraud ? 1 : HONEST_WINDOWS, weights, known.length);
      return kept.map((row) => ({ ...row, weight: unit.weight / Math.sqrt(kept.length) }));
    });
    // The first fit only chooses windows, so it need not be exact.
    const last = round === options.rounds - 1;
    const iterations = last ? options.iterations : Math.ceil(options.iterations / 4);
    weights = fit(rows, known, slots, { ...options, iterations }, weights).weights;
  }
  return weights as Float64Array;
}

/** Returns the windows with the highest log odds; if there are no weights yet, the first windows. */
function strongestRows(
  rows: readonly Row[],
  most: number,
  weights: Float64Array | undefined,
  names: number,
): readonly Row[] {
  if (rows.length <= most || !weights) return rows.slice(0, most);
  return rows
    .map((row) => ({ row, value: logit(weights, row, names) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, most)
    .map(({ row }) => row);
}

function strongest(rows: readonly Row[], weights: Float64Array, names: number, bound: number): number {
  return (
    rows.reduce((most, row) => Math.max(most, logit(weights, row, names, bound)), Number.NEGATIVE_INFINITY) -
    windowCost(rows.length)
  );
}

/**
 * The weight of a source's class is the share of the stream that the source represents, however many rows it has.
 * Within a class, a cluster counts by the square root of its size.
 */
function calibrationWeights(
  lots: readonly Lot[],
  lotOf: readonly number[],
  fraud: Uint8Array,
  cluster: readonly number[],
): Float64Array {
  const sizes = new Map<number, number>();
  for (const number of cluster) sizes.set(number, (sizes.get(number) ?? 0) + 1);
  const own = Float64Array.from(cluster, (number) => 1 / Math.sqrt(sizes.get(number) as number));
  const sums = new Map<string, number>();
  const key = (at: number) => `${lotOf[at]} ${fraud[at]}`;
  for (let at = 0; at < own.length; at++) sums.set(key(at), (sums.get(key(at)) ?? 0) + (own[at] as number));
  const most = Math.max(...sums.values());
  return own.map(
    (weight, at) =>
      (weight * most * (lots[lotOf[at] as number]?.source.share ?? 1)) / (sums.get(key(at)) as number),
  );
}

/** Samples scores so that the share `prior` of them is fraud, for measuring the calibration error at that share. */
function atPrior({ scores, fraud }: Scored, share: Float64Array, prior: number): Scored {
  const drawn: number[] = [];
  const labels: number[] = [];
  const total = [0, 0];
  for (let at = 0; at < fraud.length; at++)
    total[fraud[at] as number] = (total[fraud[at] as number] as number) + (share[at] as number);
  for (let at = 0; at < fraud.length; at++) {
    const label = fraud[at] as number;
    const part = ((share[at] as number) / (total[label] as number)) * (label ? prior : 1 - prior);
    for (let n = Math.round(part * 200_000); n > 0; n--) {
      drawn.push(scores[at] as number);
      labels.push(label);
    }
  }
  return { scores: Float64Array.from(drawn), fraud: Uint8Array.from(labels) };
}

/**
 * Reduces the weight of near copies, because a wave of spam repeats one message: the more copies a message has, the
 * less each counts, down to a quarter.
 */
function weighCopies(units: readonly { weight: number }[], cluster: Int32Array): void {
  const sizes = new Map<number, number>();
  for (const number of cluster) sizes.set(number, (sizes.get(number) ?? 0) + 1);
  for (const [at, unit] of units.entries()) {
    const size = sizes.get(cluster[at] as number) as number;
    unit.weight *= size === 1 ? 1 : Math.min(1, (1 + Math.min(size, 10) * 0.1) / size + 0.25);
  }
}

/** Returns the part of a mail after its headers, by which copies are counted. */
function bodyOf(message: string): string {
  const gap = /\r?\n\r?\n/.exec(message);
  return gap ? message.slice(gap.index) : message;
}

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
