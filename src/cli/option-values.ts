import { InvalidArgumentError, Option } from 'commander';
import { RELEASES, type Release } from '../base/diagnostics/catalogue.js';
import { durationMs, LEVELS, type LevelSetting, releaseNamed } from '../check/config/vocabulary.js';

/** What the input is taken for: a `FramingMode`. */
export function framingOption(flags = '--framing <kind>'): Option {
  return framingOf(flags, 'what the file is: a bare message or framed');
}

/** The same for commands that look at several files as one. */
export function framingsOption(): Option {
  return framingOf('--framing <kind>', 'what the files are: bare messages or framed');
}

function framingOf(flags: string, about: string): Option {
  return new Option(flags, about).choices(['auto', 'bare', 'framed']).default('auto');
}

/**
 * A parser for an option that takes a whole number.
 * @throws InvalidArgumentError, which becomes a usage error that names the option
 */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/** For an option that can be given several times, or once with commas; not those within `{a,b}`. */
export function listed(text: string, before: readonly string[]): string[] {
  const parts = text.split(/,(?![^{]*\})/).map((part) => part.trim());
  return [...before, ...parts.filter((part) => part !== '')];
}

/** The same for `code=level`. */
export function levelSettings(text: string, before: readonly LevelSetting[]): LevelSetting[] {
  const settings = listed(text, []).map((part): LevelSetting => {
    const at = part.lastIndexOf('=');
    const level = LEVELS.find((one) => one === part.slice(at + 1).trim());
    if (at > 0 && level !== undefined) return [part.slice(0, at).trim(), level];
    throw new InvalidArgumentError(`It takes code=level, where the level is ${LEVELS.join(', ')}.`);
  });
  return [...before, ...settings];
}

/** A time: `500ms`, `60s`, `1.5m`, `2h`, in milliseconds. */
export function milliseconds(text: string): number {
  const time = durationMs(text);
  if (time === undefined) throw new InvalidArgumentError('It takes a time such as 60s, 5m or 1h.');
  return time;
}

/** The same for releases that are to load files: numbers, with or without the last part. */
export function targetReleases(text: string, before: readonly Release[] = []): readonly Release[] {
  const named = listed(text, []).map((name) => {
    const release = releaseNamed(name);
    if (release !== undefined) return release;
    throw new InvalidArgumentError(`It takes ${RELEASES.join(', ')}: what these releases do is known.`);
  });
  return RELEASES.filter((release) => before.includes(release) || named.includes(release));
}

/** For an option that can be given several times, or once with commas: releases of the runtime, or all of them. */
export function runtimeReleases(text: string, before: readonly Release[] = []): readonly Release[] {
  const names = listed(text, []);
  const isKnown = (name: string): boolean => name === 'all' || RELEASES.some((release) => release === name);
  if (names.length === 0 || !names.every(isKnown)) {
    throw new InvalidArgumentError(`It takes ${RELEASES.join(', ')}, or all.`);
  }
  return RELEASES.filter(
    (release) => before.includes(release) || names.includes(release) || names.includes('all'),
  );
}
