import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NOTE_MODEL_FILE } from '../src/transactions/note-score.js';
import { generate } from '../train/generator/index.js';
import { optionsOf } from '../train/options.js';
import { readLots } from '../train/sources.js';
import { TRAINING } from '../train/training.js';
import { fitNotes } from './note-fit.js';

/** Trains the model for the notes of payments on the corpora of the model for text messages. */
const USAGE = `npm run notes -- --data DIR

  --data  folder of the corpora (or PROTOMDL_FRAUD_DATA)
`;
const { data = process.env.PROTOMDL_FRAUD_DATA } = optionsOf(USAGE, { data: { type: 'string' } });
if (!data) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const lots = await readLots(resolve(process.env.INIT_CWD ?? process.cwd(), data), 'sms');
const { made, seed, madeWeight } = TRAINING.sms;
const { model, report } = fitNotes([
  ...lots.flatMap(({ source, samples }) => samples.map((sample) => ({ ...sample, weight: source.weight }))),
  ...generate('sms', made, seed).map((sample) => ({ ...sample, weight: madeWeight })),
]);
const sources = lots.map(({ source }) => source.file);
await writeFile(NOTE_MODEL_FILE, `${JSON.stringify({ sources, report, ...model }, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(report)}\n`);
