import type { Release } from '../../base/diagnostics/catalogue.js';
import { architectureName } from '../../base/schema/architecture.js';
import { isKnownTo, valueSince } from '../../base/schema/since.js';

/** A device, the names it goes by, and the values of hw_arch that its loader takes. */
interface Device {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly takes: readonly number[];
}

/**
 * What runs where, as the loader decides it when a device is configured: `DeviceBase::is_hef_compatible` in the
 * published sources of the runtime (`libhailort/src/device_common/device_internal.cpp`, release 5.x). Files for the
 * smaller ACCEL8L run on an ACCEL8, and not the other way round. 4.8 takes 1 and 2 on ACCEL8, and 103 to 105 on
 * ACCEL15H: it does not know the other values yet.
 */
const DEVICES: readonly Device[] = [
  { name: 'ACCEL8', aliases: ['HAILO8', 'H8', 'ACCEL8P', 'ACCEL8R'], takes: [1, 2, 3] },
  { name: 'ACCEL8L', aliases: ['HAILO8L', 'H8L'], takes: [3] },
  { name: 'ACCEL10H', aliases: ['HAILO10H', 'H10H'], takes: [4, 5, 103, 104, 105] },
  { name: 'ACCEL15H', aliases: ['HAILO15H', 'H15H', 'ACCEL1XH', 'MERCURY'], takes: [4, 5, 103, 104, 105] },
  { name: 'ACCEL15M', aliases: ['HAILO15M', 'H15M'], takes: [4] },
  { name: 'ACCEL15L', aliases: ['HAILO15L', 'H15L', 'PLUTO'], takes: [6, 106] },
];

export const DEVICE_NAMES: readonly string[] = DEVICES.map(({ name }) => name);

/** The device's own name: `hailo-8l` is ACCEL8L. Undefined for what is none. */
export function deviceNamed(text: string): string | undefined {
  const wanted = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return DEVICES.find(({ name, aliases }) => name === wanted || aliases.includes(wanted))?.name;
}

/**
 * Why a device does not take a file of this architecture; undefined where it does.
 * @param releases that the device runs; none stands for the latest
 */
export function deviceRefusal(
  device: string,
  architecture: number,
  releases: readonly Release[],
): string | undefined {
  const takes = DEVICES.find(({ name }) => name === device)?.takes ?? [];
  const compiled = `the file was compiled for ${architectureName(architecture) ?? `hw_arch ${architecture}`}`;
  if (!takes.includes(architecture)) {
    const others = DEVICES.filter((one) => one.takes.includes(architecture)).map(({ name }) => name);
    const where = others.length === 0 ? 'no device takes such files' : `${others.join(', ')} runs it`;
    return `${compiled}, which ${device} does not run (${where})`;
  }
  const since = valueSince('ProtoMDLHwArch', architecture);
  const late = releases.find((release) => !isKnownTo(release, since));
  return late && `${compiled}, which ${late} does not know: ${device} runs it from ${since} on`;
}
