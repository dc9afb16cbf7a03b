import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workload } from './catalogue.js';
import { FileOutput } from './file-output.js';
import { writeFramed } from './framed.js';
import { type ByteOutput, LengthSink, OutputSink } from './sink.js';

export interface WorkloadFile {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly bytes: number;
  /** Number of messages in the file, the root included. */
  readonly messages: number;
}

const here = fileURLToPath(new URL('.', import.meta.url));
/** Folder that keeps files from run to run. A file's name has a hash of the code that makes the files. */
const STORE = join(here, '..', '..', '.cache', 'bench', 'workloads');

/** Writes the workload's file, unless an earlier run wrote it. */
export function storedWorkload(workload: Workload, scale: number, folder = STORE): WorkloadFile {
  const stem = join(folder, `${workload.name}-${scale}-${generatorHash()}`);
  const path = `${stem}.mdl`;
  const facts = `${stem}.json`;
  if (!existsSync(facts)) {
    mkdirSync(folder, { recursive: true });
    const draft = `${path}.${process.pid}`;
    const written = writeWorkload(workload, draft);
    renameSync(draft, path);
    writeFileSync(facts, JSON.stringify(written));
  }
  const { bytes, messages } = JSON.parse(readFileSync(facts, 'utf8')) as { bytes: number; messages: number };
  return { name: workload.name, title: workload.title, path, bytes, messages };
}

/** Removes files that other versions of the generator made. */
export function sweepStore(folder = STORE): void {
  if (!existsSync(folder)) return;
  const current = generatorHash();
  for (const name of readdirSync(folder)) {
    if (!name.includes(current)) rmSync(join(folder, name), { recursive: true });
  }
}

/** @returns the file's size in bytes, and its number of messages */
export function writeWorkload(workload: Workload, path: string): { bytes: number; messages: number } {
  const { model, sparse = false, words } = workload;
  const lengths = new LengthSink();
  model(lengths);
  const output = new FileOutput(path, { sparse });
  try {
    if (words === undefined) model(new OutputSink(output, lengths.lengths));
    else writeFramed(output, inMemory(workload), words);
    return { bytes: output.position, messages: lengths.messages + 1 };
  } finally {
    output.close();
  }
}

/** Returns the message of a workload in memory, with zeros as filling. */
export function inMemory({ model }: Pick<Workload, 'model'>): Uint8Array {
  const lengths = new LengthSink();
  model(lengths);
  const bytes = new Uint8Array(lengths.size);
  let position = 0;
  const output: ByteOutput = {
    write: (part) => {
      bytes.set(part, position);
      position += part.length;
    },
    fill: (length) => {
      position += length;
    },
  };
  model(new OutputSink(output, lengths.lengths));
  if (position !== bytes.length) throw new Error(`${position} bytes were written, ${bytes.length} announced`);
  return bytes;
}

let hash: string | undefined;

export function generatorHash(): string {
  if (hash !== undefined) return hash;
  const digest = createHash('sha256');
  for (const name of readdirSync(here).sort()) digest.update(readFileSync(join(here, name)));
  hash = digest.digest('hex').slice(0, 12);
  return hash;
}
