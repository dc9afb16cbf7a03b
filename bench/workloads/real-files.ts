import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lengthVerdict } from '../../src/base/container/layout.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { countMessages } from '../../src/tools/measure/measure-file.js';
import type { WorkloadFile } from './store.js';

/** A file from a compiler: the whole file, and its message alone. */
export interface RealFile {
  /** Path of the file, container included. */
  readonly whole: string;
  readonly message: WorkloadFile;
}

const STORE = fileURLToPath(new URL('../../.cache/bench/messages', import.meta.url));

/** Returns the folder that PROTOMDL_REAL_FILES names, if there is one. */
export function realFolder(): string | undefined {
  const { PROTOMDL_REAL_FILES: folder } = process.env;
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

/**
 * Returns the complete files of a folder, by name. The messages of framed files are written beside the
 * workloads.
 */
export function realFiles(folder: string): RealFile[] {
  const names = readdirSync(folder).filter((name) => /\.(hef|mdl)$/.test(name));
  return names.sort().flatMap((name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    const file = takeApart(bytes);
    if (file.framing === 'unknown') return [];
    if (file.framing === 'framed' && lengthVerdict(file.frame, bytes.length) !== 'holds') return [];
    return [{ whole: join(folder, name), message: messageFile(name.replace(/\.\w+$/, ''), file.message) }];
  });
}

function messageFile(name: string, message: Uint8Array): WorkloadFile {
  mkdirSync(STORE, { recursive: true });
  const hash = createHash('sha256').update(message).digest('hex').slice(0, 12);
  const path = join(STORE, `${name}-${hash}.mdl`);
  if (!existsSync(path)) writeFileSync(path, message);
  const messages = countMessages(MDL, message, 0, message.length);
  return { name, title: name, path, bytes: message.length, messages };
}
