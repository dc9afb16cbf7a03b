import { PUBLISHED_RELEASES, releaseSpans } from '../../base/diagnostics/releases.js';
import type { RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';

/** True if a release loads a file, and can then configure a device. */
export function loads({ verdict, configure }: RuntimeVerdict): boolean {
  return verdict === 'accepts' && configure.length === 0;
}

/** Formats the result, such as `loads on 4.23; not on 4.17 to 4.20`. */
export function loadsText(runtime: RuntimeVerdicts): string {
  const all = Object.entries(runtime);
  if (all.length === 0) return '';
  const named = (wanted: boolean): string =>
    releaseSpans(
      PUBLISHED_RELEASES.filter((one) => runtime[one] !== undefined && loads(runtime[one]) === wanted),
    );
  const [good, bad] = [named(true), named(false)];
  if (bad === '') return `loads on ${good}`;
  return good === '' ? `no release loads it (${bad})` : `loads on ${good}; not on ${bad}`;
}
