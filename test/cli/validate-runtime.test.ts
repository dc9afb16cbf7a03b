/** `validate --runtime`: its output, and its exit code. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PUBLISHED_RELEASES } from '../../src/base/diagnostics/releases.js';
import { protomdl } from './protomdl.js';
import { cutBytes, VALID_FILE } from './specimens.js';
import { withFiles } from './temporary.js';

const validate = (...args: readonly string[]) => protomdl('validate', ...args);

async function runtimeOf(...args: string[]) {
  return JSON.parse((await validate('--format', 'json', ...args)).out).files[0].runtime;
}

it('makes no predictions without the option', async () => {
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
  [
    ['--runtime', '4.20'],
    ['4.20.0', '4.20.1'],
  ],
  [
    ['--runtime', '4.18-4.20.0,latest'],
    ['4.18.0', '4.19.0', '4.20.0', '5.2.0'],
  ],
  [['--runtime', 'all'], PUBLISHED_RELEASES],
] as const)('predicts for the requested releases (%j)', async (args, releases) => {
  expect(Object.keys(await runtimeOf(VALID_FILE, ...args))).toEqual(releases);
});

it('suggests the nearest releases for an unknown release', async () => {
  const { code, err } = await validate(VALID_FILE, '--runtime', '4.23.1');
  expect(code).toBe(2);
  expect(err).toContain('release 4.23.1 is not known; nearest: 4.23.0, 5.0.0');
});

it('for an unknown later release, predicts the results of the latest known release, and reports this', async () => {
  const { err } = await validate(VALID_FILE, '--runtime', '6.1', '--target', '6.1');
  expect(err.match(/release 6\.1 is not known yet: it is judged as 5\.2\.0/g)).toHaveLength(1);
  expect(Object.keys(await runtimeOf(VALID_FILE, '--runtime', '6.1'))).toEqual(['5.2.0']);
});

it('prints a prediction with every documented key', async () => {
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

it('shows one line for releases with the same prediction', async () => {
  const { out } = await validate(VALID_FILE, '--runtime', 'all');
  expect(out).toMatch(/^ +runtime 4\.8\.0, 4\.17 to 4\.20 +accept$/m);
  expect(out).toMatch(
    /^ +runtime 4\.21 to 5\.2 +reject at load: HEF_NOT_SUPPORTED \(92\), extension-not-loadable$/m,
  );
  expect(out).toMatch(/^ +→ use release 4\.17 to 4\.20 of the runtime$/m);
});

it('with --fail-on runtime, fails if a prediction is a refusal, whatever the findings are', async () => {
  expect((await validate(VALID_FILE, '--runtime', 'all')).code).toBe(0);
  expect((await validate(VALID_FILE, '--runtime', 'all', '--fail-on', 'runtime')).code).toBe(1);
  expect((await validate(VALID_FILE, '--runtime', '4.8.0', '--fail-on', 'runtime')).code).toBe(0);
  expect((await validate(VALID_FILE, '--fail-on', 'runtime')).code).toBe(2);
});

it('is independent of the severities that the user sets', async () => {
  const root = withFiles({ 'cut.hef': cutBytes() });
  const path = join(root, 'cut.hef');
  const asked = ['--runtime', 'all', '--fail-on', 'runtime'];
  const plain = await runtimeOf(path, ...asked);
  expect(await runtimeOf(path, ...asked, '--ignore', 'frame-length-mismatch')).toEqual(plain);
  expect((await validate(path, ...asked, '--ignore', 'frame-length-mismatch')).code).toBe(1);
});
