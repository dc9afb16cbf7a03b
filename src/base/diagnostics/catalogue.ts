import type { Code } from './code.gen.js';
import type { Severity } from './diagnostic.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans, releasesFrom } from './releases.js';
import { withStatuses } from './statuses.js';
import { storedSummary, storedText } from './stored-texts.js';

export type { Release };

/** Releases in common use, which reports show by default; oldest first. */
export const RELEASES: readonly Release[] = releasesFrom('4.17.0');

/**
 * Step in which a runtime meets a fault: loading the file, listing its networks and streams, configuring a
 * device, or processing frames.
 */
export type Stage = 'load' | 'query' | 'configure' | 'inference';

/**
 * Data about a code, from which documentation and `explain` are made.
 *
 * Entries have only the data for validation, because every start of the command creates all entries. A build
 * moves `summary` and `about` to a separate module (stored-texts.ts); `codeText` returns the texts.
 */
export interface CodeInfo<C extends string = Code> {
  /** The code in kebab-case. The meaning of a released code never changes. */
  readonly code: C;
  /** Severity of findings with this code, unless a policy changes the severity. */
  readonly severity: Severity;
  /**
   * The fault in one line, without a full stop; absent if stored separately. `codeText` handles both cases.
   */
  readonly summary?: string;
  /**
   * Part of the format to which the code belongs: a name for options such as `--only`, and a heading of
   * docs/rules.md.
   */
  readonly group?: string;
  /** Step in which a runtime meets the fault; absent if no runtime meets the fault. */
  readonly stage?: Stage;
  /**
   * Releases that refuse a file with this fault: the load, or a query after the load, fails, crashes or
   * hangs.
   */
  readonly refusedBy?: readonly Release[];
  /** Codes that are always reported together with this one. */
  readonly implies?: readonly C[];
  /** Reaction of the runtime, for entries without `about`. */
  readonly runtime?: string;
  /** Returns the longer texts; absent if stored separately. `codeText` handles both cases. */
  readonly about?: () => CodeText;
}

/** The texts of a code, as sentences. */
export interface CodeText {
  /** Reason why the fault matters to the owner of the file. */
  readonly why?: string;
  /**
   * Known reaction of the runtime's loader to such a file, with the releases that show it. `{refusing}`
   * stands for the releases of `refusedBy`. `{corrupted}`, `{unsupported}` and `{incompatible}` stand for
   * statuses, which depend on the release (statuses.ts).
   */
  readonly runtime?: string;
  /** The smallest part of a message that has the fault, as protobuf text; lines may have `#` comments. */
  readonly wrong?: string;
  /** The part of the message without the fault, as protobuf text. */
  readonly fix?: string;
}

/** The texts of a code with its summary. */
export interface CodeDescription extends CodeText {
  /** The fault in one line, without a full stop. */
  readonly summary: string;
}

/** Data of a code for files that loaders refuse from a release on. */
export function refusedFrom(first: Release) {
  return { severity: 'error', stage: 'load', refusedBy: releasesFrom(first) } as const;
}

/** Data of a code for files that every release refuses. */
export const REFUSED = { ...refusedFrom('4.17.0'), refusedBy: PUBLISHED_RELEASES } as const;

/** The data and the texts of a code, as a rule gives them. */
export interface CodeEntry extends Omit<CodeInfo, 'code' | 'about'> {
  readonly summary: string;
  readonly why: string;
  readonly runtime: string;
  readonly wrong?: string;
  readonly fix?: string;
}

/** Returns the catalogue entries of codes, which are in `group` unless they name another part of the format. */
export function codesOf<C extends Code>(
  group: string,
  entries: Readonly<Record<C, CodeEntry>>,
): readonly (CodeInfo & { readonly code: C })[] {
  return Object.entries<CodeEntry>(entries).map(([code, { why, runtime, wrong, fix, ...data }]) => ({
    code: code as C,
    group,
    ...data,
    // Builds remove the texts from the entries.
    ...(why !== undefined && {
      about: () => ({ why, runtime, ...(wrong !== undefined && fix !== undefined && { wrong, fix }) }),
    }),
  }));
}

/** Returns the texts of an entry, even if the texts are stored separately. */
export function codeText(info: CodeInfo<string>): CodeDescription {
  const text = info.about === undefined ? storedText(info.code) : info.about();
  const runtime = text?.runtime ?? info.runtime;
  const summary = info.summary ?? storedSummary(info.code) ?? '';
  return {
    ...text,
    summary,
    ...(runtime === undefined ? {} : { runtime: withReleases(runtime, info.refusedBy) }),
  };
}

function withReleases(text: string, refusedBy: readonly Release[] = []): string {
  const isEvery = refusedBy.length === PUBLISHED_RELEASES.length;
  return withStatuses(text).replaceAll('{refusing}', isEvery ? 'every release' : releaseSpans(refusedBy));
}

/** Entries by code. */
export type Catalogue = ReadonlyMap<string, CodeInfo<string>>;

/** @throws Error if two entries share a code, which is a bug of this library */
export function catalogueOf(...groups: readonly (readonly CodeInfo<string>[])[]): Catalogue {
  const catalogue = new Map<string, CodeInfo<string>>();
  for (const info of groups.flat()) {
    if (catalogue.has(info.code)) throw new Error(`two catalogue entries for ${info.code}`);
    catalogue.set(info.code, info);
  }
  return catalogue;
}
