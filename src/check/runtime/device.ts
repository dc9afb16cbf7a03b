import { RELEASES } from '../../base/diagnostics/catalogue.js';
import {
  compareReleases,
  LATEST_RELEASE,
  PUBLISHED_RELEASES,
  type Release,
  releaseSpans,
} from '../../base/diagnostics/releases.js';
import { architectureName, deviceOf } from '../../base/schema/architecture.js';
import type { RuntimeVerdicts } from './verdict.js';

/** Architectures that a device accepts in a range of releases; both ends are included. */
interface Taking {
  readonly from: Release;
  readonly until: Release;
  /** Values of hw_arch; tool chains write the first value for the device. */
  readonly architectures: readonly number[];
}

/** A device, the names of the device, and the architectures that the device accepts. */
interface Device {
  /** `Hailo-8L`. */
  readonly name: string;
  /** Other names, reduced to letters and digits in capitals. The first name is used by the runtime. */
  readonly aliases: readonly [string, ...string[]];
  /** Family of devices that the same releases support. */
  readonly family: 8 | 15;
  readonly taking: readonly Taking[];
}

const LATEST = LATEST_RELEASE;

/**
 * Architectures that each device accepts, by release. The runtime checks the architecture when it configures
 * a device. Releases that are not in the list of a device do not support the device.
 */
const DEVICES: readonly Device[] = [
  {
    name: 'Hailo-8',
    aliases: [
      'HAILO8',
      'H8',
      'ACCEL8',
      'ACCEL8P',
      'ACCEL8R',
      'HAILO8P',
      'HAILO8R',
      'HAILO8B0',
      'RPIAIHAT26',
      'RPIAIHAT26T',
      'RPIAIHATPLUS26T',
      'RPIAIHATPLUS26TOPS',
    ],
    family: 8,
    taking: [
      { from: '4.8.0', until: '4.8.0', architectures: [1, 2] },
      { from: '4.17.0', until: '4.23.0', architectures: [1, 2, 3] },
    ],
  },
  {
    name: 'Hailo-8L',
    aliases: [
      'HAILO8L',
      'H8L',
      'ACCEL8L',
      'RPIAIKIT',
      'RASPBERRYPIAIKIT',
      'RPIAIHAT13',
      'RPIAIHAT13T',
      'RPIAIHATPLUS13T',
      'RPIAIHATPLUS13TOPS',
    ],
    family: 8,
    taking: [{ from: '4.17.0', until: '4.23.0', architectures: [3] }],
  },
  {
    name: 'Hailo-15H',
    aliases: [
      'HAILO15H',
      'H15H',
      'ACCEL15H',
      'ACCEL1XH',
      'HAILO1XH',
      'HAILO15',
      'MERCURY',
      'MERCURYCA',
      'MERCURYVPU',
    ],
    family: 15,
    taking: [
      { from: '4.8.0', until: '4.8.0', architectures: [103, 104, 105] },
      { from: '4.17.0', until: '4.17.1', architectures: [103, 104, 105, 4] },
      { from: '4.18.0', until: '4.21.1', architectures: [103, 104, 105, 4, 5] },
      { from: '5.0.0', until: '5.0.2', architectures: [103, 104, 105, 4, 5] },
      { from: '5.1.0', until: LATEST, architectures: [103, 104, 105, 4] },
    ],
  },
  {
    name: 'Hailo-10H',
    aliases: ['HAILO10H', 'HAILO10', 'H10H', 'ACCEL10H', 'RPIAIHATPLUS2', 'RPIAIHAT2'],
    family: 15,
    taking: [
      { from: '4.18.0', until: '4.21.1', architectures: [103, 104, 105, 4, 5] },
      { from: '5.0.0', until: '5.0.2', architectures: [103, 104, 105, 4, 5] },
      { from: '5.1.0', until: LATEST, architectures: [103, 104, 105, 4] },
    ],
  },
  {
    name: 'Hailo-15M',
    aliases: ['HAILO15M', 'H15M', 'ACCEL15M'],
    family: 15,
    taking: [
      { from: '4.17.0', until: '4.21.1', architectures: [4] },
      { from: '5.0.0', until: LATEST, architectures: [4] },
    ],
  },
  {
    name: 'Hailo-15L',
    aliases: ['HAILO15L', 'H15L', 'ACCEL15L', 'PLUTO'],
    family: 15,
    taking: [
      { from: '4.17.0', until: '4.19.0', architectures: [106] },
      { from: '4.20.0', until: '4.21.1', architectures: [106, 6] },
      { from: '5.0.0', until: LATEST, architectures: [106, 6] },
    ],
  },
  {
    name: 'Hailo-12L',
    aliases: ['MARS', 'HAILO12L', 'H12L', 'ACCEL12L'],
    family: 15,
    taking: [{ from: '5.0.0', until: LATEST, architectures: [108] }],
  },
];

export const DEVICE_NAMES: readonly string[] = DEVICES.map(({ name }) => name);

/**
 * Returns the name of a device for any of its usual names: `hailo8l`, `HAILO8L`, `rpi-ai-kit`, or the output
 * of `hailortcli fw-control identify`. Returns undefined for other texts.
 */
export function deviceNamed(text: string): string | undefined {
  const identified = /^\s*Device Architecture:\s*(\S+)/im.exec(text)?.[1];
  const wanted = (identified ?? text).toUpperCase().replace(/[^A-Z0-9]/g, '');
  return DEVICES.find(({ aliases }) => aliases.includes(wanted))?.name;
}

