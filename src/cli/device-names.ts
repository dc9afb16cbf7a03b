import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  PUBLISHED_RELEASES,
  type Release,
  releaseSpans,
  selectReleases,
} from '../base/diagnostics/releases.js';
import { CommandError } from './exit-code.js';

/**
 * Maximum size in bytes: larger than the output of `hailortcli fw-control identify` for a rack of devices.
 */
const MAX_IDENTITY_BYTES = 64 * 1024;

/** Devices that `--device` names, and remarks for the user. */
interface NamedDevices {
  readonly devices: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * Returns the devices that `--device` names: by a name, or by the output of `hailortcli fw-control identify`,
 * in a file or on standard input (`-`).
 * @param targets releases that must load the files; if empty, a remark names the release of the firmware
 * @throws CommandError for an unknown name
 */
export async function devicesNamed(
  names: readonly string[],
  folder: string,
  targets: readonly Release[],
): Promise<NamedDevices> {
  const { DEVICE_NAMES, deviceNamed } = await import('../check/config/index.js');
  const remarks: string[] = [];
  const devices = names.map((name) => {
    const known = deviceNamed(name);
    const identity = known === undefined ? (identityIn(name, folder) ?? '') : '';
    const device = known ?? deviceNamed(identity);
    const firmware = firmwareOf(identity);
    if (firmware !== undefined && targets.length === 0) {
      remarks.push(
        `--device ${name}: its firmware is ${firmware}: add --target ${firmware} to check that release`,
      );
    }
    if (device !== undefined) return device;
    const text = `--device ${name}: neither a device nor a file with the output of hailortcli fw-control identify`;
    throw new CommandError(`${text}; devices are ${DEVICE_NAMES.join(', ')}`);
  });
  return { devices: [...new Set(devices)], remarks };
}

/**
 * Returns the version of the firmware in the output of `identify`, which equals the version of the runtime;
 * undefined if this version is not a known release.
 */
function firmwareOf(identity: string): string | undefined {
  const version = /^\s*Firmware Version:\s*(\d+\.\d+\.\d+)/im.exec(identity)?.[1];
  return version === undefined || 'problem' in selectReleases(version) ? undefined : version;
}

/** Returns the text of a file; undefined if the name is not the name of a suitable file. */
function identityIn(name: string, folder: string): string | undefined {
  const path = name === '-' ? 0 : resolve(folder, name);
  try {
    if (path !== 0 && (!statSync(path).isFile() || statSync(path).size > MAX_IDENTITY_BYTES))
      return undefined;
    const text = readFileSync(path, 'utf8').slice(0, MAX_IDENTITY_BYTES);
    return /^\s*Device Architecture:/im.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Throws an error for a device that no release in the list supports.
 * @param option option that names the releases
 * @throws CommandError that names the releases that support the device
 */
export async function checkPairs(
  devices: readonly string[],
  releases: readonly Release[],
  option: string,
): Promise<void> {
  if (devices.length === 0 || releases.length === 0) return;
  const { releasesOf } = await import('../check/config/index.js');
  for (const device of devices) {
    const supporting = releasesOf(device);
    if (releases.some((release) => supporting.includes(release))) continue;
    const known = releaseSpans(PUBLISHED_RELEASES.filter((release) => supporting.includes(release)));
    throw new CommandError(
      `${option} ${releaseSpans(releases)}: no such release runs a ${device}; releases for it are ${known}`,
    );
  }
}
