import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { auc, recallAtRate, type Scored, thresholdAt } from '../evaluate/figures.js';
import { priors } from '../src/model/priors.js';
import { clusters } from './clusters.js';
import { readCorpora, type Sample } from './corpora.js';
import { fit, keepSharedSlots, logit, type Row } from './fit.js';
import { generate } from './generator/index.js';
import { optionsOf } from './options.js';
import { placesOf, type Unit, unitOf } from './rows.js';
import { readLots } from './sources.js';
import { fitStumps, stumpsLogit } from './stumps.js';
import { bodyOf, foldOf, TRAINING, type TrainingOptions, weighCopies } from './training.js';

/**
 * Compares kinds of models on the same rows: out of fold, and from one source to another. "made to corpus" trains only
 * on our own generated messages, whose words were not taken from the corpus, and judges the corpus; "corpus to made"
 * is the reverse. A feature that only fits one source fails in these comparisons.
 */
const USAGE = `npm run compare -- --data DIR [--only sms|email] [--card]\n`;

const values = optionsOf(USAGE, {
  data: { type: 'string' },
  only: { type: 'string' },
  card: { type: 'boolean' },
});
const data = values.data ?? process.env.PROTOMDL_FRAUD_DATA;
if (!data) {
  process.stderr.write(USAGE);
  process.exit(2);
}

/** Maximum number of windows of a message that are used for fitting. */
const FITTED_WINDOWS = 3;

type Judge = (row: Row) => number;
interface Variant {
  title: string;
  train(rows: readonly Row[], type: 'email' | 'sms', slots: number): Judge;
}

const regression =
  (change: Partial<TrainingOptions>): Variant['train'] =>
  (rows, type, slots) => {
    const known = priors(type);
    const options = { ...TRAINING[type], ...change };
    const { weights } = fit(rows, known, slots, options);
    return (row) => logit(weights, row, known.length);
  };
const without =
  (part: 'names' | 'slots', train: Variant['train']): Variant['train'] =>
  (rows, type, slots) => {
    const cut = (row: Row): Row =>
      part === 'names'
        ? { ...row, names: new Int32Array(), values: new Float32Array() }
        : { ...row, slots: new Int32Array(), signs: new Int8Array() };
    const judge = train(rows.map(cut), type, slots);
    return (row) => judge(cut(row));
  };

const VARIANTS: readonly Variant[] = [
  { title: 'words alone', train: without('names', regression({})) },
  { title: 'named features alone', train: without('slots', regression({})) },
  { title: 'both (shipped)', train: regression({}) },
  {
    title: 'both, words pulled six times harder to zero',
    train: (rows, type, slots) =>
      regression({ hashStrength: TRAINING[type].hashStrength * 6 })(rows, type, slots),
  },
  {
    title: 'boosted stumps over named features',
    train: (rows, type) => {
      const stumps = fitStumps(rows, priors(type).length, 300);
      return (row) => stumpsLogit(stumps, row);
    },
  },
];

