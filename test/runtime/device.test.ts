/**
 * Devices, and the files that each of them runs by release. The expected table is repeated here with the
 * common names of devices.
 */
import { describe, expect, it } from 'vitest';
import { PUBLISHED_RELEASES, type Release, releasesFrom } from '../../src/base/diagnostics/releases.js';
import {
  DEVICE_NAMES,
  deviceNamed,
  deviceRefusal,
  devicesFor,
  othersThan,
  releasesOf,
  takesArchitecture,
} from '../../src/check/runtime/device.js';

/**
 * Columns: 4.8, 4.17, 4.18-4.19, 4.20-4.21, 4.22-4.23, 5.0, 5.1-5.2; `-` if the release does not support the
 * device.
 */
const TABLE = `
Hailo-8   | 1 2         | 1 2 3         | 1 2 3           | 1 2 3           | 1 2 3 | -               | -
Hailo-8L  | -           | 3             | 3               | 3               | 3     | -               | -
Hailo-15H | 103 104 105 | 103 104 105 4 | 103 104 105 4 5 | 103 104 105 4 5 | -     | 103 104 105 4 5 | 103 104 105 4
Hailo-10H | -           | -             | 103 104 105 4 5 | 103 104 105 4 5 | -     | 103 104 105 4 5 | 103 104 105 4
Hailo-15M | -           | 4             | 4               | 4               | -     | 4               | 4
Hailo-15L | -           | 106           | 106             | 6 106           | -     | 6 106           | 6 106
Hailo-12L | -           | -             | -               | -               | -     | 108             | 108`;

const COLUMNS: readonly (readonly Release[])[] = [
  ['4.8.0'],
  releasesFrom('4.17.0', '4.17.1'),
  releasesFrom('4.18.0', '4.19.0'),
  releasesFrom('4.20.0', '4.21.1'),
  releasesFrom('4.22.0', '4.23.0'),
  releasesFrom('5.0.0', '5.0.2'),
  releasesFrom('5.1.0'),
];

const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));

describe('devices', () => {
  it('equal those of the table', () => {
    expect(ROWS.map(([name]) => name)).toEqual(DEVICE_NAMES);
    expect(COLUMNS.flat()).toEqual(PUBLISHED_RELEASES);
  });

  it.each(ROWS)('%s accepts the files of the table, release by release', (name = '', ...cells) => {
    for (const [index, cell] of cells.entries()) {
      for (const release of COLUMNS[index] ?? []) {
        expect([release, releasesOf(name).includes(release)]).toEqual([release, cell !== '-']);
        const taken = Array.from({ length: 120 }, (_, arch) => arch).filter((arch) =>
          takesArchitecture(name, release, arch),
        );
        const expected = cell === '-' ? [] : cell.split(' ').map(Number);
        expect([release, taken]).toEqual([release, expected.sort((a, b) => a - b)]);
      }
    }
  });

  it.each([
    ['hailo8l', 'Hailo-8L'],
    ['HAILO8L', 'Hailo-8L'],
    ['Hailo-8L', 'Hailo-8L'],
    ['ACCEL8L', 'Hailo-8L'],
    ['rpi-ai-kit', 'Hailo-8L'],
    ['hailo8', 'Hailo-8'],
    ['ACCEL8P', 'Hailo-8'],
    ['hailo10h', 'Hailo-10H'],
    ['HAILO15H', 'Hailo-15H'],
    ['mars', 'Hailo-12L'],
    ['Executing on device: 0000:01:00.0\nIdentifying board\nDevice Architecture: HAILO8L\n', 'Hailo-8L'],
    ['Firmware Version: 5.1.0\r\nDevice Architecture: HAILO10H\r\nSerial Number: 1\r\n', 'Hailo-10H'],
    ['hailo9', undefined],
    ['', undefined],
    ['Device Architecture: NONE', undefined],
  ])('%j is %s', (text, name) => expect(deviceNamed(text)).toBe(name));

  it('are refused with the sentence of the runtime, and a remedy', () => {
    expect(deviceRefusal('Hailo-8L', 1, [])).toBe(
      'HEF format is not compatible with device. Device arch: HAILO8L, HEF arch: HAILO8: compile the model for hailo8l; the file runs on Hailo-8',
    );
    expect(deviceRefusal('Hailo-8', 0, [])).toMatch(/compile the model for hailo8$/);
    expect(deviceRefusal('Hailo-8', 3, [])).toBeUndefined();
    expect(deviceRefusal('Hailo-10H', 5, ['5.1.0'])).toMatch(
      /compile the model for hailo10h; the file runs on /,
    );
    expect(deviceRefusal('Hailo-10H', 5, ['5.0.0'])).toBeUndefined();
    expect(deviceRefusal('Hailo-10H', 5, ['5.0.0', '5.1.0'])).toMatch(
      /\(in 5\.1\.0\); use release 5\.0\.0, or compile/,
    );
  });

  it('are listed for a file: devices for which it was compiled, and devices of the same family that do not run it', () => {
    expect([devicesFor(1), othersThan(1)]).toEqual([['Hailo-8'], ['Hailo-8L']]);
    expect([devicesFor(3), othersThan(3)]).toEqual([['Hailo-8L', 'Hailo-8'], []]);
    expect([devicesFor(4), othersThan(4)]).toEqual([
      ['Hailo-15M', 'Hailo-15H', 'Hailo-10H'],
      ['Hailo-15L', 'Hailo-12L'],
    ]);
    expect([devicesFor(0), othersThan(0)]).toEqual([[], []]);
  });
});
