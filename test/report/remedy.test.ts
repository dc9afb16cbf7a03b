/**
 * A remedy never names a release that the named device does not have, or that refuses the file on this
 * device.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PUBLISHED_RELEASES, type Release } from '../../src/base/diagnostics/releases.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { fileRemedies, type RemedyFacts, remediesOf } from '../../src/show/report/remedy.js';
import { protomdl } from '../cli/protomdl.js';
import { withFiles } from '../cli/temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
/** A file of version 2, compiled for the Hailo-8, without extension 26; only 4.20 loads it. */
const V2 = join(CORPUS, 'valid/framed-v2.hef');

async function remedies(targets: readonly Release[], devices: readonly string[] = [], file = V2) {
  const policy = { targets };
  return fileRemedies(await validate(memorySource(readFileSync(file)), { policy, devices, use: true }));
}

const VERSION = { code: 'frame-version-unsupported', message: '', offset: 4, length: 4, path: '' };
const OUTDATED = {
  ...VERSION,
  code: 'extension-not-loadable',
  message: '26 is missing: the file is outdated',
};

/** Facts of a file that every release loads, for a given architecture. */
function loadedByAll(architecture: number, devices: readonly string[] = []): RemedyFacts {
  const verdict = { verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS' } as const;
  const accepted = { ...verdict, because: [], reasons: [], configure: [] };
  const runtime = Object.fromEntries(PUBLISHED_RELEASES.map((release) => [release, accepted]));
  const container = { framing: 'framed', version: 3, checksum: 'verified' } as const;
  return { runtime, architecture, devices, container };
}

const remediesAt = (release: Release, file: RemedyFacts, reason = VERSION) =>
  remediesOf({ ...reason, isFound: true }, [release], file);

describe('the first remedy', () => {
  it('names another release only if the named device has it, and runs the file with it', () => {
    // Releases of devices, from the table in docs/runtime.md.
    const cases: readonly (readonly [number, readonly string[], string])[] = [
      [1, [], '4.8.0, 4.17 to 4.23'],
      [1, ['Hailo-8'], '4.8.0, 4.17 to 4.23'],
      [3, ['Hailo-8', 'Hailo-8L'], '4.17 to 4.23'],
      [103, ['Hailo-10H'], '4.18 to 4.21, 5.0 to 5.2'],
      [5, ['Hailo-10H'], '4.18 to 4.21, 5.0'],
      [108, [], '5.0 to 5.2'],
    ];
    for (const [architecture, devices, releases] of cases) {
      const [first] = remediesAt('4.17.1', loadedByAll(architecture, devices));
      expect([architecture, devices, first]).toEqual([
        architecture,
        devices,
        `use release ${releases} of the runtime`,
      ]);
    }
  });

  it('is another compilation for a device that does not run the file in any release', () => {
    expect(remediesAt('4.19.0', loadedByAll(1, ['Hailo-8L']))).toEqual([
      'compile the model again for hailo8l; 4.19.0 loads the files of tool chains up to 3.30',
    ]);
    expect(remediesAt('4.23.0', loadedByAll(103, ['Hailo-8']))).toEqual([
      'compile the model again for hailo8; 4.23.0 loads the files of tool chains 3.25 to 3.32',
    ]);
    // The Hailo-8 does not have this release.
    expect(remediesAt('5.2.0', loadedByAll(103, ['Hailo-8']))).toEqual([
      'compile the model again for hailo8',
    ]);
    expect(remediesAt('5.0.0', loadedByAll(1, ['Hailo-10H', 'Hailo-8L']))).toEqual([
      'compile the model again for hailo10h; 5.0.0 loads the files of tool chains 5.1 to 5.4',
      'compile the model again for hailo8l',
    ]);
  });
});

it('names no tool chain for a release that the device does not have', () => {
  expect(remediesAt('5.2.0', loadedByAll(1), OUTDATED)).toEqual([
    'use release 4.8.0, 4.17 to 4.23 of the runtime',
  ]);
  expect(remediesAt('4.23.0', loadedByAll(1), OUTDATED)[1]).toBe(
    'compile the model again; 4.23.0 loads the files of tool chains 3.25 to 3.32',
  );
});

it('is the same for all releases with the same fault, and helps the oldest of them', async () => {
  expect(await remedies(['4.17.0', '4.18.0', '4.19.0'])).toEqual([
    'use release 4.20 of the runtime',
    'compile the model again; 4.17.0, 4.18 to 4.19 load the files of tool chains up to 3.27',
  ]);
  expect(await remedies(['4.19.0'])).toEqual([
    'use release 4.20 of the runtime',
    'protomdl convert --framing 1, and check again: the message may need further changes',
    'compile the model again; 4.19.0 loads the files of tool chains up to 3.30',
  ]);
  expect(await remedies(['4.20.0'])).toEqual([]);
});

it('is shown by validate, with and without a device', async () => {
  const arrows = async (...args: string[]) =>
    [...(await protomdl('validate', V2, ...args)).out.matchAll(/^ {12}(.*(?:→|runtime).*)$/gm)].map(
      ([, line]) => line,
    );
  expect(await arrows('--target', '4.18')).toEqual([
    'runtime 4.18.0  rejects at load: INTERNAL_FAILURE (8), frame-version-unsupported',
    '→ use release 4.20 of the runtime',
    '→ protomdl convert --framing 1, and check again: the message may need further changes',
    '→ compile the model again; 4.18.0 loads the files of tool chains up to 3.30',
  ]);
  expect(await arrows('--target', '4.20', '--device', 'hailo8l')).toEqual([
    'runtime 4.20  accepts, but not on Hailo-8L',
    '→ compile the model again for hailo8l; 4.20 loads the files of tool chains up to 3.32',
  ]);
});

it('names only the devices that do not run the file', async () => {
  const devices = ['--device', 'hailo8', '--device', 'hailo8l'];
  const { out } = await protomdl('validate', V2, '--target', '4.20', ...devices);
  expect(out).toMatch(/runtime 4\.20 {2}accepts, but not on Hailo-8L$/m);
});

it('is shown by check-compat, whose table does not accept a file for another device', async () => {
  const { code, out } = await protomdl('check-compat', V2, '--device', 'hailo8l');
  expect(code).toBe(1);
  expect(out).not.toMatch(/accept|use release/);
  expect(out).toMatch(/^file +device +4\.17–4\.19 +4\.20 +4\.21–4\.23$/m);
  expect(out).toMatch(/ \(ACCEL8P\) +rejects +not on Hailo-8L +rejects$/m);
  expect(out).toContain(
    'why Hailo-8L does not run it\n  the file was compiled for Hailo-8 (ACCEL8P)\n  → compile',
  );
  expect(out).toMatch(/\n1 of 1 file not loaded by all releases; 1 of 1 file not for the named devices\n$/);
  const table = (await protomdl('check-compat', V2, '--device', 'hailo8l', '--format', 'markdown')).out;
  expect(table).toMatch(/\| not on Hailo-8L \|/);
});

it('is another download if the file is damaged, with the size that its header claims', async () => {
  const bytes = readFileSync(join(CORPUS, 'valid/framed-v0.hef'));
  const cut = join(withFiles({ 'cut.hef': bytes.subarray(0, -200) }), 'cut.hef');
  const size = bytes.length.toLocaleString('en');
  for (const asked of [[], ['--target', '4.20']]) {
    const { out } = await protomdl('validate', cut, ...asked);
    expect(out).toContain(`            → copy or download the file again; its size must be ${size} bytes\n`);
  }
});

it('is another download if the file is empty', async () => {
  const file = join(withFiles({ 'empty.hef': '' }), 'empty.hef');
  for (const asked of [[], ['--target', '4.20']])
    expect((await protomdl('validate', file, ...asked)).out).toContain(
      '            → copy or download the file again: it is empty\n',
    );
});

it('does not name the size of a file whose header cannot be right', async () => {
  const bytes = readFileSync(join(CORPUS, 'valid/framed-v0.hef'));
  bytes[7] = 2;
  const file = join(withFiles({ 'version.hef': bytes }), 'version.hef');
  const { out } = await protomdl('validate', file);
  expect(out).toMatch(/the header claims a file of (\d+,){4,}/);
  expect(out).toContain('            → copy or download the file again\n');
});

it('is another download if a checksum of the message is wrong, whichever checksum a release verifies first', async () => {
  const bytes = readFileSync(join(CORPUS, 'valid/framed-v3-message-checksum.hef'));
  bytes[60] = (bytes[60] as number) ^ 0x40;
  const damaged = join(withFiles({ 'damaged.hef': bytes }), 'damaged.hef');
  for (const release of ['4.23', '5.2.0']) {
    const { out } = await protomdl('validate', damaged, '--target', release);
    expect(out).toContain('            → copy or download the file again; if it was changed on purpose,');
  }
});

it('is not given for a file that is not a model, because no release loads it', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 4101596\n`;
  const file = join(withFiles({ 'lfs.hef': pointer }), 'lfs.hef');
  const { out } = await protomdl('validate', file, '--target', '4.20');
  expect(out).toContain('\n            no release loads it\n');
  expect(out).not.toMatch(/→|frame-version-unsupported/);
  const compat = (await protomdl('check-compat', file)).out;
  expect(compat).toContain('lfs.hef: no release loads it\n');
  expect(compat).not.toMatch(/→|frame-version-unsupported/);
});
