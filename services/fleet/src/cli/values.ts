import { isAbsolute, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Release } from 'protomdl';
import { selectReleases } from 'protomdl/node';

/** Maximum size of a baseline in bytes, as in the command `protomdl`. */
export const MAX_BASELINE_BYTES = 256 * 1_024 * 1_024;

/** Returns a parser for options with a whole number. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replaceAll('_', ''));
    if (!/^[\d_]+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Parses a priority; a run with a higher priority runs sooner. */
export function priority(text: string): number {
  const value = Number(text);
  if (!/^-?\d{1,3}$/.test(text) || Math.abs(value) > 100) {
    throw new InvalidArgumentError('It takes a whole number from -100 to 100.');
  }
  return value;
}

export function runId(text: string): number {
  return whole(1, 2 ** 31 - 1)(text);
}

/** Parses releases: `4.20.0,4.23.0`, `4.18-4.23`, `latest`, `all`, `none`; returns them oldest first. */
export function releases(text: string): readonly Release[] {
  if (text === 'none') return [];
  const chosen = new Set(
    text.split(',').flatMap((name) => {
      const selection = selectReleases(name);
      if ('problem' in selection) throw new InvalidArgumentError(`${selection.problem}.`);
      if (selection.remark !== undefined) process.stderr.write(`protomdl-fleet: ${selection.remark}\n`);
      return selection.releases;
    }),
  );
  return allReleases().filter((release) => chosen.has(release));
}

/** All known releases, oldest first. */
export function allReleases(): readonly Release[] {
  const selection = selectReleases('all');
  return 'releases' in selection ? selection.releases : [];
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Converts a duration such as `30d`, `12h` or `90s` to milliseconds. */
export function span(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|min|h|d)$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It takes a time such as 90s, 12h or 30d.');
  return Number(digits) * (UNITS[unit] as number);
}

/**
 * Resolves a path of the command line in the folder in which the user called the command, because npm changes
 * the folder.
 */
export function pathOf(text: string): string {
  return isAbsolute(text) ? text : resolve(process.env.INIT_CWD ?? process.cwd(), text);
}
