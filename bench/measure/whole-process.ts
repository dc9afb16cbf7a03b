import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PEAK_MEMORY = fileURLToPath(new URL('peak-memory.cjs', import.meta.url));

/** A program to be measured from start to end. */
export interface ProcessRun {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Path of the file for its standard input. */
  readonly input?: string;
  /** Exit codes that are not failures (default 0). */
  readonly exitCodes?: readonly number[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns milliseconds from start to end. The program's output is discarded. */
export async function timeProcess(run: ProcessRun): Promise<number> {
  const input = run.input === undefined ? undefined : openSync(run.input, 'r');
  try {
    const started = process.hrtime.bigint();
    await finished(run, input);
    return Number(process.hrtime.bigint() - started) / 1e6;
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

/** Measures several programs one after the other in each round; the first round does not count. */
export async function timeProcesses(runs: readonly ProcessRun[], rounds: number): Promise<number[][]> {
  const times: number[][] = runs.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, run] of runs.entries()) {
      const took = await timeProcess(run);
      if (round > 0) times[i]!.push(took);
    }
  }
  return times;
}

/** Returns the peak memory of a Node process that runs a program, in bytes. */
export async function peakMemory(args: readonly string[], exitCodes?: readonly number[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-bench-'));
  const file = join(folder, 'memory');
  try {
    await finished({
      program: process.execPath,
      arguments: ['--require', PEAK_MEMORY, ...args],
      environment: { PROTOMDL_BENCH_MEMORY: file },
      ...(exitCodes && { exitCodes }),
    });
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function finished(run: ProcessRun, input?: number): Promise<void> {
  const { program, arguments: args, exitCodes = [0], environment } = run;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: [input ?? 'ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let complaints = '';
    child.stderr!.on('data', (text: Buffer) => {
      if (complaints.length < 1000) complaints += text.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code !== null && exitCodes.includes(code)) resolve();
      else
        reject(new Error(`${program} ${args.join(' ')} ended with ${signal ?? code}: ${complaints.trim()}`));
    });
  });
}
