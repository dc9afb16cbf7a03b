import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { protomdl } from './protomdl.js';
import { withFiles } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const REAL = process.env.PROTOMDL_REAL_FILES;

interface Listed {
  readonly path: string;
  readonly verdict: string;
  readonly counts: { readonly error: number };
  readonly runtime: Record<string, { readonly verdict: string }>;
}

async function verdicts(...args: string[]): Promise<Map<string, Listed>> {
  const { out } = await protomdl(...args, '--format', 'json');
  return new Map((JSON.parse(out).files as Listed[]).map((file) => [file.path, file]));
}

const folders = [CORPUS, ...(REAL === undefined ? [] : [REAL])];

describe.each(['4.8.0', '4.19.0', '4.20.0', '4.23.0', '5.2.0'] as const)('the target %s', (release) => {
  it.each(folders)('agrees with check-compat, and with the preset, on all of %s', async (folder) => {
    const config = join(withFiles({ 'p.yaml': `extends: runtime-${release}\n` }), 'p.yaml');
    const compat = await verdicts('check-compat', folder, '--target', release);
    const target = await verdicts('validate', folder, '--no-config', '--target', release);
    const preset = await verdicts('validate', folder, '--config', config);
    expect(compat.size).toBeGreaterThan(9);
    for (const [path, { runtime }] of compat) {
      const expected = runtime[release]?.verdict === 'accepts' ? 'valid' : 'invalid';
      expect([path, target.get(path)?.verdict]).toEqual([path, expected]);
      expect([path, preset.get(path)?.verdict]).toEqual([path, expected]);
    }
  });
});

it.runIf(REAL !== undefined)(
  'real files that load have only the line of the verdict, if no target is given',
  async () => {
    for (const name of readdirSync(REAL as string).filter((name) => !name.includes('truncated'))) {
      const { code, out } = await protomdl('validate', join(REAL as string, name), '--no-config');
      expect([name, code]).toEqual([name, 0]);
      // A real model whose boxes have half their size with some releases.
      if (out.includes('warning post-process-image-size')) {
        expect(name).toBe('v2-3.31-ops-graph.hef');
        continue;
      }
      expect(out, name).not.toMatch(/warning|error {2}/);
      const shown = out
        .slice(out.indexOf('\n') + 1, out.indexOf('VALID'))
        .replace(/\s+/g, ' ')
        .trim();
      expect(shown, name).toMatch(/^(|info [^;]*\(--verbose lists them\))$/);
    }
  },
);

it('findings of other releases are hidden, and findings that stop a target are errors', async () => {
  const file = join(CORPUS, 'invalid/extension-not-loadable.mdl');
  const listed = async (...args: string[]): Promise<string[]> => {
    const { out } = await protomdl('validate', file, '--no-config', '--format', 'lines', ...args);
    return [...out.matchAll(/: (error|warning|info): .*\[(extension-[a-z-]+)/g)].map(
      ([, a, b]) => `${a} ${b}`,
    );
  };
  const old = await listed('--target', '4.8');
  expect(old).toContain('error extension-not-loadable');
  expect(await listed()).toContain('info extension-not-loadable');
});

it('lists the loading releases in the last line', async () => {
  const file = join(CORPUS, 'valid/one-context.mdl');
  const { code, out } = await protomdl('validate', file, '--target', '4.20.0', '--target', '4.8.0');
  expect(code).toBe(0);
  expect(out).toMatch(/\nVALID for .*; loads on 4\.8\.0, 4\.20\.0; /);
  expect((await protomdl('validate', file, '--target', '4.12')).code).toBe(2);
});

describe('the device', () => {
  const file = join(CORPUS, 'valid/one-context.mdl');

  it('is reported if the file was compiled for another device', async () => {
    const args = ['validate', file, '--device', 'hailo-8l', '--format', 'lines'];
    for (const more of [[], ['--target', '4.20.0']]) {
      const { code, out } = await protomdl(...args, ...more);
      expect(code).toBe(1);
      expect(out).toMatch(
        /: error: HEF format is not compatible with device\. Device arch: HAILO8L, HEF arch: HAILO8: compile the model for hailo8l.*\[hw-arch-not-configurable/,
      );
    }
  });

  it('is accepted if the file was compiled for it', async () => {
    expect((await protomdl('validate', file, '--device', 'ACCEL8')).code).toBe(0);
  });

  it('in the output of identify has a firmware version, and a remark names the release to check', async () => {
    const identity =
      'Executing on device: 0000:01:00.0\nIdentifying board\nControl Protocol Version: 2\n' +
      'Firmware Version: 4.19.0 (release,app,extended context switch buffer)\nLogger Version: 0\n' +
      'Board Name: Hailo-8\nDevice Architecture: HAILO8\nSerial Number: HLDDLBB241601754\n';
    const board = join(withFiles({ 'board.txt': identity }), 'board.txt');
    const remark = `--device ${board}: its firmware is 4.19.0: add --target 4.19.0 to check that release`;
    for (const name of ['validate', 'check-compat']) {
      expect((await protomdl(name, file, '--device', board)).err).toContain(remark);
      expect((await protomdl(name, file, '--device', board, '--target', '4.20')).err).toBe('');
      expect((await protomdl(name, file, '--device', 'hailo8')).err).toBe('');
    }
    // A release that is not known cannot be between two known releases.
    const later = join(withFiles({ 'later.txt': identity.replace('4.19.0', '4.24.0') }), 'later.txt');
    expect((await protomdl('validate', file, '--device', later)).err).toBe('');
  });

  it('must be a known device', async () => {
    const { code, err } = await protomdl('validate', file, '--device', 'abacus');
    expect([code, err]).toEqual([2, expect.stringMatching(/devices are Hailo-8, Hailo-8L/)]);
  });
});

describe('predictions', () => {
  const file = join(CORPUS, 'invalid/edge-buffer-indices-missing.mdl');

  it.each([
    'human',
    'lines',
    'sarif',
    'junit',
    'github',
    'gitlab',
    'markdown',
    'csv',
    'json',
    'ndjson',
    'html',
  ])('are in %s, with their reason', async (format) => {
    const { code, out } = await protomdl(
      ...['validate', file, '--severity', 'edge-buffer-indices-missing=off'],
      ...['--runtime', '4.20.0', '--fail-on', 'runtime', '--format', format],
    );
    expect(code).toBe(1);
    expect(out).toContain('4.20.0');
    expect(out).toContain('edge-buffer-indices-missing');
  });

  it('name the failure even with --quiet', async () => {
    const { out } = await protomdl(
      ...['validate', file, '--severity', 'edge-buffer-indices-missing=off', '--runtime', 'all', '-q'],
    );
    expect(out).toMatch(
      /edge-buffer-indices-missing\.mdl\n +4\.8\.0, 4\.17 to 5\.2 crash at load, edge-buffer-indices-missing/,
    );
    expect(out).toMatch(/VALID for .*4\.8\.0, 4\.17 to 5\.2 do not take it/);
  });
});
