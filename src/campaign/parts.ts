/** What a campaign is put together from; tests bring simpler ones. */

/** One change that a mutant was made by. */
export interface Mutation {
  readonly mutator: string;
  /** Where, as a path of the schema; `""` for the file as a whole. */
  readonly path: string;
  /** In the file as the change found it. */
  readonly offset: number;
  /** What was changed into what, for people. */
  readonly sentence: string;
}

export interface Mutant {
  readonly bytes: Uint8Array;
  readonly mutations: readonly Mutation[];
}

export interface MutantOptions {
  readonly seed: number;
  /** How many changes. */
  readonly mutations: number;
  /** Of the mutators, by name. */
  readonly weights: Readonly<Record<string, number>>;
  /** Files that parts may be taken from. */
  readonly splice: readonly Uint8Array[];
  readonly keepChecksum: boolean;
  /** Bytes that the mutant may have. */
  readonly maxSize: number;
}

/** Makes mutants: equal arguments, equal bytes. */
export interface Mutagen {
  readonly mutators: readonly { readonly name: string; readonly weight: number }[];
  mutate(file: Uint8Array, options: MutantOptions): Promise<Mutant>;
}

export interface ReducerOptions {
  readonly jobs: number;
  readonly maxChecks: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((size: number) => void) | undefined;
}

/** Makes the smallest file that is still interesting; the best so far when it is stopped. */
export type Reducer = (
  bytes: Uint8Array,
  isInteresting: (candidate: Uint8Array, signal: AbortSignal) => Promise<boolean>,
  options: ReducerOptions,
) => Promise<{ readonly bytes: Uint8Array; readonly checks: number; readonly isFinished: boolean }>;

/** A file to begin with. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
}
