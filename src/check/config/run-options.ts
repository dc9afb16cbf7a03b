import type { Release } from '../../base/diagnostics/catalogue.js';
import type { KnownFindings } from '../../base/diagnostics/known-findings.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import type { FailOn } from './vocabulary.js';

/** What a file of settings says of a run. */
export interface RunOptions {
  /** Releases that are to load the files; empty where none is named. */
  readonly targets: readonly Release[];
  /** Devices that are to run them; empty where none is named. */
  readonly devices: readonly string[];
  /** Patterns over names of files that directories are not searched for. */
  readonly exclude: readonly string[];
  /** Findings of a code that are listed; undefined where the settings do not say. */
  readonly maxPerCode?: number;
  /** Milliseconds for all files; undefined where the settings do not say. */
  readonly budgetMs?: number;
  /** From which findings on a run fails; undefined where the settings do not say. */
  readonly failOn?: FailOn;
  /** The file of the baseline, relative to the file of settings; undefined where none is named. */
  readonly baseline?: string;
  /**
   * What `validate` takes as `policy`.
   * @param file its name relative to the file of settings, with `/`
   * @param known what a baseline has of it
   * @returns undefined where nothing differs from the catalogue
   */
  policyFor(file: string, known?: KnownFindings): Policy | undefined;
  /** Whether `exclude` names the file. @param file as for `policyFor` */
  isExcluded(file: string): boolean;
}
