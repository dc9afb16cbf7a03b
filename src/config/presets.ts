import { type Catalogue, RELEASES } from '../diagnostics/catalogue.js';
import type { Level, Policy } from '../diagnostics/policy.js';

/** What `extends` can name: the catalogue's own severities, all warnings as errors, or one release's verdict. */
export const PRESETS: readonly string[] = [
  'recommended',
  'strict',
  ...RELEASES.map((release) => `runtime-${release}`),
];

/**
 * What a preset makes of findings.
 *
 * `strict` raises findings, not codes: a code that is an error in one place and a warning in another is an
 * error in both, and notes stay notes, since what they note makes no file worse. `runtime-…` raises the codes
 * that the release does not take, and lowers none: what another release refuses is still worth an error.
 */
export function presetOf(
  name: string,
  catalogue: Catalogue,
): { readonly shift: Policy['shift'] & {}; readonly levels: readonly (readonly [string, Level])[] } {
  if (name === 'strict') return { shift: { warning: 'error' }, levels: [] };
  if (name === 'recommended') return { shift: {}, levels: [] };
  const release = name.slice('runtime-'.length);
  const refused = [...catalogue.values()].filter(({ refusedBy }) => {
    return refusedBy?.some((other) => other === release);
  });
  return { shift: {}, levels: refused.map(({ code }) => [code, 'error']) };
}
