import { readdir, readFile } from 'node:fs/promises';

export interface ProcessSample {
  /** Seconds since `start`. */
  seconds: number;
  mb: number;
  handles: number;
}

/** Measures a process on Linux; `start` comes from `Date.now()`. */
export async function sampleProcess(pid: number, start: number): Promise<ProcessSample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const handles = (await readdir(`/proc/${pid}/fd`)).length;
  const mb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  return { seconds: (Date.now() - start) / 1000, mb, handles };
}

/** Returns the slope of a fitted line: growth of memory in MB per second. */
export function memorySlope(samples: readonly ProcessSample[]): number {
  const mean = (of: (sample: ProcessSample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const x = mean((one) => one.seconds);
  const y = mean((one) => one.mb);
  const above = samples.reduce((sum, one) => sum + (one.seconds - x) * (one.mb - y), 0);
  return above / samples.reduce((sum, one) => sum + (one.seconds - x) ** 2, 0);
}
