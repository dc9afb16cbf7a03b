/** What a campaign is put together from; tests bring simpler ones. */

/** One change that a mutant was made by. */
export interface Mutation {
  /** Name of the mutator, in kebab-case. */
  readonly mutator: string;
  /** Where, as a path of the schema; `""` for the file as a whole. */
  readonly path: string;
  /** In the file as the change found it. */
  readonly offset: number;
  /** What was changed into what, for people. */
  readonly sentence: string;
}

/** A file that was made from another by changes. */
export interface Mutant {
  /** All of the file. */
  readonly bytes: Uint8Array;
  /** The changes, in their order. */
  readonly mutations: readonly Mutation[];
}

/** What a mutant is to be like. */
export interface MutantOptions {
  /** What all choices follow from, 0 to 2^53 - 1. */
  readonly seed: number;
  /** How many changes. */
  readonly mutations: number;
  /** Of the mutators, by name. */
  readonly weights: Readonly<Record<string, number>>;
  /** Files that parts may be taken from. */
  readonly splice: readonly Uint8Array[];
  /** Whether the header's checksum stays as it was, and so becomes wrong. */
  readonly keepChecksum: boolean;
  /** Bytes that the mutant may have. */
  readonly maxSize: number;
  /** Type of the messages to change, by its full name, where the file has any. */
  readonly focus?: string | undefined;
  /** Whether it is only to add a field that the file has nowhere. */
  readonly extend?: boolean | undefined;
}

/** Makes mutants: equal arguments, equal bytes. */
export interface Mutagen {
  /** The mutators it has, with how often each is chosen compared with the others. */
  readonly mutators: readonly {
    /** Kebab-case. */
    readonly name: string;
    /** A whole number; 0 is never chosen. */
    readonly weight: number;
  }[];
  /** Makes one mutant of a file, which it leaves as it is. */
  mutate(file: Uint8Array, options: MutantOptions): Promise<Mutant>;
}

/** Bounds on a reduction. */
export interface ReducerOptions {
  /** Checks that may run at once. */
  readonly jobs: number;
  /** Checks that may be made in all. */
  readonly maxChecks: number;
  /** Ends it early, with the best so far. */
  readonly signal: AbortSignal;
  /** Called with the bytes of the smallest file so far, whenever there is a smaller one. */
  readonly onProgress?: ((size: number) => void) | undefined;
}

/** Makes the smallest file that is still interesting; the best so far when it is stopped. */
export type Reducer = (
  bytes: Uint8Array,
  isInteresting: (candidate: Uint8Array, signal: AbortSignal) => Promise<boolean>,
  options: ReducerOptions,
) => Promise<{
  /** The smallest interesting file that was found. */
  readonly bytes: Uint8Array;
  /** Checks that were made. */
  readonly checks: number;
  /** Whether nothing more was found to take away: false where a bound or the signal ended it. */
  readonly isFinished: boolean;
}>;

/** A file to begin with. */
export interface Seed {
  /** What reports call it; its extension is what mutants get. */
  readonly name: string;
  /** All of the file. */
  readonly bytes: Uint8Array;
}
