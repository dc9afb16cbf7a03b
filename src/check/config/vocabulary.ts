/**
 * Terms that settings and the command line share. This module imports no library, because every start of the
 * command loads it.
 */

import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Policy, PolicyLevel } from '../../base/diagnostics/policy.js';
import { PUBLISHED_RELEASES, type Release } from '../../base/diagnostics/releases.js';

/** Names of settings files, in the order of the search. */
export const CONFIG_FILES: readonly string[] = [
  'protomdl.config.yaml',
  'protomdl.config.yml',
  'protomdl.config.json',
];

export const LEVELS = ['error', 'warning', 'info', 'off'] as const satisfies readonly PolicyLevel[];

/** Conditions on which a run fails: findings of at least a severity, predictions of refusals, or never. */
export const FAIL_ON = ['error', 'warning', 'info', 'runtime', 'never'] as const;
/** Condition on which the command fails. */
export type FailOn = (typeof FAIL_ON)[number];

/** A code, a pattern or a group, and its severity. */
export type LevelSetting = readonly [selector: string, level: PolicyLevel];

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Converts `500ms`, `60s`, `1.5m` or `2h` to milliseconds; returns undefined for other texts. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] as number);
}

/**
 * Names that `extends` accepts: the severities of the catalogue, all warnings as errors, or the verdict of
 * one release.
 */
export const PRESETS: readonly string[] = [
  'recommended',
  'strict',
  ...PUBLISHED_RELEASES.map((release) => `runtime-${release}`),
];

/** Changes that a preset makes: shifted severities, and a target. */
interface Preset {
  readonly shift: Policy['shift'] & {};
  readonly target?: Release;
}

/**
 * Returns the settings of a preset. `strict` raises the severity of findings, not of codes: a code that is an
 * error in one place and a warning in another place becomes an error in both places. Notes stay notes,
 * because notes do not describe faults. `runtime-4.20.0` makes release 4.20.0 a target: severities follow
 * that release's verdict on the file.
 */
export function presetOf(name: string): Preset {
  if (name === 'strict') return { shift: { warning: 'error' } };
  const target = PUBLISHED_RELEASES.find((release) => name === `runtime-${release}`);
  return { shift: {}, ...(target && { target }) };
}

/** Returns an error in settings, patterns or a baseline, which the user has to correct. */
export function configError(message: string): ProtomdlError {
  return new ProtomdlError('config-invalid', message);
}
