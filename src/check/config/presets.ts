import type { Policy } from '../../base/diagnostics/policy.js';
import { PUBLISHED_RELEASES, type Release } from '../../base/diagnostics/releases.js';

/**
 * Names that `extends` accepts: the catalogue's own severities, all warnings as errors, or one release's
 * verdict.
 */
export const PRESETS: readonly string[] = [
  'recommended',
  'strict',
  ...PUBLISHED_RELEASES.map((release) => `runtime-${release}`),
];

/** Changes by a preset: shifted severities and the target. */
interface Preset {
  readonly shift: Policy['shift'] & {};
  readonly target?: Release;
}

/**
 * `strict` raises findings, not codes: a code that is an error in one place and a warning in another is an
 * error in both, and notes stay notes, because they do not describe faults. `runtime-4.20.0` makes that
 * release a target: severities follow its verdict on the file.
 */
export function presetOf(name: string): Preset {
  if (name === 'strict') return { shift: { warning: 'error' } };
  const target = PUBLISHED_RELEASES.find((release) => name === `runtime-${release}`);
  return { shift: {}, ...(target && { target }) };
}
