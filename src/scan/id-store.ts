/** The id was not there before. */
export const FRESH = 0;
/** It was. */
export const REPEATED = 1;
/** There was no room to know: others before it were not remembered, one of which was as great. */
export const UNTRACKED = 2;

/** What is said of an id. */
export type Told = typeof FRESH | typeof REPEATED | typeof UNTRACKED;

/**
 * Where the ids are kept that should differ, by sets (0, 1, 2, …), and in each by scopes that lie in each other.
 * Whoever keeps them, the same is said of the same ids.
 */
export interface IdStore {
  /** All sets are empty, with one scope each. */
  start(): void;
  /** A set begins anew in a scope inside. */
  enter(set: number): void;
  /** It goes on with what was there around it. */
  leave(set: number): void;
  note(set: number, id: number): Told;
  /** Whether an id is in the innermost scope of a set. */
  has(set: number, id: number): boolean;
  tallyOf(set: number): IdTally;
}

/** What is known of the ids in the innermost scope of a set. */
export interface IdTally {
  /** How many there are; those not counted for which there was no room. */
  readonly count: number;
  /** The least and the greatest, those included that are asked for and did not occur yet; undefined where there is none. */
  readonly least: number | undefined;
  readonly greatest: number | undefined;
  /** Ids that may have been there before. */
  readonly untracked: number;
}

/** How many scopes of a set may lie in one. Real files have one or two; further in there is room for no id. */
export const MAX_ID_SCOPES = 30;
/**
 * Words of 64 neighbouring ids that a set may take: ids up to 2^24 where they are dense, 2^18 of them where they
 * are far apart. Real files have some thousands, a tenth of those up to the greatest.
 */
export const MAX_ID_WORDS = 1 << 18;
