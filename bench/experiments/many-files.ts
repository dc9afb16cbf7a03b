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
}

interface Plan extends Workload {
  readonly files: number;
  /** So many files are of their own, the others links to them: more than what processors keep, less disk. */
  readonly copies: number;
  readonly rounds: number;
}

/**
 * What a gate in a pipeline is given: a folder of models as compilers write them, in containers of version 0
 * and with their checksums verified, which is what the command does unless it is told not to. Real models have
 * 33 KB to 4 MB, nearly all of it configuration writes. Metadata alone, without checksums, would flatter one
 * thread: of a gigabyte of it there is not that much to do.
 */
const PLANS: readonly Plan[] = [
  {
    name: 'models-of-4-mb',
    title: '250 files of 4 MB',
    model: blobModel({ bytes: 4_000_000, blob: 13_296 }),
    files: 250,
    copies: 25,
    rounds: 5,
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

/** As many as there are processors, but at least two, and not more than a chart has room for. */
export const MOST_THREADS = Math.max(2, Math.min(8, availableParallelism()));

/** With one thread, two, and so on. */
export async function timeManyFiles(session: Session): Promise<ManyFiles[]> {
  const all: ManyFiles[] = [];
  for (const plan of PLANS) {
    const files = Math.max(2, Math.round(plan.files * session.scale));
    const folder = folderOf({ ...plan, files });
    const counts = Array.from({ length: MOST_THREADS }, (_, i) => i + 1);
    session.say(`${counts.join(', ')} threads: ${plan.title}`);
    const rounds = Math.max(2, Math.round(plan.rounds * session.patience));
    const times = await timeProcesses(
      counts.map((count) => gateRun(folder, count)),
      rounds,
    );
    all.push({ name: plan.name, title: plan.title, files, times });
  }
  return all;
}

function gateRun(folder: string, threads: number): ProcessRun {
  const args = ['validate', '--quiet', '-j', String(threads), folder];
  return { program: process.execPath, arguments: [COMMAND, ...args] };
}

/** Makes the files, unless they are there from an earlier run. */
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
    copyFileSync(original, name); // a file system without links, or with a limit to them
  }
}

/** Magic, version, size of the message, a reserved word, and the MD5 of all that follows. */
function version0Header(message: Uint8Array): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt32BE(0x01484546, 0);
  header.writeUInt32BE(message.length, 8);
  createHash('md5').update(message).digest().copy(header, 16);
  return header;
}
