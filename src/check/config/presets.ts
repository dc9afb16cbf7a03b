import type { Policy } from '../../base/diagnostics/policy.js';
import { PUBLISHED_RELEASES, type Release } from '../../base/diagnostics/releases.js';

/** What `extends` can name: the catalogue's own severities, all warnings as errors, or one release's verdict. */
export const PRESETS: readonly string[] = [
  'recommended',
  'strict',
  ...PUBLISHED_RELEASES.map((release) => `runtime-${release}`),
];

/** What a preset makes of findings: which severities shift, and what the target is. */
export interface Preset {
  readonly shift: Policy['shift'] & {};
  readonly target?: Release;
}

/**
 * `strict` raises findings, not codes: a code that is an error in one place and a warning in another is an error in
 * both, and notes stay notes, since what they note makes no file worse. `runtime-4.20.0` is that release as a target:
 * severities follow what it does with the file.
 */
export function presetOf(name: string): Preset {
  if (name === 'strict') return { shift: { warning: 'error' } };
  const target = PUBLISHED_RELEASES.find((release) => name === `runtime-${release}`);
  return { shift: {}, ...(target && { target }) };
}
