import type { Release } from '../../base/diagnostics/catalogue.js';
import type { KnownFindings } from '../../base/diagnostics/fingerprint.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import type { FailOn } from './vocabulary.js';

/** Options of a run, from a file of settings. */
export interface RunOptions {
  /** Releases that are to load the files; empty where none is named. */
  readonly targets: readonly Release[];
  /** Devices that are to run them; empty where none is named. */
  readonly devices: readonly string[];
  /** Patterns over names of files that directories are not searched for. */
  readonly exclude: readonly string[];
  /** Number of findings to list per code; undefined if not set. */
  readonly maxPerCode?: number;
  /** Milliseconds for all files; undefined if not set. */
  readonly budgetMs?: number;
  /** Findings that make a run fail; undefined if not set. */
  readonly failOn?: FailOn;
  /** The file of the baseline, relative to the file of settings; undefined if not set. */
  readonly baseline?: string;
  /**
   * Returns the `policy` of a file, for `validate`.
   * @param file its name relative to the file of settings, with `/`
   * @param known the file's entry in a baseline
   * @returns undefined if nothing differs from the catalogue
   */
  policyFor(file: string, known?: KnownFindings): Policy | undefined;
  /** True if `exclude` names the file. @param file as for `policyFor` */
  isExcluded(file: string): boolean;
}
