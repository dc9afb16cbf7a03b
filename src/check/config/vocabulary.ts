/**
 * Terms that settings and the command line share. Imports no library: every start of the command loads it.
 */
import type { Level } from '../../base/diagnostics/policy.js';

/** Names of settings files, in the order of the search. */
export const CONFIG_FILES: readonly string[] = [
  'protomdl.config.yaml',
  'protomdl.config.yml',
  'protomdl.config.json',
];

export const LEVELS = ['error', 'warning', 'info', 'off'] as const satisfies readonly Level[];

/** Conditions on which a run fails: findings of a severity or above, predictions of refusals, or never. */
export const FAIL_ON = ['error', 'warning', 'info', 'runtime', 'never'] as const;
/** Condition on which the command fails. */
export type FailOn = (typeof FAIL_ON)[number];

/** A code, a pattern or a group, and its severity. */
export type LevelSetting = readonly [selector: string, level: Level];

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Converts `500ms`, `60s`, `1.5m` or `2h` to milliseconds; returns undefined for other texts. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] as number);
}
