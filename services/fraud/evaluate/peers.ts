import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sample } from '../train/corpora.js';

export interface PeerResult {
  peer: string;
  set: string;
  rows: number;
  fraud: number;
  recall: number;
  falsePositiveRate: number;
  perSecond: number;
}

const installed = (command: string) =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/** SpamAssassin without network and without Bayes, at its own threshold of 5 points. */
export async function spamAssassin(set: string, samples: readonly Sample[]): Promise<PeerResult | undefined> {
  if (!installed('spamassassin')) return undefined;
  const started = performance.now();
  const verdicts = new Map<Sample, boolean>();
  for (const sample of samples) {
    const { code } = await piped('spamassassin', ['-L', '-x', '-e', '--cf=use_bayes 0'], sample.content);
    verdicts.set(sample, code !== 0);
  }
  return summed('SpamAssassin', set, samples, (sample) => verdicts.get(sample) === true, started);
}

/** bogofilter with a word list of the training mails. Unsure counts by its score against one half. */
export async function bogofilter(
  set: string,
  training: readonly Sample[],
  samples: readonly Sample[],
): Promise<PeerResult | undefined> {
  if (!installed('bogofilter') || training.length === 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fraud-bogofilter-'));
  try {
    for (const [at, sample] of training.entries())
      writeFileSync(join(folder, `${sample.fraud ? 's' : 'n'}${at}`), sample.content, 'latin1');
    for (const kind of ['s', 'n']) {
      const names = [...training.entries()]
        .filter(([, sample]) => (kind === 's') === sample.fraud)
        .map(([at]) => join(folder, `${kind}${at}`));
      await new Promise<void>((resolve, reject) => {
        const child = spawn('bogofilter', ['-d', folder, `-${kind}`, '-b'], {
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        child.on('error', reject);
        child.on('close', () => resolve());
        child.stdin.end(`${names.join('\n')}\n`);
      });
    }
    const started = performance.now();
    const verdicts = new Map<Sample, boolean>();
    for (const sample of samples) {
      const { out } = await piped('bogofilter', ['-d', folder, '-v'], sample.content);
      verdicts.set(sample, Number(/spamicity=([\d.]+)/.exec(out)?.[1] ?? 0) >= 0.5);
    }
    return summed('bogofilter', set, samples, (sample) => verdicts.get(sample) === true, started);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function piped(command: string, args: string[], input: string): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      args,
      { encoding: 'latin1', maxBuffer: 1 << 26, timeout: 60_000 },
      (error, out) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, out });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(Buffer.from(input, /[^\0-\xff]/.test(input) ? 'utf8' : 'latin1'));
  });
}

function summed(
  peer: string,
  set: string,
  samples: readonly Sample[],
  flagged: (sample: Sample) => boolean,
  started: number,
): PeerResult {
  const fraud = samples.filter((sample) => sample.fraud);
  const legitimate = samples.filter((sample) => !sample.fraud);
  const share = (list: readonly Sample[]) =>
    list.length === 0 ? Number.NaN : list.filter(flagged).length / list.length;
  return {
    peer,
    set,
    rows: samples.length,
    fraud: fraud.length,
    recall: share(fraud),
    falsePositiveRate: share(legitimate),
    perSecond: Math.round((samples.length / (performance.now() - started)) * 10_000) / 10,
  };
}
