import type { Severity } from './severity.js';

/** What is known about a code, whichever layer finds it. Documentation and `explain` are made from it. */
export interface CodeInfo {
  readonly code: string;
  readonly severity: Severity;
  /** One line: what is wrong. */
  readonly summary: string;
  /** What the runtime's loader does with such a file, where known, with the releases it holds for. */
  readonly runtime?: string;
  /** Codes whose violation always comes with this one. */
  readonly implies?: readonly string[];
}

/** Finds a code's entry. */
export type Catalogue = ReadonlyMap<string, CodeInfo>;

/** @throws Error when two entries share a code: a bug of ours, found when the module loads */
export function catalogueOf(...groups: readonly (readonly CodeInfo[])[]): Catalogue {
  const catalogue = new Map<string, CodeInfo>();
  for (const info of groups.flat()) {
    if (catalogue.has(info.code)) throw new Error(`two catalogue entries for ${info.code}`);
    catalogue.set(info.code, info);
  }
  return catalogue;
}
