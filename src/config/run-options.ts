import type { Release } from '../diagnostics/catalogue.js';
import type { Policy } from '../diagnostics/policy.js';
import type { FailOn } from './vocabulary.js';

/** What a file of settings says of a run. */
export interface RunOptions {
  /** Releases that are to load the files; empty where none is named. */
  readonly targets: readonly Release[];
  /** Patterns over names of files that directories are not searched for. */
  readonly exclude: readonly string[];
  /** Findings of a code that are listed; undefined where the settings do not say. */
  readonly maxPerCode?: number;
  /** Milliseconds for all files; undefined where the settings do not say. */
  readonly budgetMs?: number;
  /** From which findings on a run fails; undefined where the settings do not say. */
  readonly failOn?: FailOn;
  /**
   * What `validate` takes as `policy`.
   * @param file its name relative to the file of settings, with `/`
   * @returns undefined where nothing differs from the catalogue
   */
  policyFor(file: string): Policy | undefined;
}
