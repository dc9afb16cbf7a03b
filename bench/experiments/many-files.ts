import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { COMMAND } from '../contenders/catalogue.js';
import { type ProcessRun, timeProcesses } from '../measure/whole-process.js';
import { blobModel, smallModel } from '../workloads/blobs.js';
import type { Workload } from '../workloads/catalogue.js';
import { storedWorkload } from '../workloads/store.js';
import type { Session } from './session.js';

/** Times of the command on many files, by the number of threads: one, two, and so on. */
export interface ManyFiles {
  readonly name: string;
  readonly title: string;
  readonly files: number;
  readonly times: readonly (readonly number[])[];
  /**
   * Times of one thread without checksums, by this build, and by an earlier one if PROTOMDL_BENCH_BEFORE
   * names its `dist`.
   */
  readonly unchecked: readonly number[];
  readonly before: readonly number[] | undefined;
  /** Times of reading the files and computing their checksums in Node. */
  readonly checksums: readonly number[];
  /** Times in which a C++ program opens, reads and closes the files. */
  readonly calls: readonly number[] | undefined;
}

interface Plan extends Workload {
  readonly files: number;
  /**
   * Number of distinct files, to which the others are links: enough to exceed processor caches, and small
   * enough for the disk.
   */
  readonly copies: number;
  readonly rounds: number;
}

/**
 * The input of a gate in a pipeline: a folder of models as compilers write them, in containers of version 0
 * and with their checksums verified, which is the command's default. Real models have 33 KB to 4 MB, nearly
 * all of it configuration writes. With metadata alone and without checksums, further threads would gain less,
 * because even a gigabyte of metadata takes little work.
 */
const PLANS: readonly Plan[] = [
  {
    name: 'models-of-4-mb',
    title: '250 files of 4 MB',
    model: blobModel({ bytes: 4_000_000, blob: 13_296 }),
    files: 250,
    copies: 25,
    rounds: 3,
  },
  {
    name: 'models-of-130-kb',
    title: '10 000 files of 130 KB',
    model: smallModel(),
    files: 10_000,
    copies: 500,
    rounds: 2,
  },
];

/** Number of processors, at least two, and at most eight, because a chart has room for eight. */
export const MOST_THREADS = Math.max(2, Math.min(8, availableParallelism()));

/** Measures each plan with one thread, two, and so on. */
export async function timeManyFiles(session: Session): Promise<ManyFiles[]> {
  const all: ManyFiles[] = [];
  for (const plan of PLANS) {
    const files = Math.max(2, Math.round(plan.files * session.scale));
    const folder = folderOf({ ...plan, files });
    const counts = Array.from({ length: MOST_THREADS }, (_, i) => i + 1);
    session.say(`${counts.join(', ')} threads: ${plan.title}`);
    const rounds = Math.max(2, Math.round(plan.rounds * session.patience));
    const { PROTOMDL_BENCH_BEFORE: before } = process.env;
    const { files: program, checksumFiles } = session.contenders;
    if (before === undefined) session.skip('an earlier build', 'PROTOMDL_BENCH_BEFORE names none');
    if (program.program === undefined) session.skip('bare system calls', program.missing ?? '');
    const optional = {
      before: before && gateRun(folder, 1, ['--no-checksum'], join(before, 'cli', 'protomdl.js')),
      calls: program.program && { program: program.program, arguments: [folder] },
    };
    const runs: ProcessRun[] = [
      gateRun(folder, 1, ['--no-checksum']),
      { program: process.execPath, arguments: [...checksumFiles, folder] },
      ...Object.values(optional).flatMap((run) => run || []),
      ...counts.map((count) => gateRun(folder, count)),
    ];
    const [unchecked, checksums, ...others] = await timeProcesses(runs, rounds);
    const beforeTimes = optional.before ? others.shift() : undefined;
    const calls = optional.calls ? others.shift() : undefined;
    const more = { unchecked: unchecked!, checksums: checksums!, before: beforeTimes, calls };
    all.push({ name: plan.name, title: plan.title, files, times: others, ...more });
  }
  return all;
}

function gateRun(
  folder: string,
  threads: number,
  more: readonly string[] = [],
  command = COMMAND,
): ProcessRun {
  const args = ['validate', '--quiet', '-j', String(threads), ...more, folder];
  return { program: process.execPath, arguments: [command, ...args] };
}

/** Makes the files, unless an earlier run made them. */
function folderOf(plan: Plan): string {
  const { path } = storedWorkload(plan, 1);
  const folder = path.replace(/\.mdl$/, `-${plan.files}`);
  const done = `${folder}.done`;
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const message = readFileSync(path);
  const names = Array.from({ length: plan.files }, (_, i) => join(folder, `${i}.hef`));
  names.forEach((name, i) => {
    const original = names[i % plan.copies]!;
    if (name === original) writeFileSync(name, Buffer.concat([version0Header(message), message]));
    else linkOrCopy(original, name);
  });
  writeFileSync(done, basename(folder));
  return folder;
}

function linkOrCopy(original: string, name: string): void {
  try {
    linkSync(original, name);
  } catch {
    copyFileSync(original, name); // a file system without links, or with a limit on their number
  }
}

/**
 * Makes a header: magic, version, size of the message, a reserved word, and the MD5 of the bytes after the
 * header.
 */
function version0Header(message: Uint8Array): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt32BE(0x01484546, 0);
  header.writeUInt32BE(message.length, 8);
  createHash('md5').update(message).digest().copy(header, 16);
  return header;
}
