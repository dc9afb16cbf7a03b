import { type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import { architectureName } from '../../base/schema/architecture.js';
import { type FileUse, releasesOf } from '../../check/runtime/device.js';

/** Describes the devices of a file: `for Hailo-8L and Hailo-8 (ACCEL8L)`. */
export function purposeText({ devices }: FileUse, architecture: number | undefined): string {
  if (architecture === undefined) return 'for no device: the header names none';
  const name = architectureName(architecture) ?? `hw_arch ${architecture}`;
  return `for ${devices.length === 0 ? 'no device' : listed(devices, 'and')} (${name})`;
}

/**
 * Describes the releases that load a file, and the releases that do not support its devices.
 * @param asked results of the requested releases
 * @param targets releases that must load the file; if given, other releases are not described
 */
export function useParts(
  { devices, loads, others }: FileUse,
  asked: readonly string[],
  targets: readonly Release[],
): string[] {
  const releases = loads.length === 0 ? 'loads on no release' : `loads on ${releaseSpans(loads)}`;
  return [
    ...(targets.length > 0 ? [] : [releases]),
    ...asked,
    ...unsupported(devices, targets),
    ...(others.length === 0 ? [] : [`not on ${listed(others, 'or')}`]),
  ];
}

/** Describes target releases that do not support any of the devices, even if the releases load the file. */
function unsupported(devices: readonly string[], targets: readonly Release[]): string[] {
  const known = new Set(devices.flatMap((device) => [...releasesOf(device)]));
  const foreign = targets.filter((release) => !known.has(release));
  if (devices.length === 0 || foreign.length === 0) return [];
  return [`no ${listed(devices, 'or')} runs ${releaseSpans(foreign)}`];
}

function listed(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
