import type { Code } from './code.gen.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans, releasesFrom } from './releases.js';
import type { Severity } from './severity.js';
import { withStatuses } from './statuses.js';
import { storedSummary, storedText } from './stored-texts.js';

export type { Release };

/** Releases that reports show where none is named, oldest first: those that people run. */
export const RELEASES: readonly Release[] = releasesFrom('4.17.0');

/**
 * Where a runtime meets a fault: when it loads the file, when an application asks for its networks and
 * streams, when a device is configured, or when frames go through.
 */
export type Stage = 'load' | 'query' | 'configure' | 'inference';

/**
 * What is known about a code, whichever layer finds it. Documentation and `explain` are made from it.
 *
 * Every start of the command makes all entries, so they hold what validating needs. What is built keeps `summary` and
 * `about` in a module of its own (stored-texts.ts): ask `textOf`.
 */
export interface CodeInfo<C extends string = Code> {
  /** Kebab-case; never changes its meaning once it was released. */
  readonly code: C;
  /** What its findings weigh, unless a policy says otherwise. */
  readonly severity: Severity;
  /** One line, without a full stop: what is wrong. Absent where it is stored apart; `textOf` knows both. */
  readonly summary?: string;
  /** Part of the format it belongs to: a name for `--only` and friends, and a heading of docs/rules.md. */
  readonly group?: string;
  /** Where a runtime meets the fault; absent where it does not. */
  readonly stage?: Stage;
  /** Releases that do not take a file with it: loading fails, crashes or hangs, or the queries after it do. */
  readonly refusedBy?: readonly Release[];
  /** Codes whose violation always comes with this one. */
  readonly implies?: readonly C[];
  /** What the runtime does, for entries without `about`. */
  readonly runtime?: string;
  /** Makes the longer texts; absent where they are stored apart. `textOf` knows both. */
  readonly about?: () => CodeText;
}

/** The texts of a code, as sentences. */
export interface CodeText {
  /** Why it matters to the owner of such a file. */
  readonly why?: string;
  /**
   * What the runtime's loader does with such a file, where known, with the releases it holds for. `{refusing}` stands
   * for the releases of `refusedBy`, `{corrupted}` and its like for a status by release (statuses.ts).
   */
  readonly runtime?: string;
  /** The smallest part of a message that has the fault, as protobuf text; lines may hold `#` comments. */
  readonly wrong?: string;
  /** The same part without it. */
  readonly fix?: string;
}

/** The texts of a code with its summary. */
export interface CodeDescription extends CodeText {
  /** One line, without a full stop: what is wrong. */
  readonly summary: string;
}

/** The texts of an entry, wherever it keeps them. */
export function textOf(info: CodeInfo<string>): CodeDescription {
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

/** Finds a code's entry. */
export type Catalogue = ReadonlyMap<string, CodeInfo<string>>;

/** @throws Error when two entries share a code: a bug of ours, found when the module loads */
export function catalogueOf(...groups: readonly (readonly CodeInfo<string>[])[]): Catalogue {
  const catalogue = new Map<string, CodeInfo<string>>();
  for (const info of groups.flat()) {
    if (catalogue.has(info.code)) throw new Error(`two catalogue entries for ${info.code}`);
    catalogue.set(info.code, info);
  }
  return catalogue;
}
