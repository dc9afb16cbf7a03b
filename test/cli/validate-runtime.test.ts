/** `validate --runtime`: what is printed, and what decides on the exit code. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RELEASES } from '../../src/base/diagnostics/catalogue.js';
import { protomdl } from './protomdl.js';
import { cutBytes, VALID_FILE } from './specimens.js';
import { withFiles } from './temporary.js';

const validate = (...args: readonly string[]) => protomdl('validate', ...args);

async function runtimeOf(...args: string[]) {
  return JSON.parse((await validate('--format', 'json', ...args)).out).files[0].runtime;
}

it('predicts nothing that it is not asked for', async () => {
  expect(await runtimeOf(VALID_FILE)).toBeUndefined();
  expect((await validate(VALID_FILE)).out).not.toMatch(/runtime 4/);
});

it.each([
  [['--runtime', '4.20.0'], ['4.20.0']],
  [
    ['--runtime', '4.8.0', '--runtime', '4.23.0'],
    ['4.8.0', '4.23.0'],
  ],
  [
    ['--runtime', '4.8.0,4.20.0'],
    ['4.8.0', '4.20.0'],
  ],
  [['--runtime', 'all'], RELEASES],
] as const)('predicts for the releases it is asked about (%j)', async (args, releases) => {
  expect(Object.keys(await runtimeOf(VALID_FILE, ...args))).toEqual(releases);
});

it('names the releases it knows', async () => {
  const { code, err } = await validate(VALID_FILE, '--runtime', '5.0.0');
  expect(code).toBe(2);
  for (const release of RELEASES) expect(err).toContain(release);
});

it('prints a prediction key for key', async () => {
  const root = withFiles({ 'cut.hef': cutBytes() });
  const cut = await runtimeOf(join(root, 'cut.hef'), '--runtime', '4.8.0');
  const message = cut['4.8.0'].reasons[0].message;
  expect(message).toMatch(/bytes/);
  expect(JSON.stringify(cut)).toBe(
    '{"4.8.0":{"verdict":"rejects","stage":"load","status":26,"name":"INVALID_HEF",' +
      '"because":["frame-length-mismatch"],"reasons":[{"code":"frame-length-mismatch","offset":8,"length":4,"path":"",' +
      `"message":${JSON.stringify(message)}}],"configure":[]}}`,
  );
  expect(JSON.stringify(await runtimeOf(VALID_FILE, '--runtime', '4.8.0'))).toBe(
    '{"4.8.0":{"verdict":"accepts","stage":null,"status":0,"name":"SUCCESS","because":[],"reasons":[],"configure":[]}}',
  );
});

it('shows a line for each release', async () => {
  const { out } = await validate(VALID_FILE, '--runtime', 'all');
  expect(out).toMatch(/^ +runtime 4\.8\.0 +accepts$/m);
  expect(out).toMatch(/^ +runtime 4\.20\.0 +accepts$/m);
  expect(out).toMatch(
    /^ +runtime 4\.23\.0 +rejects at load: HEF_NOT_SUPPORTED \(92\), extension-not-loadable$/m,
  );
});

it('gates on predictions where asked to, whatever the findings', async () => {
  expect((await validate(VALID_FILE, '--runtime', 'all')).code).toBe(0);
  expect((await validate(VALID_FILE, '--runtime', 'all', '--fail-on', 'runtime')).code).toBe(1);
  expect((await validate(VALID_FILE, '--runtime', '4.8.0', '--fail-on', 'runtime')).code).toBe(0);
  expect((await validate(VALID_FILE, '--fail-on', 'runtime')).code).toBe(2);
});

it('is not moved by what the user thinks of a code', async () => {
  const root = withFiles({ 'cut.hef': cutBytes() });
  const path = join(root, 'cut.hef');
  const asked = ['--runtime', 'all', '--fail-on', 'runtime'];
  const plain = await runtimeOf(path, ...asked);
  expect(await runtimeOf(path, ...asked, '--ignore', 'frame-length-mismatch')).toEqual(plain);
  expect((await validate(path, ...asked, '--ignore', 'frame-length-mismatch')).code).toBe(1);
});
