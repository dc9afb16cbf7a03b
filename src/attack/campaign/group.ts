import type { Ending, EndingKind, Fingerprint } from './ending.js';
import type { FindingKind, Observation } from './oracle.js';
import type { Mutation } from './parts.js';

/** What an index says of a run: without its outputs. */
export interface EndingSummary {
  /** What the loader made of the file. */
  readonly kind: EndingKind;
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  /** Name of the signal (`SIGSEGV`) that ended it or that its exit code stands for; null for none. */
  readonly signal: string | null;
}

/** Files that show one fault. Plain data: it is kept as it is. */
export interface Group {
  /** From 1, in the order of their finding. */
  readonly id: number;
  /** What tells it from other groups; equal in every session. */
  readonly key: string;
  /** The same for people, in a line: the report or signal, and where. */
  readonly title: string;
  /** What sort of finding it is. */
  readonly kind: FindingKind;
  /** The name of its folder. */
  readonly folder: string;
  /** Runs that came to it; of a seed's group the seeds. */
  count: number;
  /** The run that found it first; -1 for a seed as it is. */
  readonly firstRun: number;
  /** The smallest file that came to it. */
  file: GroupFile;
  /** How many of the runs that repeated it came to the same; null before that was tried. */
  reproduced: {
    /** Runs that came to the same. */
    readonly same: number;
    /** Runs that were tried. */
    readonly of: number;
  } | null;
  /** The file made smaller; null where that was not done, or did not help. */
  reduced: ReducedFile | null;
  /** Whether a reduction was tried. */
  isReduced: boolean;
}

/** A mutant that came to a group. */
export interface GroupFile {
  /** Name of the file in the group's folder. */
  readonly name: string;
  /** Number of its run; -1 for a seed as it is. */
  readonly run: number;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The seed it was made from. */
  readonly seed: string;
  /** What was changed since the file it was made from. */
  readonly mutations: readonly Mutation[];
  /** What each loader did with it, in their order. */
  readonly endings: readonly EndingSummary[];
}

/** A mutant of a group, made smaller. */
export interface ReducedFile {
  /** Name of the file in the group's folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Runs that the reduction took. */
  readonly checks: number;
}

/** Groups that have a folder of their own; a loader that disagrees with everything must not fill the disk. */
export const MAX_GROUPS = 1000;

/** The groups of a campaign, by what they are recognised by. */
export class Groups {
  readonly #byKey = new Map<string, Group>();
  /** Findings that were not kept, as there were too many groups. */
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

  /** The group of a finding, and the fingerprint that is new where it has none yet. */
  find(fingerprints: readonly Fingerprint[]): { known: Group } | { fresh: Fingerprint } | undefined {
    const fresh = fingerprints.find(({ key }) => !this.#byKey.has(key));
    if (fresh !== undefined) return { fresh };
    const known = fingerprints.map(({ key }) => this.#byKey.get(key)).find((group) => group !== undefined);
    return known === undefined ? undefined : { known };
  }

  /** Undefined where there are too many. */
  add({ key, title }: Fingerprint, kind: FindingKind, run: number, file: GroupFile): Group | undefined {
    if (this.#byKey.size >= MAX_GROUPS) {
      this.unlisted++;
      return undefined;
    }
    const id = this.#byKey.size + 1;
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
}

/** A title as the name of a folder: a few words of lower-case ASCII. */
function slugOf(title: string): string {
  const words =
    title
      .toLowerCase()
      .replace(/sanitizer/g, '')
      .match(/[a-z0-9_]+/g) ?? [];
  return words.join('-').slice(0, 60).replace(/-+$/, '') || 'finding';
}

export function summaryOf({ kind, code, signal }: Ending): EndingSummary {
  return { kind, code, signal };
}

/** Before the vague key of a seed: mutants of other seeds may come to the same key by another fault. */
const OF_SEED = 'seed ';

/** The fingerprint that a seed's group has. */
export function ofSeed(fingerprint: Fingerprint): Fingerprint {
  return fingerprint.isVague ? { ...fingerprint, key: OF_SEED + fingerprint.key } : fingerprint;
}

/** Whether a file still shows what its group is about. */
export function shows({ fingerprints }: Observation, key: string): boolean {
  return fingerprints.some((fingerprint) => fingerprint.key === key || ofSeed(fingerprint).key === key);
}
