import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  PUBLISHED_RELEASES,
  RELEASE_SELECTORS,
  type Release,
  releaseSpans,
  selectReleases,
} from '../base/diagnostics/releases.js';
import { durationMs, LEVELS, type LevelSetting } from '../check/config/vocabulary.js';

/** Returns the option for the framing of the input, `flags.framing`: a `FramingMode`. */
export function fromOption(about = 'kind of file: a bare message or framed'): Option {
  return new FromOption('--from <kind>', about).choices(['auto', 'bare', 'framed']).default('auto');
}

/** Like `fromOption`, for commands that read several files. */
export function fromOptionOfMany(): Option {
  return fromOption('kind of files: bare messages or framed');
}

/**
 * Stores the value of `--from` as `framing`, as the library names it. The option `--framing` sets the framing
 * of an output.
 */
class FromOption extends Option {
  override attributeName(): string {
    return 'framing';
  }
}

/**
 * Returns a parser for an option whose value is a whole number.
 * @throws InvalidArgumentError, which becomes a usage error that names the option
 */
export function wholeNumberOption(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/**
 * Parses an option that can be given several times, or once with commas. Commas within `{a,b}` do not
 * separate values.
 */
export function listed(text: string, before: readonly string[] = []): string[] {
  const parts = text.split(/,(?![^{]*\})/).map((part) => part.trim());
  return [...before, ...parts.filter((part) => part !== '')];
}

/** Like `listed`, for values of the form `code=level`. */
export function levelSettings(text: string, before: readonly LevelSetting[]): LevelSetting[] {
  const settings = listed(text, []).map((part): LevelSetting => {
    const at = part.lastIndexOf('=');
    const level = LEVELS.find((one) => one === part.slice(at + 1).trim());
    if (at > 0 && level !== undefined) return [part.slice(0, at).trim(), level];
    throw new InvalidArgumentError(`It takes code=level, where the level is ${LEVELS.join(', ')}.`);
  });
  return [...before, ...settings];
}

/** Parses a time: `500ms`, `60s`, `1.5m`, `2h`, in milliseconds. */
export function milliseconds(text: string): number {
  const time = durationMs(text);
  if (time === undefined) throw new InvalidArgumentError('It takes a time such as 60s, 5m or 1h.');
  return time;
}

export interface ReleaseChoice {
  /** Releases without duplicates, oldest first. */
  readonly releases: readonly Release[];
  readonly remarks: readonly string[];
}

/**
 * Parses an option that can be given several times, or once with commas: releases, prefixes, ranges, latest,
 * all.
 */
export function releaseChoice(text: string, before?: ReleaseChoice): ReleaseChoice {
  const names = listed(text, []);
  if (names.length === 0) throw new InvalidArgumentError(`It takes ${RELEASE_SELECTORS}.`);
  const chosen = new Set(before?.releases);
  const remarks = [...(before?.remarks ?? [])];
  for (const name of names) {
    const selection = selectReleases(name);
    if ('problem' in selection) throw new InvalidArgumentError(`${selection.problem}.`);
    for (const release of selection.releases) chosen.add(release);
    if (selection.remark !== undefined) remarks.push(selection.remark);
  }
  return { releases: PUBLISHED_RELEASES.filter((release) => chosen.has(release)), remarks };
}

export const DEVICE_HELP =
  'a device that must run the files: hailo8l, rpi-ai-kit, or a file with the output of hailortcli fw-control ' +
  'identify (repeatable)';

export function releaseRemarks(flags: {
  readonly runtime?: ReleaseChoice;
  readonly target?: ReleaseChoice;
}): ReadonlySet<string> {
  return new Set([...(flags.runtime?.remarks ?? []), ...(flags.target?.remarks ?? [])]);
}

/** Like `releaseChoice`, for an option that takes one release. */
export function oneRelease(text: string): Release {
  const { releases } = releaseChoice(text);
  const [release] = releases;
  if (release !== undefined && releases.length === 1) return release;
  throw new InvalidArgumentError(`It takes one release, not ${releaseSpans(releases)}.`);
}

export interface SearchFlags {
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
}

export function addSearchOptions(command: Command): Command {
  return command
    .option('--exclude <patterns>', 'files and folders to skip in directories', listed, [])
    .option('--no-gitignore', 'also search files that .gitignore names');
}
