import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sample } from '../train/corpora.js';

export interface PeerResult {
  peer: string;
  set: string;
  /** Number of messages that the filter judged. */
  rows: number;
  fraud: number;
  /** Number of messages on which the filter crashed or took too long; they count as neither flagged nor accepted. */
  failed: number;
  recall: number;
  falsePositiveRate: number;
  perSecond: number;
}

const installed = (command: string) =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The filter's verdict on one message; undefined if it failed. */
type PeerVerdict = boolean | undefined;

const PATIENCE = 60_000;
// Exit code of `spamassassin -e` for spam; all other codes except 0 are failures.
const SPAM_EXIT = 5;

/** Runs SpamAssassin without network and without Bayes, at its own threshold of 5 points. */
export async function spamAssassin(
  set: string,
  samples: readonly Sample[],
  patience = PATIENCE,
): Promise<PeerResult | undefined> {
  if (!installed('spamassassin')) return undefined;
  const started = performance.now();
  const verdicts = new Map<Sample, PeerVerdict>();
  for (const sample of samples) {
    const args = ['-L', '-x', '-e', '--cf=use_bayes 0'];
    const { code } = await piped('spamassassin', args, sample.content, patience);
    verdicts.set(sample, code === SPAM_EXIT ? true : code === 0 ? false : undefined);
  }
  return summed('SpamAssassin', set, verdicts, started);
}

/**
 * Runs bogofilter after training it with the given mails. For "unsure", a score of one half or more counts as spam.
 */
export async function bogofilter(
  name: string,
  set: string,
  training: readonly Sample[],
  samples: readonly Sample[],
  patience = PATIENCE,
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
    const verdicts = new Map<Sample, PeerVerdict>();
    for (const sample of samples) {
      const { out } = await piped('bogofilter', ['-d', folder, '-v'], sample.content, patience);
      const score = /spamicity=([\d.]+)/.exec(out)?.[1];
      verdicts.set(sample, score === undefined ? undefined : Number(score) >= 0.5);
    }
    return summed(name, set, verdicts, started);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the exit code and the output. The code is undefined if a signal ended the command, for example after a
 * time-out.
 */
function piped(
  command: string,
  args: string[],
  input: string,
  timeout: number,
): Promise<{ code: number | undefined; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      args,
      { encoding: 'latin1', maxBuffer: 1 << 26, timeout },
      (error, out) => {
        const code = error ? (typeof error.code === 'number' ? error.code : undefined) : 0;
        resolve({ code, out });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(Buffer.from(input, /[^\0-\xff]/.test(input) ? 'utf8' : 'latin1'));
  });
}

function summed(
  peer: string,
  set: string,
  verdicts: ReadonlyMap<Sample, PeerVerdict>,
  started: number,
): PeerResult {
  const judged = [...verdicts].filter(([, flagged]) => flagged !== undefined);
  const fraud = judged.filter(([sample]) => sample.fraud);
  const legitimate = judged.filter(([sample]) => !sample.fraud);
  const share = (list: typeof judged) =>
    list.length === 0 ? Number.NaN : list.filter(([, flagged]) => flagged).length / list.length;
  return {
    peer,
    set,
    rows: judged.length,
    fraud: fraud.length,
    failed: verdicts.size - judged.length,
    recall: share(fraud),
    falsePositiveRate: share(legitimate),
    perSecond: Math.round((verdicts.size / (performance.now() - started)) * 10_000) / 10,
  };
}
