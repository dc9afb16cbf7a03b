import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { encodeModel } from '../src/model/model-file.js';
import { NOTE_MODEL_FILE } from '../src/transactions/note-score.js';
import { generate } from './generator/index.js';
import { fitNotes, noteSources } from './notes.js';
import { optionsOf } from './options.js';
import { type Lot, readLots, SourceError } from './sources.js';
import { TRAINING, trainModel } from './training.js';

const USAGE = `npm run train -- --data DIR [--out DIR] [--only sms|email|notes]

  --data  folder of the corpora (or PROTOMDL_FRAUD_DATA)
  --out   where the models go; by default models/
  --only  one of the three models; the model of payment notes learns from the texts of the SMS model
`;

const values = optionsOf(USAGE, {
  data: { type: 'string' },
  out: { type: 'string' },
  only: { type: 'string' },
});
const data = values.data ?? process.env.PROTOMDL_FRAUD_DATA;
if (!data) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const base = process.env.INIT_CWD ?? process.cwd();
const out = resolve(base, values.out ?? join(import.meta.dirname, '../models'));
mkdirSync(out, { recursive: true });

async function lotsOf(type: 'email' | 'sms'): Promise<Lot[]> {
  return readLots(resolve(base, data as string), type).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(3);
  });
}

const reportFile = join(out, 'training.json');
const reports: Record<string, object> =
  values.only && existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : {};
for (const type of ['sms', 'email'] as const) {
  if (values.only && values.only !== type) continue;
  const { content, report } = await trainModel(type, await lotsOf(type));
  const bytes = encodeModel(content);
  writeFileSync(join(out, `${type}.bin`), bytes);
  reports[type] = report;
  const { outOfFold } = report;
  process.stdout.write(
    `${type}: ${report.rows} rows, AUC ${outOfFold.auc} out of fold, recall ${outOfFold.recall} at a false-positive rate of ${outOfFold.falsePositiveRate}, threshold ${content.threshold}, ${bytes.length} bytes, ${report.seconds} s\n`,
  );
  for (const { file, rows, caught, reviewed, flagged } of report.sources)
    process.stdout.write(
      `  ${file}: ${rows} rows, caught ${caught}, at review ${reviewed}, flagged ${flagged}\n`,
    );
  process.stdout.write(`  ${JSON.stringify(report.wordBounds)} ECE ${outOfFold.calibrationError}\n`);
}
if (!values.only || values.only === 'notes') {
  const { made, seed, madeWeight } = TRAINING.sms;
  const { model, report } = fitNotes([
    ...noteSources(await lotsOf('sms')),
    ...generate('sms', made, seed).map((sample) => ({ ...sample, weight: madeWeight })),
  ]);
  const file = join(out, basename(NOTE_MODEL_FILE.pathname));
  writeFileSync(file, `${JSON.stringify({ report, ...model }, null, 2)}\n`);
  process.stdout.write(`notes: ${JSON.stringify(report)}\n`);
}
// The report contains no times, so that a second run gives the same bytes.
writeFileSync(
  reportFile,
  `${JSON.stringify(reports, (key, value) => (key === 'seconds' ? undefined : value), 2)}\n`,
);
