import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../src/judge/message.js';
import { examine } from '../src/model/features.js';
import { decodeModel, encodeModel } from '../src/model/model-file.js';
import { score } from '../src/model/score.js';
import { readCorpora } from './corpora.js';
import { optionsOf } from './options.js';
import { readLots } from './sources.js';
import { TRAINING, type TrainingOptions, trainModel } from './training.js';

/** Trains variants of the models on the same rows, and compares them out of fold and on the other corpora. */
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

const VARIANTS: readonly [title: string, change: (options: TrainingOptions) => Partial<TrainingOptions>][] = [
  ['words alone', () => ({ parts: 'words' })],
  ['named features alone', () => ({ parts: 'names' })],
  ['both (shipped)', () => ({})],
  ['both, words pulled six times harder to zero', ({ hashStrength }) => ({ hashStrength: hashStrength * 6 })],
];
/** Number of messages of another corpus that are judged. */
const OTHERS = 5_000;

const folder = resolve(process.env.INIT_CWD ?? process.cwd(), data);
const corpora = await readCorpora(folder);
const lines = [
  '| model | kind | AUC out of fold | recall at 0.5 % | others of the folder, flagged |',
  '|---|---|---|---|---|',
];
for (const type of ['sms', 'email'] as const) {
  if (values.only && values.only !== type) continue;
  const lots = await readLots(folder, type);
  const others = corpora.filter(
    (corpus) => corpus.type === type && !lots.some(({ source }) => source.sha256 === corpus.sha256),
  );
  for (const [title, change] of VARIANTS) {
    const options = { ...TRAINING[type], ...change(TRAINING[type]) };
    const { content, report } = await trainModel(type, lots, options);
    const model = decodeModel(encodeModel(content));
    const shares: string[] = [];
    for (const { name, samples } of others) {
      let flagged = 0;
      for (const { content } of samples.slice(0, OTHERS))
        if (
          score(examine(await messageOf({ dataType: type, content })), model).probability >= model.threshold
        )
          flagged++;
      shares.push(`${name} ${(flagged / Math.min(OTHERS, samples.length)).toFixed(4)}`);
    }
    const { auc, recallAtHalfPercent } = report.outOfFold;
    lines.push(
      `| ${type} | ${title} | ${auc.toFixed(3)} | ${recallAtHalfPercent.toFixed(3)} | ${shares.join(', ')} |`,
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
