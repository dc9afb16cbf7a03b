import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import type { KnownFindings } from '../base/diagnostics/fingerprint.js';
import type { Policy } from '../base/diagnostics/policy.js';
import { CONFIG_FILES, type FailOn, type LevelSetting } from '../check/config/vocabulary.js';
import { checkPairs, devicesNamed } from './device-names.js';
import { CommandError } from './exit-code.js';
import type { CommandInput } from './input.js';
import type { ReleaseChoice } from './option-values.js';

import { sideInputs, sideText } from './side-file.js';

export interface SettingsFlags {
  readonly config?: string | false;
  readonly only: readonly string[];
  readonly ignore: readonly string[];
  readonly severity: readonly LevelSetting[];
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly target?: ReleaseChoice;
  readonly device?: readonly string[];
}

/** Settings of a run: the settings file, the command line, and the baseline combined. */
export interface RunSettings {
  readonly maxPerCode?: number;
  readonly budgetMs?: number;
  readonly failOn?: FailOn;
  readonly targets: ReleaseChoice['releases'];
  readonly devices: readonly string[];
  /** Patterns of files to leave out, and the folder to which the names of files are relative. */
  readonly exclude: readonly string[];
  readonly root: string;
  /** Files with settings, which no output may overwrite. */
  readonly files: readonly CommandInput[];
  /** Warnings for the user: ignores that have expired. */
  readonly remarks: readonly string[];
  /** @param path the user's name for the file; `-` for standard input */
  policyOf(path: string): Policy | undefined;
  /**
   * Returns the findings of a file in the old baseline, by the user's name for the file. Defined only if a
   * new baseline is made from an old baseline.
   */
  readonly carriedOver?: (path: string) => KnownFindings | undefined;
}

/**
 * Maximum size of a settings file in bytes. A larger file is probably not a settings file. Parsing YAML of
 * this size takes half a second.
 */
const MAX_CONFIG_BYTES = 1024 * 1024;
/**
 * Maximum size of a baseline in bytes: larger than the baseline of a thousand files with a thousand findings
 * each.
 */
const MAX_BASELINE_BYTES = 256 * 1024 * 1024;

export const NO_SETTINGS: RunSettings = {
  targets: [],
  devices: [],
  exclude: [],
  root: '',
  files: [],
  remarks: [],
  policyOf: () => undefined,
};

/**
 * @param folder folder to which names are relative. The search for a settings file begins in this folder, and
 * continues in its parents
 * @throws CommandError for settings that cannot be read, or are invalid
 */
export async function settingsFor(flags: SettingsFlags, folder: string): Promise<RunSettings> {
  const file = configFile(flags.config, folder);
  const { only, ignore, severity, baseline, target, device } = flags;
  const isPlain =
    only.length + ignore.length + severity.length === 0 &&
    [baseline, target, device].every((flag) => flag === undefined);
  if (file === undefined && isPlain) return NO_SETTINGS;
  try {
    return await resolved(file, flags, folder);
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(error.message);
    throw error;
  }
}

async function resolved(
  file: string | undefined,
  flags: SettingsFlags,
  folder: string,
): Promise<RunSettings> {
  // The libraries for YAML and patterns are only loaded if settings are given.
  const { Settings, toDay } = await import('../check/config/index.js');
  const { shown, config, selectors } = await writtenSettings(file, folder);
  const choices = { ...flags, ...(flags.target && { targets: flags.target.releases }) };
  const settings = new Settings(config, choices, selectors, toDay(new Date()));
  const named = flags.device && (await devicesNamed(flags.device, folder, settings.targets));
  const devices = named?.devices ?? config.devices;
  await checkPairs(devices, settings.targets, '--target');
  const root = file === undefined ? folder : dirname(file);
  const baseline = baselineFile(flags, config.baseline, root, folder);
  const { known, remark } = baseline === undefined ? NO_BASELINE : await knownFrom(baseline, flags, folder);
  const isCarriedOver = flags.writeBaseline !== undefined;
  const isReplaced = isCarriedOver && baseline === resolve(folder, flags.writeBaseline);
  const expired = settings.expired.map(
    ({ codes, reason, expires }) =>
      `${shown}: the ignore of ${codes.join(', ')} expired on ${expires}, so it no longer hides findings ` +
      `(its reason was: ${reason})`,
  );
  const { maxPerCode, budgetMs, failOn } = config;
  return {
    ...(maxPerCode === undefined ? {} : { maxPerCode }),
    ...(budgetMs === undefined ? {} : { budgetMs }),
    ...(failOn === undefined ? {} : { failOn }),
    targets: settings.targets,
    devices,
    exclude: config.exclude,
    root,
    files: sideInputs(file, isReplaced ? undefined : baseline),
    remarks: [
      ...(named?.remarks ?? []),
      ...expired,
      ...(remark === undefined || isCarriedOver ? [] : [remark]),
    ],
    policyOf: (path) =>
      settings.policyFor(nameFrom(root, folder, path), isCarriedOver ? undefined : known(path)),
    ...(isCarriedOver && baseline !== undefined ? { carriedOver: known } : {}),
  };
}

/** Reads a settings file. Returns the settings, and the name of the file. */
export async function writtenSettings(file: string | undefined, folder: string) {
  const { CATALOGUE, EMPTY_CONFIG, readConfig, Selectors } = await import('../check/config/index.js');
  const selectors = new Selectors(CATALOGUE);
  if (file === undefined) return { shown: '', config: EMPTY_CONFIG, selectors };
  const shown = relative(folder, file) || file;
  const config = readConfig(sideText(file, '--config', MAX_CONFIG_BYTES, { shown }), shown, selectors);
  return { shown, config, selectors };
}

/** Returns the name of a file relative to a folder, with `/` between folders. */
export function nameFrom(root: string, folder: string, path: string): string {
  if (path === '-') return path;
  return relative(root, resolve(folder, path)).replaceAll(sep, '/');
}

/** Returns the named settings file, or the nearest settings file in the folder or its parents. */
export function configFile(config: string | false | undefined, folder: string): string | undefined {
  if (config === false) return undefined;
  if (config !== undefined) return resolve(folder, config);
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = CONFIG_FILES.map((name) => join(at, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
}

/** Returns the baseline to read. Without `--baseline`, a new baseline is made of all findings. */
function baselineFile(
  { baseline, writeBaseline }: SettingsFlags,
  configured: string | undefined,
  root: string,
  folder: string,
): string | undefined {
  if (baseline !== undefined) return resolve(folder, baseline);
  if (writeBaseline !== undefined) return undefined;
  return configured && resolve(root, configured);
}

/** Findings of a baseline by file, and a remark for the user. */
interface ReadKnown {
  readonly known: (path: string) => KnownFindings | undefined;
  readonly remark?: string;
}

const NO_BASELINE: ReadKnown = { known: () => undefined };

async function knownFrom(named: string, flags: SettingsFlags, folder: string): Promise<ReadKnown> {
  const { readVersionedBaseline } = await import('../check/config/index.js');
  const shown = flags.baseline ?? relative(folder, named);
  const text = sideText(named, '--baseline', MAX_BASELINE_BYTES, { shown });
  const { files, isOld } = readVersionedBaseline(text, shown);
  const known = (path: string): KnownFindings | undefined =>
    files.get(nameFrom(dirname(named), folder, path));
  if (!isOld) return { known };
  return {
    known,
    remark:
      `${shown}: an earlier version of a baseline, which loses findings if messages change; ` +
      `--baseline ${shown} --write-baseline ${shown} converts it`,
  };
}
