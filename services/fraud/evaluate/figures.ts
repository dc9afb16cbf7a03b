/** Scores of one test set with their labels. */
export interface Scored {
  scores: Float64Array;
  fraud: Uint8Array;
}

/**
 * Returns the area under the ROC curve: the share of pairs of a fraud and a legitimate message in which the fraud has
 * the higher score; ties count half. NaN if one of the classes is missing.
 */
export function auc({ scores, fraud }: Scored): number {
  const order = [...scores.keys()].sort((a, b) => (scores[a] as number) - (scores[b] as number));
  let positives = 0;
  let rankSum = 0;
  for (let at = 0; at < order.length; ) {
    let end = at;
    while (end < order.length && scores[order[end] as number] === scores[order[at] as number]) end++;
    const rank = (at + 1 + end) / 2;
    for (let n = at; n < end; n++) {
      if (fraud[order[n] as number]) {
        positives++;
        rankSum += rank;
      }
    }
    at = end;
  }
  const negatives = order.length - positives;
  return positives === 0 || negatives === 0
    ? Number.NaN
    : (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** Returns the mean precision over the ranks of the frauds; frauds with equal scores share their precision. */
export function averagePrecision({ scores, fraud }: Scored): number {
  const order = [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  let hits = 0;
  let sum = 0;
  for (let at = 0; at < order.length; ) {
    let end = at;
    let here = 0;
    while (end < order.length && scores[order[end] as number] === scores[order[at] as number])
      here += fraud[order[end++] as number] as number;
    hits += here;
    sum += (here * hits) / end;
    at = end;
  }
  return hits === 0 || hits === fraud.length ? Number.NaN : sum / hits;
}

export interface AtThreshold {
  precision: number;
  recall: number;
  falsePositiveRate: number;
}

export function atThreshold({ scores, fraud }: Scored, threshold: number): AtThreshold {
  let caught = 0;
  let frauds = 0;
  let alarms = 0;
  for (let at = 0; at < scores.length; at++) {
    const over = (scores[at] as number) >= threshold;
    if (fraud[at]) {
      frauds++;
      if (over) caught++;
    } else if (over) alarms++;
  }
  const legitimate = scores.length - frauds;
  return {
    precision: caught + alarms === 0 ? Number.NaN : caught / (caught + alarms),
    recall: frauds === 0 ? Number.NaN : caught / frauds,
    falsePositiveRate: legitimate === 0 ? Number.NaN : alarms / legitimate,
  };
}

/** Returns the lowest threshold that no more than the share `rate` of the legitimate messages reaches. */
export function thresholdAt({ scores, fraud }: Scored, rate: number): number {
  const legitimate = [...scores].filter((_, at) => !fraud[at]).sort((a, b) => b - a);
  const allowed = Math.floor(legitimate.length * rate);
  const border = legitimate[allowed];
  if (border === undefined) return 0;
  // The threshold is just above the highest score of a legitimate message that must stay below it.
  return border + Number.EPSILON * Math.max(1, Math.abs(border)) * 4;
}

/** NaN without legitimate messages. */
export function recallAtRate(scored: Scored, rate: number): number {
  if (!scored.fraud.includes(0)) return Number.NaN;
  return atThreshold(scored, thresholdAt(scored, rate)).recall;
}

/** Returns the mean squared distance of scores from labels. */
export function brier({ scores, fraud }: Scored): number {
  let sum = 0;
  for (let at = 0; at < scores.length; at++) sum += ((scores[at] as number) - (fraud[at] as number)) ** 2;
  return sum / scores.length;
}

export interface Bin {
  from: number;
  count: number;
  meanScore: number;
  fraudShare: number;
}

/** Ten bins of equal width. */
export function calibrationBins({ scores, fraud }: Scored): Bin[] {
  const bins = Array.from({ length: 10 }, (_, at) => ({ from: at / 10, count: 0, score: 0, fraud: 0 }));
  for (let at = 0; at < scores.length; at++) {
    const bin = bins[Math.min(9, Math.floor((scores[at] as number) * 10))] as (typeof bins)[number];
    bin.count++;
    bin.score += scores[at] as number;
    bin.fraud += fraud[at] as number;
  }
  return bins.map((bin) => ({
    from: bin.from,
    count: bin.count,
    meanScore: bin.count ? bin.score / bin.count : Number.NaN,
    fraudShare: bin.count ? bin.fraud / bin.count : Number.NaN,
  }));
}

/** Returns the expected calibration error over ten bins of equal width. */
export function calibrationError(scored: Scored): number {
  let sum = 0;
  for (const bin of calibrationBins(scored))
    if (bin.count > 0) sum += bin.count * Math.abs(bin.meanScore - bin.fraudShare);
  return sum / scored.scores.length;
}

/** Returns the 95 % interval of a figure by resampling rows, with a seed. */
export function bootstrap(
  scored: Scored,
  figure: (drawn: Scored) => number,
  draws: number,
  seed: number,
): [low: number, high: number] {
  const size = scored.scores.length;
  const values: number[] = [];
  let state = seed >>> 0 || 1;
  const scores = new Float64Array(size);
  const fraud = new Uint8Array(size);
  for (let draw = 0; draw < draws; draw++) {
    for (let at = 0; at < size; at++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const from = (state >>> 0) % size;
      scores[at] = scored.scores[from] as number;
      fraud[at] = scored.fraud[from] as number;
    }
    const value = figure({ scores, fraud });
    if (!Number.isNaN(value)) values.push(value);
  }
  values.sort((a, b) => a - b);
  if (values.length === 0) return [Number.NaN, Number.NaN];
  return [
    values[Math.floor(values.length * 0.025)] as number,
    values[Math.min(values.length - 1, Math.floor(values.length * 0.975))] as number,
  ];
}
