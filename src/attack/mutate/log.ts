import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { StepArgs } from './step-args.js';

export const LOG_FORMAT = 'protomdl-mutations';
/** Version of logs. Incremented when a replay of earlier logs would give other bytes. */
export const LOG_VERSION = 1;

/** One mutation. */
export interface MutationEntry {
  /** Name of the mutator. */
  readonly mutator: string;
  /** Field path of the change; `''` for the whole message, and for bytes that are not in a field. */
  readonly path: string;
  /** Absolute offset in the file before the mutation. */
  readonly offset: number;
  /** Number of changed bytes, from the offset on. */
  readonly length: number;
  /** Description of the change for people, without its position. */
  readonly sentence: string;
  /** The mutator's choices, with which a replay repeats the mutation. */
  readonly args: StepArgs;
}

/** The log of a mutant's creation. Replaying the log on the base file gives the mutant's bytes again. */
export interface MutationLog {
  /** Constant that distinguishes logs from other JSON. */
  readonly format: typeof LOG_FORMAT;
  /** Version of the layout of logs. */
  readonly version: typeof LOG_VERSION;
  /** Seed of the choices; a replay does not need it. */
  readonly seed: number;
  /** The file that was mutated: its XXH3-64, as 16 digits, and its size. */
  readonly base: {
    /** XXH3-64 of the file, 16 hexadecimal digits. */
    readonly xxh3: string;
    /** Size of the file in bytes. */
    readonly size: number;
  };
  /** Framing with which the file was read. */
  readonly framing: FramingMode;
  /** True if checksums were left unchanged. */
  readonly keepChecksum: boolean;
  /** Size limit for the mutant in bytes. */
  readonly maxSize: number;
  /** Mutations in the order of execution. */
  readonly entries: readonly MutationEntry[];
}

/**
 * Parses a log from JSON. The entries are checked only in the replay.
 * @throws ProtomdlError: `log-invalid` for other content, `log-version` for a log of another version
 */
export function parseMutationLog(json: string): MutationLog {
  const log = parsed(json);
  if (!isObject(log) || log.format !== LOG_FORMAT) throw invalid('it is no log of mutations');
  if (log.version !== LOG_VERSION) {
    throw new ProtomdlError(
      'log-version',
      `the log has version ${String(log.version).slice(0, 20)}; this release replays version ${LOG_VERSION}`,
    );
  }
  const { base } = log;
  if (!isObject(base) || typeof base.xxh3 !== 'string' || !isSize(base.size)) {
    throw invalid('it does not say which file was mutated');
  }
  if (!isSize(log.seed) || !isSize(log.maxSize) || typeof log.keepChecksum !== 'boolean') {
    throw invalid('seed, maxSize or keepChecksum is missing');
  }
  if (!FRAMINGS.includes(log.framing as FramingMode)) throw invalid('framing is none of those known');
  if (!Array.isArray(log.entries)) throw invalid('it has no entries');
  for (const [i, entry] of log.entries.entries()) {
    if (!isObject(entry) || typeof entry.mutator !== 'string' || !isObject(entry.args)) {
      throw invalid(`entry ${i} has no mutator or no args`);
    }
  }
  return log as unknown as MutationLog;
}

const FRAMINGS: readonly FramingMode[] = ['auto', 'bare', 'framed'];

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid('it is no JSON');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function invalid(why: string): ProtomdlError {
  return new ProtomdlError('log-invalid', `the log cannot be read: ${why}`);
}
