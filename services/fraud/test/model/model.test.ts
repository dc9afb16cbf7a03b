import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atThreshold, auc, averagePrecision, thresholdAt } from '../../evaluate/figures.js';
import { messageOf } from '../../src/judge/message.js';
import { calibrated, fitCalibration } from '../../src/model/calibration.js';
import { exp, ln } from '../../src/model/elementary.js';
import { examine } from '../../src/model/features.js';
import { decodeModel, encodeModel, ModelFileError } from '../../src/model/model-file.js';
import { loadModels } from '../../src/model/models.js';
import { score } from '../../src/model/score.js';
import { clusters, fourGrams, nearKey } from '../../train/clusters.js';
import type { Sample } from '../../train/corpora.js';
import { Chooser } from '../../train/generator/grammar.js';
import { generate } from '../../train/generator/index.js';
import type { Lot } from '../../train/sources.js';
import { trainModel } from '../../train/training.js';

test('exponential and logarithm agree with those of the engine', () => {
  const [small, large] = [
    fc.double({ min: -300, max: 300, noNaN: true }),
    fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
  ];
  fc.assert(fc.property(small, (x) => Math.abs(exp(x) / Math.exp(x) - 1) < 1e-14));
  const near = (x: number) => Math.abs(ln(x) - Math.log(x)) <= 1e-14 * Math.max(1, Math.abs(Math.log(x)));
  fc.assert(fc.property(large, near));
});

const OPTIONS = {
  hashStrength: 3,
  leastRows: 2,
  iterations: 15,
  rounds: 2,
  folds: 3,
  made: 60,
  madeWeight: 0.5,
  seed: 4,
  wordBound: 2,
  prior: 0.03,
  falsePositiveRate: 0.01,
};

const SOURCE = {
  file: 'made',
  sha256: '',
  title: 'made',
  years: '',
  terms: '',
  weight: 1,
  share: 1,
  likeness: 0.5,
};
const lot = (samples: Sample[], share = 1): Lot => ({ source: { ...SOURCE, share }, samples });

test('training twice gives equal bytes, and another seed gives different bytes', async () => {
  const samples = generate('sms', 300, 12);
  const bytes = async (seed: number) =>
    Buffer.from(encodeModel((await trainModel('sms', [lot(samples)], { ...OPTIONS, seed })).content));
  const first = await bytes(4);
  expect((await bytes(4)).equals(first)).toBe(true);
  expect((await bytes(5)).equals(first)).toBe(false);
  expect(first.length).toBeLessThanOrEqual(512 * 1024);
});

test('a source that represents no share of the stream is used for training, but not for calibration and threshold', async () => {
  const first = lot(generate('sms', 150, 12));
  const honest = generate('sms', 60, 13).map((sample) => ({ ...sample, fraud: false }));
  const trained = (share: number) => trainModel('sms', [first, lot(honest, share)], OPTIONS);
  const alone = (await trainModel('sms', [first], OPTIONS)).content;
  const [without, counted] = [await trained(0), await trained(1)];
  expect(without.content.bias).not.toBe(alone.bias);
  expect(without.content.calibration.odds).toBe(alone.calibration.odds);
  expect(counted.content.calibration.odds).toBeLessThan(alone.calibration.odds);
  expect(without.report.sources[1]?.flagged).toBeGreaterThanOrEqual(0);
});

test('a model separates the two classes of its rows, out of fold', async () => {
  const { report } = await trainModel('email', [lot(generate('email', 240, 12))], { ...OPTIONS, made: 0 });
  expect(report.outOfFold.auc).toBeGreaterThan(0.95);
});

const CONTENT = {
  type: 'sms' as const,
  bias: 0,
  named: [] as [string, number][],
  slots: new Float64Array(2 ** 18).fill(0.25),
  calibration: { points: [], slope: 1, intercept: 0, odds: 1 },
  prior: 0.5,
  wordBound: 2,
  threshold: 0.5,
};

const scoreOf = async (content: string, weight: number, bias = 0) => {
  const slots = CONTENT.slots.map((_, slot) => (slot % 2 ? weight : -weight));
  const model = decodeModel(encodeModel({ ...CONTENT, bias, slots }));
  const { views } = examine(await messageOf({ dataType: 'sms', content }));
  return { ...score({ findings: [], views }, model), windows: views.length };
};

test('a text with fewer than 60 slots counts as if it had 60, several windows lower the log odds, and no score is a certainty', async () => {
  const short = await scoreOf('hackaday.com', 1);
  const { slots, signs } = short.view.hashed;
  const sum = slots.reduce((total, slot, at) => total + (signs[at] as number) * (slot % 2 ? 1 : -1), 0);
  expect(slots.length).toBeLessThan(60);
  expect(short.words).toBeCloseTo(Math.max(-2, sum / Math.sqrt(60)), 5);
  const long = await scoreOf('We meet on Monday in the park near the river. '.repeat(20), 0);
  expect(long.windows).toBeGreaterThan(4);
  expect(long.logit).toBeCloseTo(-0.3 * Math.log(4), 10);
  expect((await scoreOf('See you.', 0, 50)).probability).toBe(0.9999);
});

