/** Interfaces of a campaign's exchangeable parts: mutating and reducing files. */

/** One change of a file by a mutator. */
export interface Mutation {
  /** Name of the mutator, in kebab-case. */
  readonly mutator: string;
  /** Place of the change as a path of the schema; `""` for the whole file. */
  readonly path: string;
  /** Offset in the file before the change. */
  readonly offset: number;
  /** Description of the change for people. */
  readonly sentence: string;
}

/** A file made by mutating another file. */
export interface CampaignMutant {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The changes, in their order. */
  readonly mutations: readonly Mutation[];
}

/** Properties of a mutant. */
export interface CampaignMutantOptions {
  /** Seed of all random choices, 0 to 2^53 - 1. */
  readonly seed: number;
  /** Number of changes. */
  readonly mutations: number;
  /** Weights of the mutators, by name. */
  readonly weights: Readonly<Record<string, number>>;
  /** Other files from which content can be copied. */
  readonly splice: readonly Uint8Array[];
  /** True to keep the header's checksum, so that it becomes wrong. */
  readonly keepChecksum: boolean;
  /** Maximum size of the mutant in bytes. */
  readonly maxSize: number;
  /** Full name of the message type to change, if the file has messages of this type. */
  readonly focus?: string | undefined;
  /** True if added fields must not occur anywhere else in the file. */
  readonly extend?: boolean | undefined;
}

/** Makes mutants: equal arguments give equal bytes. */
export interface Mutagen {
  /** The mutators with their relative frequencies. */
  readonly mutators: readonly {
    /** Name in kebab-case. */
    readonly name: string;
    /** A whole number; a mutator with weight 0 is never chosen. */
    readonly weight: number;
  }[];
  /** Makes one mutant of a file, without changing the file. */
  mutate(file: Uint8Array, options: CampaignMutantOptions): Promise<CampaignMutant>;
}

/** Limits of a reduction. */
export interface ReducerOptions {
  /** Number of parallel checks. */
  readonly jobs: number;
  /** Maximum number of checks. */
  readonly maxChecks: number;
  /** Ends the reduction early; the smallest file found until then is the result. */
  readonly signal: AbortSignal;
  /** Called with the size in bytes of each new smallest file. */
  readonly onProgress?: ((size: number) => void) | undefined;
}

/** Reduces a file while it stays interesting; returns the best result if it is stopped. */
export type Reducer = (
  bytes: Uint8Array,
  isInteresting: (candidate: Uint8Array, signal: AbortSignal) => Promise<boolean>,
  options: ReducerOptions,
) => Promise<{
  /** The smallest interesting file found. */
  readonly bytes: Uint8Array;
  /** Number of checks made. */
  readonly checks: number;
  /** True if nothing more could be removed; false if a limit or the signal ended the reduction. */
  readonly isFinished: boolean;
}>;

/** A file to begin with. */
export interface CampaignSeed {
  /** Name in reports; mutants get the extension of this name. */
  readonly name: string;
  /** The whole file. */
  readonly bytes: Uint8Array;
}
