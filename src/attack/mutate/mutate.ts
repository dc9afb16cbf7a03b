import type { ChecksumAlgorithm, ChecksumProvider, ReusableHasher } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { takeApart } from '../../base/container/take-apart.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { equalBytes } from '../../base/wire/bytes.js';
import type { MessageNode } from '../../read/tree/message.js';
import { parseTree } from '../../read/tree/parse.js';
import { SharedSpans } from '../../read/tree/record-spans.js';
import { Random } from '../random.js';
import { type Census, censusOf } from './census.js';
import { LOG_FORMAT, LOG_VERSION, type MutationEntry, type MutationLog } from './log.js';
import { MutantDraft } from './mutant-draft.js';
import { type Mutator, STAGES } from './mutator.js';
import { truncateFile } from './mutators/bytes.js';
import { MUTATORS } from './mutators/index.js';
import type { StepArgs } from './step-args.js';
import type { MutationScope } from './tree-site.js';

/** Options that all mutants of a file share. */
export interface MutantBaseOptions {
  /** Files that can contribute content. */
  readonly splice?: readonly Uint8Array[];
  /** Framing of the file (default: detected from its first bytes). */
  readonly framing?: FramingMode;
  /** Computes MD5 and CRC-32 (default: WebAssembly). XXH3 always uses WebAssembly, initialised once. */
  readonly checksums?: ChecksumProvider;
}

/** Options of one mutant. */
export interface MutantOptions {
  /** 0 to 2^53 - 1. The same seed gives the same mutant on every machine. */
  readonly seed: number;
  /** Number of mutations, or the range of the number (default: 1 to 4). */
  readonly mutations?: number | readonly [least: number, most: number];
  /** Weights by mutator name, overriding the mutators' weights; 0 excludes a mutator. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Names of the mutators to use (default: all). */
  readonly only?: readonly string[];
  /** Names of mutators to exclude. */
  readonly without?: readonly string[];
  /** Maximum size of the mutant in bytes (default: a megabyte more than the file); a larger mutant is cut. */
  readonly maxSize?: number;
  /** True to leave the frame's checksums unchanged. Sizes are corrected in any case. */
  readonly keepChecksum?: boolean;
  /** Full name of a message type: if the file has such messages, only they and their fields are changed. */
  readonly focus?: string | undefined;
  /**
   * True if `add-field` takes only fields that occur nowhere in the file (default: fields that the message
   * lacks).
   */
  readonly extend?: boolean | undefined;
}

export type MutateOptions = MutantBaseOptions & MutantOptions;

export interface Mutant {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The changes, from which the mutant can be made again. */
  readonly log: MutationLog;
}

const DEFAULT_GROWTH = 1 << 20;
const DEFAULT_MUTATIONS = [1, 4] as const;
const MOST_MUTATIONS = 10_000;
/** If this many drawn mutators are inapplicable, all mutators are tried in order. */
const TRIES = 24;
/** Number of attempts to make a mutant that differs from the file. */
const ATTEMPTS = 4;

/**
 * Makes a mutant of a file: its bytes, and a log of the changes. Every file can be mutated: framed or bare,
 * broken, noise, empty. The header and checksums of a framed file are corrected, unless a mutation changes
 * them. A file is returned unchanged only if no change is possible within `maxSize`.
 * @throws ProtomdlError: `mutator-unknown`, `mutation-options`
 */
export async function mutate(file: Uint8Array, options: MutateOptions): Promise<Mutant> {
  return (await mutantMaker(file, options)).make(options);
}

/** Prepares a file for many mutants. The bytes must not change while mutants are made. */
export async function mutantMaker(file: Uint8Array, options: MutantBaseOptions = {}): Promise<MutantMaker> {
  const { checksums: others = SHARED } = options;
  const checksums: ChecksumProvider = (algorithm) => (algorithm === 'xxh3' ? SHARED : others)(algorithm);
  return new MutantMaker(file, options, checksums, await xxh3Of(file, SHARED));
}

/** Checksums for all makers: a hash function is initialised once in a process. */
const SHARED = reusedChecksums();

/** Makes mutants of one file. */
export class MutantMaker {
  readonly #framing: FramingMode;
  readonly #donors: readonly MessageNode[];
  /** All mutants share the same records. */
  readonly #spans: SharedSpans;

