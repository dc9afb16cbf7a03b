import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nearTraining } from '../../evaluate/neighbours.js';
import { spamAssassin } from '../../evaluate/peers.js';
import { foldsTable, htmlPage, markdownTables } from '../../evaluate/report.js';
import type { Scorer } from '../../evaluate/scorers.js';
import { evaluateSet } from '../../evaluate/sets.js';
import { type Corpus, readCorpora } from '../../train/corpora.js';

const hasXz = spawnSync('xz', ['--version']).error === undefined;
let folder: string;
let corpora: Corpus[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fraud-corpora-'));
  mkdirSync(join(folder, 'sms'));
  mkdirSync(join(folder, 'email'));
  writeFileSync(
    join(folder, 'sms/a.tsv'),
    'label\ttext\nham\tsee you at five\nspam\tyou won a prize\tclaim it\nsmishing\tlog in here\n',
  );
  writeFileSync(join(folder, 'sms/b.txt.gz'), gzipSync('one line\nanother line\n\n'));
  if (hasXz) {
    const mails = join(folder, 'mails');
    for (const path of ['ham/easy-1.eml', 'ham/hard-1.eml', 'spam/1.eml', 'loose.eml']) {
      mkdirSync(join(mails, path, '..'), { recursive: true });
      writeFileSync(join(mails, path), Buffer.from(`Subject: ${path}\r\n\r\ncaf\xe9`, 'latin1'));
    }
    execFileSync('tar', ['-cJf', join(folder, 'email/c.tar.xz'), '-C', mails, 'ham', 'spam', 'loose.eml']);
  }
  corpora = await readCorpora(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('corpora are read in each format', () => {
  const [table, lines] = corpora;
  expect(table?.samples).toEqual([
    { content: 'see you at five', fraud: false, kind: 'sms' },
    { content: 'you won a prize\tclaim it', fraud: true, kind: 'sms' },
    { content: 'log in here', fraud: true, kind: 'sms' },
  ]);
  expect(lines?.samples.map(({ content, fraud }) => [content, fraud])).toEqual([
    ['one line', false],
    ['another line', false],
  ]);
});

test.runIf(hasXz)(
  'in an archive of mails, the folders are the labels; a file outside of folders is fraud',
  () => {
    const mails = corpora[2]?.samples ?? [];
    const labels = mails.map(({ kind, fraud }) => `${kind} ${fraud}`).join(', ');
    expect(labels).toBe('ham/easy false, ham/hard false, spam true, spam true');
    expect(mails[0]?.content).toContain('caf\xe9');
  },
);

/** Creates a folder with one corpus of text messages. */
function folderWith(name: string, rows: string): string {
  const path = mkdtempSync(join(folder, 'one-'));
  mkdirSync(join(path, 'sms'));
  writeFileSync(join(path, 'sms', name), `label\ttext\n${rows}\n`);
  return path;
}

test('an unknown label is an error with its line', async () => {
  await expect(readCorpora(folderWith('x.tsv', 'ham\ta\nmaybe\tb'))).rejects.toThrow('x.tsv, line 3');
});

test('training refuses a corpus that differs from the corpus of the shipped weights', () => {
  const data = folderWith('uci.tsv', 'ham\tsee you at five\nspam\tyou won a prize');
  const out = join(data, 'models');
  const fraud = join(import.meta.dirname, '../..');
  const program = ['--conditions=source', '--import', 'tsx', join(fraud, 'train/main.ts')];
  const args = [...program, '--only', 'sms', '--data', data, '--out', out];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: fraud, encoding: 'utf8' });
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^sms\/uci\.tsv is not the file .*: SHA-256 [0-9a-f]{64}\.\n$/);
  expect(readdirSync(out)).toEqual([]);
});

test('near copies of training texts are recognised, and other texts are not', () => {
  const training = ['You have won a prize of 500 pounds, call 0900 1234 to claim it today'];
  const found = nearTraining(training, [
    'You have won a prize of 900 pounds, call 0900 9999 to claim it today!',
    'You have won a big prize of 500 pounds, call 0900 to claim it now',
    'shall we meet for lunch tomorrow',
  ]);
  expect(found).toMatchObject({ equal: [true, false, false], near: [true, true, false] });
});

// Judges a text as fraud if it contains the letter "o" twice, so that the expected figures can be counted by hand.
const byLetter: Scorer = async (_, content) =>
  content === 'log in here'
    ? undefined
    : { isFraud: /o.*o/.test(content), confidenceScore: /o.*o/.test(content) ? 0.9 : 0.1, codes: ['x'] };

test('a set is scored, counted and reported', async () => {
  const set = await evaluateSet({ ...(corpora[0] as Corpus), trained: false }, byLetter);
  expect(set).toMatchObject({
    ...{ rows: 2, fraud: 1, refused: 1 },
    figures: { recall: { value: 1 }, falsePositiveRate: { value: 0 }, auc: { value: 1 } },
  });
  expect(set.figures.brier.value).toBeCloseTo(0.01, 10);
  const report = {
    modelVersion: '1.<b>',
    way: 'library' as const,
    sets: [set],
    peers: [],
    training: { sms: { sources: [], rows: 2, fraud: 1, clusters: 2, outOfFold: { auc: 1 } } },
  };
  expect(markdownTables(report)).toContain('| a.tsv | 2 (1) | 1.000');
  expect(foldsTable(report.training)).toContain('| sms | 2 (1), 2 | 1.000 | –');
  const page = htmlPage(report);
  expect(page).not.toContain('prize');
  expect(page).not.toContain('1.<b>');
  expect(page).toContain('<circle');
});

test('a message on which a filter crashes or takes too long counts as not judged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fraud-peers-'));
  const script = join(folder, 'spamassassin');
  writeFileSync(
    script,
    `#!${process.execPath}
if (process.argv[2] === '--version') process.exit(0);
const text = require('fs').readFileSync(0, 'utf8');
if (text === 'slow') setInterval(() => undefined, 1000);
else process.exit({ spam: 5, ham: 0, broken: 64, fault: 1 }[text]);
`,
    { mode: 0o755 },
  );
  vi.stubEnv('PATH', folder);
  const sample = (content: string, fraud: boolean) => ({ content, fraud, kind: 'x' });
  const messages = [
    sample('spam', true),
    sample('ham', true),
    sample('broken', true),
    sample('fault', false),
  ];
  const result = await spamAssassin('a.tar.xz', [...messages, sample('ham', false)]);
  const late = await spamAssassin('a.tar.xz', [sample('slow', false)], 100);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  expect(result).toMatchObject({ rows: 3, fraud: 2, failed: 2, recall: 0.5, falsePositiveRate: 0 });
  expect(late).toMatchObject({ rows: 0, failed: 1 });
});
