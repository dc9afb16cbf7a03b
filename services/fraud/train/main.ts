import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeModel } from '../src/model/model-file.js';
import { readCorpus } from './corpora.js';
import { optionsOf } from './options.js';
import { trainModel } from './training.js';

/** Corpora whose terms allow weights made from them, bound to their bytes. */
const SOURCES = {
  sms: {
    file: 'sms/uci.tsv',
    sha256: '76405a0d457e7fcae7d9d688a1db78d4c7666ace301e18a4f0d9f628764344df',
    title: 'UCI SMS Spam Collection',
    terms: 'CC BY 4.0',
  },
  email: {
    file: 'email/spamassassin-1.tar.xz',
    sha256: '4ce11328867823a5a21514c0bfac7cac98f8366a1eff1dad6f321c696636a750',
    title: 'SpamAssassin public corpus, part 1 and half of hard-ham',
    terms: 'senders keep their rights; not redistributed',
  },
} as const;

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
  const source = SOURCES[type];
  const corpus = await readCorpus(join(resolve(base, data), source.file), type);
  if (corpus.sha256 !== source.sha256) {
    process.stderr.write(
      `${source.file} is not the file that these weights are made from: SHA-256 ${corpus.sha256}.\n`,
    );
    process.exit(3);
  }
  const { content, report } = await trainModel(type, corpus.samples);
  const bytes = encodeModel(content);
  writeFileSync(join(out, `${type}.bin`), bytes);
  reports[type] = { ...report, source };
  const { outOfFold } = report;
  process.stdout.write(
    `${type}: ${report.rows} rows, AUC ${outOfFold.auc} out of fold, recall ${outOfFold.recall} at a false-positive rate of ${outOfFold.falsePositiveRate}, threshold ${content.threshold}, ${bytes.length} bytes, ${report.seconds} s\n`,
  );
}
// Without times: the report of a second run is equal byte for byte, as the weights are.
writeFileSync(
  reportFile,
  `${JSON.stringify(reports, (key, value) => (key === 'seconds' ? undefined : value), 2)}\n`,
);
