import type { FramingMode } from '../../base/container/detect.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { StepArgs } from './step-args.js';

/** What logs call themselves. */
export const LOG_FORMAT = 'protomdl-mutations';
/** Grows when a log of before cannot be replayed to the same bytes any more. */
export const LOG_VERSION = 1;

/** One mutation. */
export interface MutationEntry {
  /** Name of the mutator. */
  readonly mutator: string;
  /** Field path of what it changed; `''` for the whole message, and for bytes that belong to no field. */
  readonly path: string;
  /** Absolute, in the file as the mutation found it. */
  readonly offset: number;
  /** Bytes, from there on. */
  readonly length: number;
  /** What was changed into what, for people; it says nothing of where. */
  readonly sentence: string;
  /** What was chosen: all that a replay needs. */
  readonly args: StepArgs;
}

/** How a mutant came about. With the base file it gives the same bytes again. */
export interface MutationLog {
  /** Distinguishes a log from other JSON. */
  readonly format: typeof LOG_FORMAT;
  /** Of the layout of logs. */
  readonly version: typeof LOG_VERSION;
  /** What the choices followed from; a replay does not need it. */
  readonly seed: number;
  /** The file that was mutated: XXH3-64, as 16 digits, and bytes. */
  readonly base: {
    /** XXH3-64 of the file, 16 hexadecimal digits. */
    readonly xxh3: string;
    /** Bytes of the file. */
    readonly size: number;
  };
  /** What the file was taken for. */
  readonly framing: FramingMode;
  /** Whether checksums were left as they were. */
  readonly keepChecksum: boolean;
  /** Most bytes that the mutant might have. */
  readonly maxSize: number;
  /** In the order in which they were done. */
  readonly entries: readonly MutationEntry[];
}

/**
 * A log from its JSON. What its entries say is checked when they are replayed.
 * @throws ProtomdlError: `log-invalid` for what is no log, `log-version` for one of another version
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
