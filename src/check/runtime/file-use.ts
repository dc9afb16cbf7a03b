import { RELEASES } from '../../base/diagnostics/catalogue.js';
import type { Release } from '../../base/diagnostics/releases.js';
import { devicesFor, othersThan, usualReleasesFor } from './device.js';
import type { RuntimeVerdicts } from './verdict.js';

/** Devices that run a file, and the releases that load it there. */
export interface FileUse {
  /** Devices that take the file, the one that it was compiled for first; empty if no device does. */
  readonly devices: readonly string[];
  /** Devices of the same family that do not take it. */
  readonly others: readonly string[];
  /** Releases of these devices that load the file, oldest first. */
  readonly loads: readonly Release[];
  /** Releases of these devices that do not load the file. */
  readonly refuses: readonly Release[];
}

/**
 * Releases to predict if the user names none: the usual ones for devices that take the file, or all usual
 * releases if no device does.
 */
export function usualReleases(architecture: number | undefined): readonly Release[] {
  const usual = architecture === undefined ? [] : usualReleasesFor(architecture);
  return usual.length === 0 ? RELEASES : usual;
}

/** @param verdicts verdicts of the usual releases at least */
export function fileUse(architecture: number | undefined, verdicts: RuntimeVerdicts): FileUse {
  const releases = usualReleases(architecture);
  const loads = releases.filter((release) => verdicts[release]?.verdict === 'accepts');
  return {
    devices: architecture === undefined ? [] : devicesFor(architecture),
    others: architecture === undefined ? [] : othersThan(architecture),
    loads,
    refuses: releases.filter((release) => !loads.includes(release)),
  };
}