test('any damaged byte of a model file is noticed', async () => {
  const bytes = encodeModel({ ...CONTENT, bias: -1, named: [['a', 0.5]] });
  expect(decodeModel(bytes)).toMatchObject({ type: 'sms', bias: -1, threshold: 0.5 });
  const chooser = new Chooser(3);
  for (let n = 0; n < 30; n++) {
    const damaged = Uint8Array.from(bytes);
    damaged[chooser.below(damaged.length)]! ^= 1 << chooser.below(8);
    expect(() => decodeModel(damaged)).toThrow(ModelFileError);
  }
  expect(() => decodeModel(bytes.slice(0, 1000))).toThrow(ModelFileError);
});

test('a model without a weight for an indicator is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-models-'));
  const models = new URL('../../models/', import.meta.url);
  for (const name of ['sms.bin', 'email.bin'])
    await writeFile(join(folder, name), await readFile(new URL(name, models)));
  const place = pathToFileURL(`${folder}/`);
  await expect(loadModels(place)).resolves.toBeDefined();
  const { named: all, ...sms } = decodeModel(await readFile(new URL('sms.bin', models)));
  const named = [...all].filter(([name]) => name !== 'text.prize');
  await writeFile(join(folder, 'sms.bin'), encodeModel({ ...sms, slots: CONTENT.slots, named }));
  await expect(loadModels(place)).rejects.toThrow('The SMS model has no weight for text.prize');
  await rm(folder, { recursive: true });
});

test('calibrated probabilities rise with the log odds and match the shares of the rows', () => {
  const chooser = new Chooser(8);
  const logits = Float64Array.from({ length: 4000 }, () => chooser.below(1000) / 100 - 5);
  const fraud = Uint8Array.from(logits, (z) =>
    chooser.below(10_000) < 10_000 / (1 + Math.exp(-1.5 * z)) ? 1 : 0,
  );
  const calibration = fitCalibration(logits, fraud);
  for (let z = -8; z < 8; z += 0.05)
    expect(calibrated(z + 0.05, calibration, 0.5)).toBeGreaterThan(calibrated(z, calibration, 0.5));
  for (const z of [-3, -1, 0, 1, 3])
    expect(Math.abs(calibrated(z, calibration, 0.5) - 1 / (1 + Math.exp(-1.5 * z)))).toBeLessThan(0.05);
});

const scored = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { minLength: 2, maxLength: 60 })
  .map((rows) => ({
    scores: Float64Array.from(rows, ([value]) => value / 20),
    fraud: Uint8Array.from(rows, ([, label]) => (label ? 1 : 0)),
  }));

test('AUC is the share of pairs in the right order', () => {
  fc.assert(
    fc.property(scored, (set) => {
      const scoresOf = (label: number) => [...set.scores].filter((_, at) => set.fraud[at] === label);
      const pairs = scoresOf(1).flatMap((one) =>
        scoresOf(0).map((other) => (Math.sign(one - other) + 1) / 2),
      );
      const won = pairs.reduce((sum, pair) => sum + pair, 0);
      const value = auc(set);
      if (pairs.length === 0) expect(value).toBeNaN();
      else expect(value).toBeCloseTo(won / pairs.length, 10);
    }),
  );
});

test('average precision has the known value for a known ranking', () => {
  const ranking = { scores: Float64Array.of(0.9, 0.8, 0.7, 0.6), fraud: Uint8Array.of(1, 0, 1, 0) };
  expect(averagePrecision(ranking)).toBeCloseTo((1 + 2 / 3) / 2, 12);
});

test('a threshold keeps its false-positive rate', () => {
  fc.assert(
    fc.property(scored, fc.constantFrom(0, 0.1, 0.5), (set, rate) => {
      const { falsePositiveRate } = atThreshold(set, thresholdAt(set, rate));
      if (!Number.isNaN(falsePositiveRate)) expect(falsePositiveRate).toBeLessThanOrEqual(rate);
    }),
  );
});

test('clusters equal the clusters that a comparison of all pairs gives', () => {
  const texts = generate('sms', 160, 6).map(({ content }) => content);
  const found = clusters(texts);
  const keys = texts.map(nearKey);
  const grams = keys.map((key) => new Set(fourGrams(key)));
  const isNear = (i: number, j: number) => {
    const common = [...grams[i]!].filter((gram) => grams[j]!.has(gram)).length;
    return keys[i] === keys[j] || common / (grams[i]!.size + grams[j]!.size - common) > 0.5;
  };
  const group = texts.map((_, at) => at);
  for (let i = 0; i < texts.length; i++)
    for (let j = 0; j < i; j++) {
      const [from, to] = [group[i], group[j] as number];
      if (isNear(i, j)) for (const at of group.keys()) if (group[at] === from) group[at] = to;
    }
  for (let i = 0; i < texts.length; i++)
    for (let j = 0; j < i; j++) expect(found[i] === found[j]).toBe(group[i] === group[j]);
});
