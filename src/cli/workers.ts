import type { Input } from './input.js';

/**
 * When workers pay. Measured with Node 20 on two cores, framed files of one small network (118 KB) and the
 * same padded with blobs:
 *
 * - a file costs 1.5 ms, and its checksum 0.4 ms (CRC-32) to 1.6 ms (MD5) a megabyte;
 * - a worker costs 50 ms until it answers, and 50 to 100 ms of processor time more for code that it
 *   compiles and warms up once again;
 * - so 8 files of 8 MB took 285 ms in one thread and 411 in two workers, 8 files of 32 MB 495 and 363.
 */
const MS_PER_FILE = 1.5;
const MS_PER_CHECKED_MEGABYTE = 1;

/** Work that a thread has to find to be worth its start. */
const MS_PER_THREAD = 150;

/**
 * How many workers to use for these inputs, besides this thread, which takes part: 0 for none, as for a
 * single file or for little work.
 * @param jobs so many threads at most
 */
export function workersFor(inputs: readonly Input[], checksum: boolean, jobs: number): number {
  const files = inputs.filter(({ kind }) => kind === 'file');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const work = files.length * MS_PER_FILE + (checksum ? (bytes / 1e6) * MS_PER_CHECKED_MEGABYTE : 0);
  const threads = Math.min(jobs, files.length, Math.floor(work / MS_PER_THREAD));
  return Math.max(0, threads - 1);
}
