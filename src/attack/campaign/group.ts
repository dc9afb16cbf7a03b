import type { Ending, EndingKind, Fingerprint } from './ending.js';
import type { FindingKind, Observation } from './oracle.js';
import type { Mutation } from './parts.js';

/** Result of a run without its outputs, for the index. */
export interface EndingSummary {
  /** Result of the loader for the file. */
  readonly kind: EndingKind;
  /** Exit code; null if a signal ended the program. */
  readonly code: number | null;
  /**
   * Name of the signal (`SIGSEGV`) that ended the program or that its exit code stands for; null without a
   * signal.
   */
  readonly signal: string | null;
}

/** Files with the same fault. Plain data, stored without conversion. */
export interface Group {
  /** Number of the group: from 1, in the order of discovery. */
  readonly id: number;
  /** Identity of the group. It changes only if a later session finds the position of the crash. */
  key: string;
  /** The report or signal with its position, in one line for people. */
  title: string;
  /** Kind of the finding. */
  readonly kind: FindingKind;
  /** Name of the group's folder. */
  readonly folder: string;
  /** Number of runs with this fault; for a seed's group, the number of seeds. */
  count: number;
  /** Number of the run that found the group first; -1 for an unchanged seed. */
  readonly firstRun: number;
  /** The smallest file with this fault. */
  file: GroupFile;
  /** Result of repeating the finding; null before the repetitions. */
  reproduced: {
    /** Number of runs with the same fault. */
    readonly same: number;
    /** Number of repetitions. */
    readonly of: number;
  } | null;
  /** The reduced file; null without a reduction, or if the reduction did not help. */
  reduced: ReducedFile | null;
  /** True if a reduction was tried. */
  isReduced: boolean;
}

/** The file that represents a group: a mutant, or an unchanged seed. */
export interface GroupFile {
  /** Name of the file in the group's folder. */
  readonly name: string;
  /** Number of the run that produced the file; -1 for an unchanged seed. */
  readonly run: number;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the file's bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The seed from which the mutant was made. */
  readonly seed: string;
  /** Mutations of the parent file that made this file. */
  readonly mutations: readonly Mutation[];
  /** Results of the loaders, in their order. */
  readonly endings: readonly EndingSummary[];
}

/** The file of a group after reduction. */
export interface ReducedFile {
  /** Name of the file in the group's folder. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the file's bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Number of runs that the reduction took. */
  readonly checks: number;
}

/** Maximum number of groups with a folder: a loader that disagrees with everything must not fill the disk. */
const MAX_GROUPS = 1000;

export class Groups {
  readonly #byKey = new Map<string, Group>();
  /** Number of findings that were dropped because the limit for groups was reached. */
  unlisted = 0;

  constructor(groups: readonly Group[] = []) {
    for (const group of groups) this.#byKey.set(group.key, group);
  }

  get list(): readonly Group[] {
    return [...this.#byKey.values()];
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Returns the existing group of a finding, or the fingerprint for a new group. */
  find(fingerprints: readonly Fingerprint[]): { known: Group } | { fresh: Fingerprint } | undefined {
    const fresh = fingerprints.find(({ key }) => !this.#byKey.has(key));
    if (fresh !== undefined) return { fresh };
    const known = fingerprints.map(({ key }) => this.#byKey.get(key)).find((group) => group !== undefined);
    return known === undefined ? undefined : { known };
  }

  /** Adds a group; returns undefined if the limit of groups is reached. */
  add({ key, title }: Fingerprint, kind: FindingKind, run: number, file: GroupFile): Group | undefined {
    if (this.#byKey.size >= MAX_GROUPS) {
      this.unlisted++;
      return undefined;
    }
    const id = Math.max(0, ...this.list.map((group) => group.id)) + 1;
    const folder = `${String(id).padStart(3, '0')}-${slugOf(title)}`;
    const group: Group = {
      id,
      key,
      title,
      kind,
      folder,
      count: 1,
      firstRun: run,
      file,
      reproduced: null,
      reduced: null,
      isReduced: false,
    };
    this.#byKey.set(key, group);
    return group;
  }

  /**
   * Sets the position of a group's crash, after a run has found the position.
   * @returns another group with this position, which takes over the findings; `group` if there is none
   */
  relocate(group: Group, { key, title }: Fingerprint): Group {
    const others = this.list.filter((other) => other !== group);
    const into = others.find((other) => other.key === key);
    const kept = into === undefined ? this.list : others;
    if (into === undefined) Object.assign(group, { key, title });
    else if (into.firstRun >= 0) into.count += group.count;
    this.#byKey.clear();
    for (const one of kept) this.#byKey.set(one.key, one);
    return into ?? group;
  }
}

/** Turns a title into the name of a folder: a few words of lower-case ASCII. */
function slugOf(title: string): string {
  const words =
    title
      .toLowerCase()
      .replace(/sanitizer/g, '')
      .match(/[a-z0-9_]+/g) ?? [];
  return words.join('-').slice(0, 60).replace(/-+$/, '') || 'finding';
}

export function groupSummary({ kind, code, signal }: Ending): EndingSummary {
  return { kind, code, signal };
}

/**
 * Prefix of the key of a seed's fault whose position is unknown. Without the prefix, a mutant of another seed
 * could have another fault with the same key.
 */
const OF_SEED = 'seed ';

export function ofSeed(fingerprint: Fingerprint): Fingerprint {
  return fingerprint.isVague ? { ...fingerprint, key: OF_SEED + fingerprint.key } : fingerprint;
}

/**
 * For a group without a crash position: returns the run's fingerprint of the same crash with its position;
 * undefined if the run found no position.
 */
export function positionOf({ fingerprints }: Observation, group: Group): Fingerprint | undefined {
  return fingerprints.find(
    ({ keyWithoutPlace: key }) => key !== undefined && [key, OF_SEED + key].includes(group.key),
  );
}

/** True if a file still shows the fault of its group. */
export function groupShows({ fingerprints }: Observation, key: string): boolean {
  return fingerprints.some((fingerprint) => fingerprint.key === key || ofSeed(fingerprint).key === key);
}
