import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeModel } from '../src/model/model-file.js';
import { optionsOf } from './options.js';
import { readLots, SourceError } from './sources.js';
import { trainModel } from './training.js';

const USAGE = `npm run train -- --data DIR [--out DIR] [--only sms|email]

  --data  folder of the corpora (or PROTOMDL_FRAUD_DATA)
  --out   where the models go; by default models/
  --only  one of the two models
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
const reportFile = join(out, 'training.json');
const reports: Record<string, object> =
  values.only && existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : {};
for (const type of ['sms', 'email'] as const) {
  if (values.only && values.only !== type) continue;
  const lots = await readLots(resolve(base, data), type).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(3);
  });
  const { content, report } = await trainModel(type, lots);
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
// The report contains no times, so that a second run gives the same bytes.
writeFileSync(
  reportFile,
  `${JSON.stringify(reports, (key, value) => (key === 'seconds' ? undefined : value), 2)}\n`,
);
