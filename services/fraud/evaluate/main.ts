import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Corpus, readCorpora, readCorpus } from '../train/corpora.js';
import { optionsOf } from '../train/options.js';
import { nearTraining } from './neighbours.js';
import { bogofilter, type PeerResult, spamAssassin } from './peers.js';
import { foldsTable, htmlPage, markdownTables, peersTable, type Report, type Trained } from './report.js';
import { httpWay, libraryWay, remembering } from './scorers.js';
import { evaluateSet } from './sets.js';
import { calls, stress, stressTable } from './stress.js';

const USAGE = `npm run evaluate -- --data DIR [--training DIR] [--url URL --token TOKEN] [--out DIR] [--peers N] [--stress DIR] [--calls FILE] [--card]

  --data      folder with sms/*.tsv, sms/*.txt.gz, email/*.tar.xz (or PROTOMDL_FRAUD_DATA)
  --training  folder of the training corpora, to take near copies of them out of the tests; by default the data folder
  --url       judge by a running service instead of the library; --token or FRAUD_TOKEN is its bearer token
  --out       where evaluation.json and evaluation.html go; by default the current folder
  --peers     ask SpamAssassin and bogofilter too, on at most N messages of each kind
  --stress    folder of stress sets: the same lures bare, above threads, with padding, disguised; notices of real firms
  --calls     table of calls, which are judged as phone: the number, then what was said
  --card      write the tables into models/card.md
`;

const values = optionsOf(USAGE, {
  data: { type: 'string' },
  training: { type: 'string' },
  url: { type: 'string' },
  token: { type: 'string' },
  out: { type: 'string' },
  peers: { type: 'string' },
  stress: { type: 'string' },
  calls: { type: 'string' },
  card: { type: 'boolean' },
});
const data = values.data ?? process.env.PROTOMDL_FRAUD_DATA;
if (!data) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const base = process.env.INIT_CWD ?? process.cwd();
const models = new URL('../models/', import.meta.url);
const training = JSON.parse(readFileSync(new URL('training.json', models), 'utf8')) as Record<
  string,
  Trained
>;
const trainedOn = new Set(
  Object.values(training).flatMap(({ sources }) => sources.map(({ sha256 }) => sha256)),
);

const corpora = await readCorpora(resolve(base, data));
const sources = (values.training ? await readCorpora(resolve(base, values.training)) : corpora).filter(
  ({ sha256 }) => trainedOn.has(sha256),
);
if (corpora.length === 0) {
  process.stderr.write(
    `No corpus is in ${data}: sms/*.tsv, sms/*.txt.gz and email/*.tar.xz are looked for.\n`,
  );
  process.exit(3);
}
const token = values.token ?? process.env.FRAUD_TOKEN ?? '';
const way = values.url ? httpWay(values.url, token) : await libraryWay();

const report: Report = {
  modelVersion: '',
  way: values.url ? 'http' : 'library',
  sets: [],
  peers: [],
  training,
};
for (const corpus of corpora) {
  const once = remembering(way.judge);
  for (const set of testSets(corpus)) {
    const result = await evaluateSet(set, once);
    report.sets.push(result);
    const { auc, recall, falsePositiveRate, calibrationError } = result.figures;
    const number = ({ value }: { value: number }) => (Number.isNaN(value) ? '–' : value.toFixed(4));
    process.stdout.write(
      `${set.name}: ${result.rows} rows (${result.fraud} fraud), AUC ${number(auc)}, recall ${number(recall)}, false positives ${number(falsePositiveRate)}, ECE ${number(calibrationError)}, ${result.perSecond}/s\n`,
    );
  }
  if (values.peers && corpus.type === 'email' && !trainedOn.has(corpus.sha256))
    report.peers.push(...(await askPeers(corpus, Number(values.peers))));
}

const stressed = values.stress
  ? await stress(await readCorpora(resolve(base, values.stress)), way.judge)
  : [];
if (stressed.length > 0) process.stdout.write(`${stressTable(stressed)}\n`);
const called = values.calls
  ? await calls([await readCorpus(resolve(base, values.calls), 'sms')], way.judge)
  : '';
if (called !== '') process.stdout.write(`${called}\n`);
report.modelVersion = way.modelVersion();
const out = resolve(base, values.out ?? '.');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'evaluation.json'), `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(join(out, 'evaluation.html'), htmlPage(report));
process.stdout.write(`${join(out, 'evaluation.html')}\n`);
if (values.card) writeCard(report);

/** Returns the whole corpus and, for texts, the corpus without copies and near copies of training texts. */
function testSets(corpus: Corpus) {
  const trained = trainedOn.has(corpus.sha256);
  const whole = { ...corpus, trained };
  const known = sources
    .filter(({ type }) => type === corpus.type)
    .flatMap(({ samples }) => samples.map(({ content }) => content));
  if (trained || corpus.type === 'email' || known.length === 0) return [whole];
  const { equal, near } = nearTraining(
    known,
    corpus.samples.map(({ content }) => content),
  );
  return [
    whole,
    {
      ...whole,
      timed: false,
      name: `${corpus.name}, copies removed`,
      samples: corpus.samples.filter((_, at) => !equal[at]),
    },
    {
      ...whole,
      timed: false,
      name: `${corpus.name}, near copies removed`,
      samples: corpus.samples.filter((_, at) => !near[at]),
    },
  ];
}

async function askPeers(corpus: Corpus, most: number): Promise<PeerResult[]> {
  const kinds = new Map<string, number>();
  const samples = corpus.samples.filter(({ kind }) => {
    const count = kinds.get(kind) ?? 0;
    kinds.set(kind, count + 1);
    return count < most;
  });
  const known = sources.filter(({ type }) => type === 'email').flatMap((source) => source.samples);
  // bogofilter's results depend on a few unusual legitimate mails in its training data, so the table shows the results
  // with and without these mails.
  const usual = known.filter(({ kind }) => kind !== 'ham/hard');
  const results = [
    await spamAssassin(corpus.name, samples),
    await bogofilter('bogofilter', corpus.name, known, samples),
    await bogofilter('bogofilter, taught without ham/hard', corpus.name, usual, samples),
  ];
  return results.filter((result) => result !== undefined);
}

function writeCard(report: Report): void {
  const card = new URL('card.md', models);
  if (!existsSync(card)) return;
  const tables = [
    ['figures', markdownTables(report)],
    ['folds', foldsTable(training)],
    ...(stressed.length > 0 ? [['stress', stressTable(stressed)]] : []),
    ...(called === '' ? [] : [['calls', called]]),
    // If this run does not include the other filters, their results of an earlier run are kept.
    ...(report.peers.length > 0 ? [['peers', peersTable(report)]] : []),
  ] as [mark: string, table: string][];
  let text = readFileSync(card, 'utf8');
  for (const [mark, table] of tables) {
    text = text.replace(
      new RegExp(`(<!-- ${mark} -->)[\\s\\S]*?(<!-- /${mark} -->)`),
      (_, open: string, close: string) => `${open}\n\n${table}\n\n${close}`,
    );
  }
  writeFileSync(card, text);
}
