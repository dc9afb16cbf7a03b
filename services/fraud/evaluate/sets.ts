import type { Corpus, Sample } from '../train/corpora.js';
import {
  atThreshold,
  auc,
  averagePrecision,
  type Bin,
  bootstrap,
  brier,
  calibrationBins,
  calibrationError,
  recallAtRate,
  type Scored,
} from './figures.js';
import type { Judged, Scorer } from './scorers.js';

type Figure = { value: number; low: number; high: number };

export interface SetReport {
  name: string;
  type: Corpus['type'];
  sha256: string;
  /**
   * True if the model was fitted on these rows. The model's figures on such rows are too good, so only the out-of-fold
   * figures are reported.
   */
  trained: boolean;
  rows: number;
  fraud: number;
  refused: number;
  /** Messages judged per second; 0 if the scores were taken from a larger set, and not measured. */
  perSecond: number;
  figures: Record<
    | 'auc'
    | 'averagePrecision'
    | 'precision'
    | 'recall'
    | 'falsePositiveRate'
    | 'recallAtHalfPercent'
    | 'recallAtTwoPercent'
    | 'brier'
    | 'calibrationError',
    Figure
  >;
  /** False-positive rate and recall of each kind within the corpus. */
  kinds: { kind: string; rows: number; flagged: number }[];
  bins: Bin[];
  worst: { kind: string; fraud: boolean; score: number; characters: number; codes: string[] }[];
}

const DRAWS = 1_000;
const SEED = 20_020;

/** Scores all samples and computes every figure with its 95 % bootstrap interval. */
export async function evaluateSet(
  set: {
    name: string;
    type: Corpus['type'];
    sha256: string;
    trained: boolean;
    timed?: boolean;
    samples: readonly Sample[];
  },
  scorer: Scorer,
): Promise<SetReport> {
  const judged: { sample: Sample; verdict: Judged }[] = [];
  let refused = 0;
  const started = performance.now();
  for (const sample of set.samples) {
    const verdict = await scorer(set.type, sample.content);
    if (verdict) judged.push({ sample, verdict });
    else refused++;
  }
  const perSecond =
    set.timed === false ? 0 : Math.round(set.samples.length / ((performance.now() - started) / 1000));
  const scored: Scored = {
    scores: Float64Array.from(judged, ({ verdict }) => verdict.confidenceScore),
    fraud: Uint8Array.from(judged, ({ sample }) => (sample.fraud ? 1 : 0)),
  };
  // The service's own decision as a score of 0 or 1 gives the figures at its own threshold.
  const decided: Scored = {
    scores: Float64Array.from(judged, ({ verdict }) => (verdict.isFraud ? 1 : 0)),
    fraud: scored.fraud,
  };
  const figure = (of: Scored, compute: (drawn: Scored) => number): Figure => {
    const value = compute(of);
    // If one of the classes is missing, the figure and its interval are undefined.
    const [low, high] = Number.isNaN(value) ? [value, value] : bootstrap(of, compute, DRAWS, SEED);
    return { value, low, high };
  };
  const kinds = new Map<string, { rows: number; flagged: number }>();
  for (const { sample, verdict } of judged) {
    const kind = kinds.get(sample.kind) ?? { rows: 0, flagged: 0 };
    kind.rows++;
    if (verdict.isFraud) kind.flagged++;
    kinds.set(sample.kind, kind);
  }
  const off = ({ sample, verdict }: (typeof judged)[number]) =>
    Math.abs(verdict.confidenceScore - (sample.fraud ? 1 : 0));
  return {
    name: set.name,
    type: set.type,
    sha256: set.sha256,
    trained: set.trained,
    rows: judged.length,
    fraud: scored.fraud.reduce((sum, label) => sum + label, 0),
    refused,
    perSecond,
    figures: {
      auc: figure(scored, auc),
      averagePrecision: figure(scored, averagePrecision),
      precision: figure(decided, (drawn) => atThreshold(drawn, 1).precision),
      recall: figure(decided, (drawn) => atThreshold(drawn, 1).recall),
      falsePositiveRate: figure(decided, (drawn) => atThreshold(drawn, 1).falsePositiveRate),
      recallAtHalfPercent: figure(scored, (drawn) => recallAtRate(drawn, 0.005)),
      recallAtTwoPercent: figure(scored, (drawn) => recallAtRate(drawn, 0.02)),
      brier: figure(scored, brier),
      calibrationError: figure(scored, calibrationError),
    },
    kinds: [...kinds].map(([kind, counts]) => ({ kind, ...counts })),
    bins: calibrationBins(scored),
    worst: [...judged]
      .sort((a, b) => off(b) - off(a))
      .slice(0, 20)
      .map(({ sample, verdict }) => ({
        kind: sample.kind,
        fraud: sample.fraud,
        score: verdict.confidenceScore,
        characters: sample.content.length,
        codes: verdict.codes.slice(0, 5),
      })),
  };
}