const base = process.env.INIT_CWD ?? process.cwd();
const corpora = await readCorpora(resolve(base, data));
const lines = [
  '| model | kind | AUC out of fold | recall at 0.5 % | made to corpus: AUC | recall at 2 % | corpus to made: AUC | recall at 2 % | others of the folder, flagged at the out-of-fold threshold |',
  '|---|---|---|---|---|---|---|---|---|',
];
for (const type of ['sms', 'email'] as const) {
  if (values.only && values.only !== type) continue;
  const places = placesOf(priors(type));
  const options = TRAINING[type];
  const unitsOf = async (samples: readonly Sample[], weight = 1) => {
    const units: Unit[] = [];
    for (const sample of samples) units.push(await unitOf(sample, type, places, weight));
    return units;
  };
  const units: Unit[] = [];
  const cluster: number[] = [];
  const lots = await readLots(resolve(base, data), type);
  for (const { source, samples } of lots) {
    const own = await unitsOf(samples, source.weight);
    const groups = clusters(
      samples.map(({ content }) => (type === 'email' ? bodyOf(content) : content)),
      source.likeness,
      own.map(({ marks }) => marks),
    );
    weighCopies(own, groups);
    cluster.push(...Array.from(groups, (group) => units.length + group));
    units.push(...own);
  }
  const made = await unitsOf(generate(type, options.made, options.seed), options.madeWeight);
  const others: { name: string; units: Unit[] }[] = [];
  for (const corpus of corpora)
    if (corpus.type === type && !lots.some(({ source }) => source.sha256 === corpus.sha256))
      others.push({ name: corpus.name, units: await unitsOf(corpus.samples.slice(0, 5_000)) });
  const kept = keepSharedSlots(
    [...units, ...made].map(({ rows }) => rows),
    options.leastRows,
    others.flatMap((other) => other.units.flatMap(({ rows }) => rows)),
  );
  const fold = units.map((_, at) => foldOf(cluster[at] as number, options.folds));
  for (const { title, train } of VARIANTS) {
    const fitted = (some: readonly Unit[]) => train(windows(some), type, kept.length);
    const outOfFold = new Float64Array(units.length);
    for (let held = 0; held < options.folds; held++) {
      const judge = fitted([...units.filter((_, at) => fold[at] !== held), ...made]);
      for (const [at, unit] of units.entries()) if (fold[at] === held) outOfFold[at] = most(unit, judge);
    }
    const own = scored(units, (_, at) => outOfFold[at] as number);
    const byMade = fitted(made);
    const byCorpus = fitted(units);
    const toCorpus = scored(units, (unit) => most(unit, byMade));
    const toMade = scored(made, (unit) => most(unit, byCorpus));
    const final = fitted([...units, ...made]);
    const threshold = thresholdAt(own, options.falsePositiveRate);
    const flagged = others
      .map(
        (other) =>
          `${other.name} ${(other.units.filter((unit) => most(unit, final) >= threshold).length / other.units.length).toFixed(4)}`,
      )
      .join(', ');
    const figure = (value: number) => value.toFixed(3);
    lines.push(
      `| ${type} | ${title} | ${figure(auc(own))} | ${figure(recallAtRate(own, 0.005))} | ${figure(auc(toCorpus))} | ${figure(recallAtRate(toCorpus, 0.02))} | ${figure(auc(toMade))} | ${figure(recallAtRate(toMade, 0.02))} | ${flagged} |`,
    );
    process.stdout.write(`${lines.at(-1)}\n`);
  }
}
if (values.card) {
  const card = join(import.meta.dirname, '../models/card.md');
  writeFileSync(
    card,
    readFileSync(card, 'utf8').replace(
      /(<!-- comparison -->)[\s\S]*?(<!-- \/comparison -->)/,
      (_, open: string, close: string) => `${open}\n\n${lines.join('\n')}\n\n${close}`,
    ),
  );
}

/**
 * Returns the first windows of messages as rows. The weight of each window is the weight of its message, divided by
 * the square root of the number of the message's windows.
 */
function windows(units: readonly Unit[]): Row[] {
  return units.flatMap(({ rows, weight }) => {
    const kept = rows.slice(0, FITTED_WINDOWS);
    return kept.map((row) => ({ ...row, weight: weight / Math.sqrt(kept.length) }));
  });
}

function most({ rows }: Unit, judge: Judge): number {
  return rows.reduce((strongest, row) => Math.max(strongest, judge(row)), Number.NEGATIVE_INFINITY);
}

function scored(units: readonly Unit[], judge: (unit: Unit, at: number) => number): Scored {
  return {
    scores: Float64Array.from(units, (unit, at) => judge(unit, at)),
    fraud: Uint8Array.from(units, ({ fraud }) => (fraud ? 1 : 0)),
  };
}
