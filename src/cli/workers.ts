import type { CommandInput } from './input.js';

/**
 * Costs of files and of workers. Measured with Node 20 on two cores with other load, so processor time
 * counts: framed models of 130 KB and of 4 MB, all rules, checksums verified.
 *
 * - A file costs 0.8 ms once code is warm, plus 1.6 ms for each megabyte that is hashed (MD5).
 * - Piscina takes 10 ms to load, once. A worker costs 45 ms until it begins, and altogether 200 to 350 ms of
 *   processor time for code that it loads, compiles and warms up again: the more varied the work, the more.
 * - So 250 files of 4 MB took 2.3 s of processor time in one thread and 2.6 s in two, and 2.0 s and 1.4 s of
 *   elapsed time; 40 files of 8 MB without checksums took 0.59 s and 0.73 s, and 0.43 s and 0.41 s. Workers
 *   begin to pay at about half a second of work.
 */
const MS_PER_FILE = 0.8;
const MS_PER_CHECKED_MEGABYTE = 1.6;

/** Smallest amount of work that makes a thread worth its start. */
const MS_PER_THREAD = 250;

/**
 * Number of workers for these inputs, besides this thread, which takes part: 0 for a single file or for
 * little work.
 * @param jobs limit on threads
 */
export function workersFor(inputs: readonly CommandInput[], checksum: boolean, jobs: number): number {
  const files = inputs.filter(({ kind }) => kind === 'file');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const work = files.length * MS_PER_FILE + (checksum ? (bytes / 1e6) * MS_PER_CHECKED_MEGABYTE : 0);
  const threads = Math.min(jobs, files.length, Math.floor(work / MS_PER_THREAD));
  return Math.max(0, threads - 1);
}