  constructor(
    private readonly file: Uint8Array,
    options: MutantBaseOptions,
    private readonly checksums: ChecksumProvider,
    /** XXH3-64 of the file. */
    readonly hash: string,
  ) {
    this.#framing = options.framing ?? 'auto';
    this.#spans = new SharedSpans(file);
    this.#donors = (options.splice ?? []).flatMap((donor) => {
      const taken = takeApart(donor);
      return taken.framing === 'unknown' ? [] : [parseTree(taken.message)];
    });
  }

  /** @throws ProtomdlError as `mutate` does */
  async make(options: MutantOptions): Promise<Mutant> {
    const { seed, keepChecksum = false, maxSize = this.file.length + DEFAULT_GROWTH } = options;
    if (!isCount(seed) || !isCount(maxSize)) throw badOption('seed and maxSize are whole numbers from 0');
    const [least, most] = rangeOf(options.mutations ?? DEFAULT_MUTATIONS);
    const choice = new Choice(options);
    const random = Random.of(seed);
    let bytes = this.file;
    let entries: MutationEntry[] = [];
    for (let i = 0; i < ATTEMPTS && equalBytes(bytes, this.file); i++) {
      const draft = this.#draft(keepChecksum, maxSize, this.#framing, options);
      entries = [];
      await this.#mutate(draft, choice, random, random.between(least, most), entries);
      bytes = await draft.finish();
      if (bytes.length > maxSize) {
        entries.push(await step(draft, truncateFile, { size: maxSize }));
        bytes = await draft.finish();
      }
    }
    // If the steps cancel out, such as two equal records that were swapped, the log has no steps.
    if (equalBytes(bytes, this.file)) entries = [];
    return {
      bytes,
      log: {
        format: LOG_FORMAT,
        version: LOG_VERSION,
        seed,
        base: { xxh3: this.hash, size: this.file.length },
        framing: this.#framing,
        keepChecksum,
        maxSize,
        entries,
      },
    };
  }

  /**
   * Repeats the steps of a log.
   * @param mostBytes size limit for the result, because logs are untrusted input
   * @throws ProtomdlError: `replay-base` for a log of another file, `replay-mismatch` if a step does not fit
   */
  async replay(log: MutationLog, mostBytes = this.file.length + DEFAULT_REPLAY_GROWTH): Promise<Uint8Array> {
    if (log.base.xxh3 !== this.hash || log.base.size !== this.file.length) {
      throw new ProtomdlError(
        'replay-base',
        `the log is of another file: one of ${log.base.size} bytes with XXH3 ${log.base.xxh3}, not of ` +
          `${this.file.length} with ${this.hash}`,
      );
    }
    const draft = this.#draft(log.keepChecksum, Math.min(log.maxSize, mostBytes), log.framing);
    for (const { mutator: name, args } of log.entries) {
      const mutator = byName(name);
      if (STAGES.indexOf(mutator.stage) < STAGES.indexOf(draft.stage)) {
        throw new ProtomdlError('replay-mismatch', `${name} cannot come after what stands in front of it`);
      }
      await draft.perform(mutator, args);
      if (draft.size > mostBytes) {
        throw new ProtomdlError('replay-mismatch', `${name} makes the file larger than ${mostBytes} bytes`);
      }
    }
    return draft.finish();
  }

  #draft(
    keepChecksum: boolean,
    maxSize: number,
    framing = this.#framing,
    aim: MutationScope = {},
  ): MutantDraft {
    const taken = takeApart(this.file, framing);
    const tree = (bytes: Uint8Array): MessageNode => parseTree(bytes, undefined, undefined, this.#spans);
    const census = (): Census =>
      censusOf(this.file, framing, () => tree(taken.framing === 'unknown' ? taken.bytes : taken.message));
    return new MutantDraft(taken, tree, this.#donors, keepChecksum, maxSize, this.checksums, census, aim);
  }

  async #mutate(
    draft: MutantDraft,
    choice: Choice,
    random: Random,
    count: number,
    entries: MutationEntry[],
  ): Promise<void> {
    // The file cannot return to an earlier stage, so all mutators are drawn first and sorted by stage.
    const drawn = Array.from({ length: count }, () => choice.draw(random)).sort(byStage);
    for (let next = drawn.shift(); next !== undefined; next = drawn.shift()) {
      let mutator: Mutator = next;
      let isDone = false;
      for (let tries = 0; tries < TRIES && !isDone; tries++) {
        if (!isOver(draft, mutator)) {
          const args = await draft.choose(mutator, random);
          if (args !== undefined) {
            entries.push(await step(draft, mutator, args));
            isDone = true;
            break;
          }
        }
        mutator = choice.draw(random);
        // Mutators of earlier stages come first.
        const first = drawn[0];
        if (first !== undefined && byStage(mutator, first) > 0) {
          drawn.push(mutator);
          drawn.sort(byStage);
          isDone = true;
        }
      }
      // A late stage has few mutators, and random draws may miss all applicable mutators.
      if (!isDone) await this.#any(draft, choice, random, drawn[0], entries);
    }
  }

  /**
   * Tries all mutators in order, because few mutators are applicable to small and broken files.
   * @param next the next drawn mutator; mutators of later stages are not tried before it
   */
  async #any(
    draft: MutantDraft,
    choice: Choice,
    random: Random,
    next: Mutator | undefined,
    entries: MutationEntry[],
  ): Promise<void> {
    for (const mutator of choice.inStages) {
      if (isOver(draft, mutator)) continue;
      if (next !== undefined && byStage(mutator, next) > 0) return;
      const args = await draft.choose(mutator, random);
      if (args === undefined) continue;
      entries.push(await step(draft, mutator, args));
      return;
    }
  }
}

