/** Words of settings that the command line has too. Imports no library: every start of the command loads it. */
import type { Level } from '../../base/diagnostics/policy.js';

/** Names under which settings are found, in this order. */
export const CONFIG_FILES: readonly string[] = [
  'protomdl.config.yaml',
  'protomdl.config.yml',
  'protomdl.config.json',
];

export const LEVELS = ['error', 'warning', 'info', 'off'] as const satisfies readonly Level[];

/** What a run can fail on: findings of a severity or above, predictions of refusals, or nothing. */
export const FAIL_ON = ['error', 'warning', 'info', 'runtime', 'never'] as const;
/** From which findings on the command fails. */
export type FailOn = (typeof FAIL_ON)[number];

/** A code, a pattern or a group, and what it weighs. */
export type LevelSetting = readonly [selector: string, level: Level];

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `60s`, `1.5m`, `2h` in milliseconds; undefined for what is no such time. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] as number);
}
