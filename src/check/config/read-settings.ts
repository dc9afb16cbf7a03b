import type { Release } from '../../base/diagnostics/catalogue.js';
import type { KnownFindings } from '../../base/diagnostics/fingerprint.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import { CATALOGUE } from '../rules/index.js';
import { EMPTY_CONFIG, readConfig, toDay } from './config.js';
import { filePattern } from './pattern.js';
import { Selectors } from './selectors.js';
import { Settings } from './settings.js';
import type { FailOn } from './vocabulary.js';

/**
 * Reads a file of settings, such as `protomdl.config.yaml`, as YAML or JSON. An empty text has no settings.
 * @param text text of the file
 * @param name file name, for messages
 * @param today date by which ignores may have expired (default: the current day in UTC)
 * @throws ProtomdlError `config-invalid`, with line and column
 */
export function readSettings(
  text: string,
  name = 'protomdl.config.yaml',
  today: Date = new Date(),
): RunOptions {
  const selectors = new Selectors(CATALOGUE);
  const config = text.trim() === '' ? EMPTY_CONFIG : readConfig(text, name, selectors);
  const settings = new Settings(config, {}, selectors, toDay(today));
  const { maxPerCode, budgetMs, failOn, exclude, devices, baseline } = config;
  const excluded = exclude.map(filePattern);
  return {
    targets: settings.targets,
    exclude,
    devices,
    ...(maxPerCode === undefined ? {} : { maxPerCode }),
    ...(budgetMs === undefined ? {} : { budgetMs }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(baseline === undefined ? {} : { baseline }),
    policyFor: (file, known) => settings.policyFor(file, known),
    isExcluded: (file) => {
      const parts = file.split('/');
      const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      return paths.some((path) => excluded.some((matches) => matches(path)));
    },
  };
}

/** Options of a run, read from a file of settings. */
export interface RunOptions {
  /** Releases that must load the files; empty if the settings name no releases. */
  readonly targets: readonly Release[];
  /** Devices that must run the files; empty if the settings name no devices. */
  readonly devices: readonly string[];
  /** Name patterns of files to skip when directories are searched. */
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
   * @param file name of the file, relative to the file of settings, with `/` between folders
   * @param known the file's entry in a baseline
   * @returns undefined if nothing differs from the catalogue
   */
  policyFor(file: string, known?: KnownFindings): Policy | undefined;
  /** True if `exclude` names the file or one of its folders. @param file as for `policyFor` */
  isExcluded(file: string): boolean;
}
