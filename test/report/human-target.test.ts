/** Lines of the report for people that depend on the target, or on the end of a cut file. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { protomdl } from '../cli/protomdl.js';
import { withFiles } from '../cli/temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const EXPLAIN = 'protomdl explain CODE says what a code means, and what to do';

async function reportOn(file: string, ...args: string[]): Promise<string> {
  return (await protomdl('validate', resolve(CORPUS, file), '--no-config', ...args)).out.replace(/\s+/g, ' ');
}

it('shows the effects of a code on the targets, instead of all releases', async () => {
  const file = 'valid/framed-v2.hef';
  const all = await reportOn('invalid/extension-not-loadable.mdl', '--verbose');
  expect(all).toContain('4.8.0 accepts 0 to 6');
  const one = await reportOn('invalid/extension-not-loadable.mdl', '--verbose', '--target', '4.8');
  expect(one).toContain('runtime 4.8.0 rejects at load: INVALID_HEF (26).');
  expect(one).not.toContain('accepts 0 to 6');
  const both = await reportOn(file, '--target', '4.17-4.19');
  expect(both).toContain(
    'runtime 4.17 rejects at load: INVALID_HEF (26). 4.18 to 4.19 reject at load: INTERNAL_FAILURE (8).',
  );
  expect(both).not.toContain('Each release rejects');
  // Only the device refuses the file, so the first sentence of the text is enough.
  const device = await reportOn(file, '--target', '4.20', '--device', 'hailo8l');
  expect(device).toContain('HEF_NOT_COMPATIBLE_WITH_DEVICE): "HEF format is not compatible with device".');
  expect(device).not.toContain('No device accepts 0');
});

it('explains that a record ends early because the file is cut', async () => {
  const bytes = readFileSync(join(CORPUS, 'valid/framed-v0.hef'));
  const folder = withFiles({
    'cut.hef': bytes.subarray(0, -300),
    'byte.hef': bytes.subarray(0, -1),
    'long.hef': Buffer.concat([bytes, bytes]),
  });
  const because = /wire-truncated .*because the file was cut: frame-length-mismatch/;
  for (const name of ['cut.hef', 'byte.hef']) expect(await reportOn(join(folder, name))).toMatch(because);
  const long = (await protomdl('validate', join(folder, 'long.hef'))).out;
  expect(long).toContain('frame-length-mismatch');
  expect(long).not.toContain('because');
});

it('names the command that explains codes once, above the last line, if there are codes', async () => {
  const bad = join(CORPUS, 'invalid/action-unset.mdl');
  const { out } = await protomdl(
    'validate',
    bad,
    join(CORPUS, 'valid/framed-v2.hef'),
    bad,
    '--target',
    '4.19',
  );
  expect(out.split(EXPLAIN)).toHaveLength(2);
  expect(out.trimEnd().split('\n').at(-2)).toBe(EXPLAIN);
  for (const args of [[join(CORPUS, 'valid/small-network.hef')], [bad, '-q']]) {
    expect((await protomdl('validate', ...args)).out).not.toContain(EXPLAIN);
  }
});