/** Returns the releases that support a device, oldest first. */
export function releasesOf(device: string): readonly Release[] {
  const taking = DEVICES.find(({ name }) => name === device)?.taking ?? [];
  return PUBLISHED_RELEASES.filter((release) => taking.some((span) => holds(span, release)));
}

export function takesArchitecture(device: string, release: Release, architecture: number): boolean {
  const taking = DEVICES.find(({ name }) => name === device)?.taking ?? [];
  return taking.some((span) => holds(span, release) && span.architectures.includes(architecture));
}

/** First release with which devices of each family are sold. */
const USUAL_SINCE: Readonly<Record<Device['family'], Release>> = { 8: '4.17.0', 15: '5.0.0' };

/** Devices and releases for files of an architecture. */
interface Users {
  readonly devices: readonly string[];
  readonly others: readonly string[];
  readonly releases: readonly Release[];
}

const NO_USERS: Users = { devices: [], others: [], releases: [] };
/**
 * Cached results of `usersOf` by architecture, because a run may validate thousands of files of one
 * architecture.
 */
const users = new Map<number, Users>();

function usersOf(architecture: number): Users {
  const known = users.get(architecture);
  if (known !== undefined) return known;
  const taking = DEVICES.filter(({ taking }) =>
    taking.some(({ architectures }) => architectures.includes(architecture)),
  );
  // Results for unknown architectures are not cached, because files can have any number as their
  // architecture.
  if (taking.length === 0) return NO_USERS;
  const isOwn = ({ taking }: Device): boolean =>
    taking.some(({ architectures: [own] }) => own === architecture);
  const families = new Set(taking.map(({ family }) => family));
  const found = {
    devices: [...taking].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a))).map(({ name }) => name),
    others: DEVICES.filter((one) => families.has(one.family) && !taking.includes(one)).map(
      ({ name }) => name,
    ),
    releases: PUBLISHED_RELEASES.filter((release) =>
      taking.some(
        ({ name, family }) =>
          compareReleases(release, USUAL_SINCE[family]) >= 0 &&
          takesArchitecture(name, release, architecture),
      ),
    ),
  };
  users.set(architecture, found);
  return found;
}

/**
 * Returns the devices that accept files of an architecture in some release, beginning with the device for
 * which the files were compiled.
 */
export function devicesFor(architecture: number): readonly string[] {
  return usersOf(architecture).devices;
}

/** Returns devices of the same family that do not accept files of an architecture in any release. */
export function othersThan(architecture: number): readonly string[] {
  return usersOf(architecture).others;
}

/**
 * Returns the reason why a device does not accept a file of an architecture, in the words of the runtime, and
 * the remedy; undefined if the device accepts the file.
 * @param releases releases that run on the device; if empty, all releases that support the device
 */
export function deviceRefusal(
  device: string,
  architecture: number,
  releases: readonly Release[],
): string | undefined {
  const supporting = releasesOf(device);
  const asked = releases.length === 0 ? supporting : releases.filter((one) => supporting.includes(one));
  const taking = asked.filter((release) => takesArchitecture(device, release, architecture));
  const isFine = releases.length === 0 ? taking.length > 0 : taking.length === asked.length;
  if (isFine) return undefined;
  const compiledFor =
    runtimeName(deviceOf(architecture)) ?? architectureName(architecture) ?? String(architecture);
  const sentence = `HEF format is not compatible with device. Device arch: ${runtimeName(device) ?? device}, HEF arch: ${compiledFor}`;
  if (taking.length > 0) {
    const not = releaseSpans(asked.filter((release) => !taking.includes(release)));
    return `${sentence} (in ${not}); use release ${releaseSpans(taking)}, or compile the model for ${compiledName(device)}`;
  }
  const others = devicesFor(architecture);
  const where = others.length === 0 ? '' : `; the file runs on ${others.join(' and ')}`;
  return `${sentence}: compile the model for ${compiledName(device)}${where}`;
}

/** Returns the runtime's name for a device: `HAILO8L`. */
function runtimeName(device: string | null): string | undefined {
  return DEVICES.find(({ name }) => name === device)?.aliases[0];
}

/** Returns the tool chain's name for a device: `hailo8l`. */
export function compiledName(device: string): string {
  return device.toLowerCase().replace('-', '');
}

function holds({ from, until }: Taking, release: Release): boolean {
  return compareReleases(release, from) >= 0 && compareReleases(release, until) <= 0;
}

/** Devices that accept a file, and the releases of these devices that load the file. */
export interface FileUse {
  /**
   * Devices that accept the file; the first is the device for which the file was compiled. Empty if no device
   * accepts the file.
   */
  readonly devices: readonly string[];
  /** Devices of the same family that do not accept the file. */
  readonly others: readonly string[];
  /** Releases of these devices that load the file, oldest first. */
  readonly loads: readonly Release[];
  /** Releases of these devices that do not load the file. */
  readonly refuses: readonly Release[];
}

/**
 * Returns the releases to predict if the user names no release: the usual releases for devices that accept
 * the file or, if no device accepts the file, all usual releases.
 */
export function usualReleases(architecture: number | undefined): readonly Release[] {
  const usual = architecture === undefined ? [] : usersOf(architecture).releases;
  return usual.length === 0 ? RELEASES : usual;
}

/** @param verdicts verdicts for at least the usual releases */
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