/** Default number of bytes by which a file may grow in a replay. */
const DEFAULT_REPLAY_GROWTH = 256 * 1024 * 1024;

/** Repeats the steps of a log on its original file. @throws ProtomdlError as `MutantMaker.replay` does */
export async function replayMutations(file: Uint8Array, log: MutationLog): Promise<Uint8Array> {
  return (await mutantMaker(file, { framing: log.framing })).replay(log);
}

async function step(draft: MutantDraft, mutator: Mutator, args: StepArgs): Promise<MutationEntry> {
  const { sentence, place } = await draft.perform(mutator, args);
  const { path, offset, length } = place;
  return { mutator: mutator.name, path, offset, length, sentence, args };
}

/** Mutators to draw from, with their weights. */
class Choice {
  readonly #mutators: readonly Mutator[];
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor({ weights = {}, only, without = [] }: MutantOptions) {
    for (const name of [...Object.keys(weights), ...(only ?? []), ...without]) byName(name);
    if (!Object.values(weights).every((weight) => isCount(weight) && weight <= 1e6)) {
      throw badOption('weights are whole numbers from 0 to 1,000,000');
    }
    const weightOf = ({ name, weight }: Mutator): number =>
      Object.hasOwn(weights, name) ? (weights[name] as number) : weight;
    this.#mutators = MUTATORS.filter(
      (mutator) =>
        (only === undefined || only.includes(mutator.name)) &&
        !without.includes(mutator.name) &&
        weightOf(mutator) > 0,
    );
    if (this.#mutators.length === 0) throw badOption('no mutator is left');
    this.#weights = this.#mutators.map(weightOf);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  get inStages(): readonly Mutator[] {
    return [...this.#mutators].sort(byStage);
  }

  draw(random: Random): Mutator {
    return this.#mutators[random.weighted(this.#weights, this.#total)] as Mutator;
  }
}

const NAMED = new Map(MUTATORS.map((mutator) => [mutator.name, mutator]));

function byName(name: string): Mutator {
  const mutator = NAMED.get(name);
  if (mutator === undefined) throw new ProtomdlError('mutator-unknown', `there is no mutator ${name}`);
  return mutator;
}

function byStage(a: Mutator, b: Mutator): number {
  return STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage);
}

function isOver(draft: MutantDraft, { stage }: Mutator): boolean {
  return STAGES.indexOf(stage) < STAGES.indexOf(draft.stage);
}

function rangeOf(mutations: number | readonly [number, number]): readonly [number, number] {
  const [least, most] = typeof mutations === 'number' ? [mutations, mutations] : mutations;
  if (isCount(least) && isCount(most) && least >= 1 && least <= most && most <= MOST_MUTATIONS)
    return [least, most];
  throw badOption(`mutations are 1 to ${MOST_MUTATIONS}, the lesser number first`);
}

function badOption(message: string): ProtomdlError {
  return new ProtomdlError('mutation-options', message);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * Returns a provider of WebAssembly checksums that are initialised once and reused for further files, because
 * initialising takes longer than the checksum of a small file.
 */
export function reusedChecksums(): ChecksumProvider {
  const free = new Map<ChecksumAlgorithm, ReusableHasher[]>();
  return async (algorithm) => {
    const hashers = free.get(algorithm) ?? [];
    free.set(algorithm, hashers);
    const hasher =
      hashers.pop() ?? (await (await import('../../base/container/hashers.js')).createHasher(algorithm));
    hasher.init();
    return {
      update: (bytes) => hasher.update(bytes),
      digest() {
        hashers.push(hasher);
        return hasher.digest('hex');
      },
    };
  };
}

/** Returns the XXH3-64 of some bytes, as 16 digits. */
async function xxh3Of(bytes: Uint8Array, checksums: ChecksumProvider): Promise<string> {
  const checksum = await checksums('xxh3');
  checksum.update(bytes);
  return checksum.digest();
}
