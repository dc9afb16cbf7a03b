import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { expectedName } from '../../src/cli/smith-invalid.js';
import { protomdl } from '../cli/protomdl.js';
import { temporaryDirectory } from '../cli/temporary.js';

const SCHEMA = fileURLToPath(new URL('../../docs/schemas/smith-expected.schema.json', import.meta.url));
const matches = new Ajv().compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

const command = (...args: readonly string[]) => protomdl(...args);

const smith = (...args: readonly string[]) => command('smith', ...args);
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('protomdl smith --invalid', () => {
  it('writes a file and its expected findings, as the library makes them', async () => {
    const path = join(temporaryDirectory(), 'model.hef');
    const args = ['--invalid', 'frame-bad-magic', '--seed', '4', '--framing', '2'];
    expect(await smith(...args, '-o', path)).toEqual({ code: 0, out: '', err: '' });
    const expected = await smithInvalid('frame-bad-magic', { seed: 4, framing: 2 });
    expect(readFileSync(path).equals(Buffer.from(expected.bytes))).toBe(true);
    const beside = read(expectedName(path));
    expect(matches(beside)).toBe(true);
    expect(beside).toMatchObject({ code: 'frame-bad-magic', seed: 4, size: statSync(path).size });
    expect(beside.findings).toEqual([
      { code: 'frame-bad-magic', severity: 'error', offset: 0, length: 4, count: 1, path: '', related: [] },
    ]);
  });

  it('lists the findings that validate reports', async () => {
    const path = join(temporaryDirectory(), 'model.mdl');
    await smith('--invalid', 'string-not-utf8', '--seed', '3', '--framing', 'bare', '-o', path);
    const [file] = JSON.parse((await command('validate', '--format', 'json', path)).out).files;
    const found = file.diagnostics.find(({ code }: { code: string }) => code === 'string-not-utf8');
    const [expected] = read(expectedName(path)).findings;
    expect(found).toMatchObject({ code: expected.code, offset: expected.offset, path: expected.path });
  });

  it('chooses codes at random for several seeds', async () => {
    const folder = join(temporaryDirectory(), 'faults');
    expect((await smith('--invalid', 'random', '--count', '3', '-o', folder)).code).toBe(0);
    const reports = readdirSync(folder).filter((name) => name.endsWith('.expected.json'));
    expect(reports).toHaveLength(3);
    expect(readdirSync(folder)).toHaveLength(6);
    expect(new Set(reports.map((name) => read(join(folder, name)).code)).size).toBeGreaterThan(1);
    for (const name of reports) expect(matches(read(join(folder, name)))).toBe(true);
  });

  it.each([
    [['--invalid', 'no-such-code', '-o', 'x'], 'there is no code no-such-code'],
    [['--invalid', 'message-too-large', '-o', 'x'], 'there is no small model with message-too-large'],
    [['--invalid', 'frame-bad-magic', '--framing', 'bare', '-o', 'x'], 'needs framing 0, 1, 2, 3, not bare'],
    [['--invalid', 'no-network-groups', '--contexts', '3', '-o', 'x'], 'needs contexts 1, not 3'],
    [['--invalid', 'no-boundary-layers', '--without', 'ddr', '-o', 'x'], 'needs ddr'],
    [['--invalid', 'networks-names-empty'], 'name a file with -o'],
    [['--invalid', 'networks-names-empty', '--describe', '-o', 'x'], 'only for a model without faults'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await smith(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
