import { RELEASES } from '../../base/diagnostics/catalogue.js';
import type { Release } from '../../base/diagnostics/releases.js';
import { devicesFor, othersThan, usualReleasesFor } from './device.js';
import type { RuntimeVerdicts } from './verdict.js';

/** Where a file can be used: devices that run it, and releases of theirs that load it. */
export interface FileUse {
  /** Devices that take the file, the one that it was compiled for first; empty where no device does. */
  readonly devices: readonly string[];
  /** Devices of the same family that do not take it. */
  readonly others: readonly string[];
  /** Releases of these devices that load the file, oldest first. */
  readonly loads: readonly Release[];
  /** Releases of these devices that do not. */
  readonly refuses: readonly Release[];
}

/**
 * Releases by which a file is judged where none is named: those that people run on devices that take it, or all that
 * people run where no device does.
 */
export function usualReleases(architecture: number | undefined): readonly Release[] {
  const usual = architecture === undefined ? [] : usualReleasesFor(architecture);
  return usual.length === 0 ? RELEASES : usual;
}

/** @param verdicts of the usual releases at least */
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
