import type { RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';

/** Whether a release loads a file, and a device can be configured with it then. */
export function loads({ verdict, configure }: RuntimeVerdict): boolean {
  return verdict === 'accepts' && configure.length === 0;
}

/** `loads on 4.23, not on 4.8 and 4.20`. */
export function loadsText(runtime: RuntimeVerdicts): string {
  const all = Object.entries(runtime);
  const good = all.filter(([, verdict]) => loads(verdict)).map(([release]) => shortRelease(release));
  const bad = all.filter(([, verdict]) => !loads(verdict)).map(([release]) => shortRelease(release));
  if (all.length === 0) return '';
  if (bad.length === 0) return `loads on ${listed(good)}`;
  if (good.length === 0) return `no release loads it (${listed(bad)})`;
  return `loads on ${listed(good)}, not on ${listed(bad)}`;
}

/** `4.23` of `4.23.0`. */
function shortRelease(release: string): string {
  return release.replace(/\.0$/, '');
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
