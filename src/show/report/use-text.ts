import { releaseSpans } from '../../base/diagnostics/releases.js';
import { architectureName } from '../../base/schema/architecture.js';
import type { FileUse } from '../../check/runtime/file-use.js';

/** Devices that a file is for: `for Hailo-8L and Hailo-8 (ACCEL8L)`. */
export function purposeText({ devices }: FileUse, architecture: number | undefined): string {
  if (architecture === undefined) return 'for no device: the header names none';
  const name = architectureName(architecture) ?? `hw_arch ${architecture}`;
  return `for ${devices.length === 0 ? 'no device' : listed(devices, 'and')} (${name})`;
}

/**
 * Releases that load a file, and devices that do not run it.
 * @param asked what the releases do that were asked about
 * @param hasTargets true if these are releases that are to load the file: the others do not matter
 */
export function useParts(
  { loads, others }: FileUse,
  asked: readonly string[],
  hasTargets: boolean,
): string[] {
  const releases = loads.length === 0 ? 'loads on no release' : `loads on ${releaseSpans(loads)}`;
  return [
    ...(hasTargets ? [] : [releases]),
    ...asked,
    ...(others.length === 0 ? [] : [`not on ${listed(others, 'or')}`]),
  ];
}

function listed(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
