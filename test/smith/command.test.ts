import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { smithBytes, smithFile } from '../../src/attack/smith/smith.js';
import { examplesOf } from '../../src/cli/examples.js';
import type { Host } from '../../src/cli/host.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { closedSchema } from '../report/closed-schema.js';

async function smith(args: readonly string[], host: Partial<Host> & { terminal?: boolean } = {}) {
  const captured = capturedHost(host);
  const code = await run(['smith', ...args], captured);
  return { code, out: captured.out(), bytes: captured.outBytes(), err: captured.err() };
}

describe('protomdl smith', () => {
  it('writes a model to standard output, the same as the library’s', async () => {
    const { code, bytes, err } = await smith(['--seed', '7', '--preset', 'small', '--framing', 'bare']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(Buffer.from(bytes).equals(Buffer.from(smithBytes({ seed: 7, preset: 'small' })))).toBe(true);
  });

  it.each(['0', '1', '2', '3'] as const)(
    'writes a file of framing %s with its checksum patched in',
    async (framing) => {
      const path = join(temporaryDirectory(), 'model.hef');
      const args = ['--seed', '5', '--swarm', '--layout', 'ops', '--uncommon', '--framing', framing];
      expect(await smith([...args, '-o', path])).toMatchObject({ code: 0, out: '', err: '' });
      const expected = await smithFile({
        ...{ seed: 5, swarm: true, layout: 'ops', uncommon: true },
        framing: Number(framing) as 0 | 1 | 2 | 3,
      });
      expect(readFileSync(path).equals(Buffer.from(expected))).toBe(true);
      const piped = await smith(args);
      expect(Buffer.from(piped.bytes).equals(Buffer.from(expected))).toBe(true);
    },
  );

  it('writes to standard output if no file is named, or if `-` is named', async () => {
    const [unnamed, named] = [await smith(['--seed', '3']), await smith(['--seed', '3', '-o', '-'])];
    expect(named).toEqual(unnamed);
    expect([named.code, named.out.length > 0]).toEqual([0, true]);
  });

  it('accepts numbers in different notations', async () => {
    const path = join(temporaryDirectory(), 'model.hef');
    const args = [
      '--actions',
      '2e3',
      '--blob',
      '2K',
      '--contexts',
      '3',
      '--networks',
      '2',
      '--target-bytes',
      '1.5M',
    ];
    expect((await smith([...args, '--mux', '--nms', '--ddr', '--inter-context', '-o', path])).code).toBe(0);
    expect(Math.abs(statSync(path).size - 1.5 * 2 ** 20)).toBeLessThan(1.5 * 2 ** 20 * 0.01);
    const { out } = await smith([
      ...args,
      '--mux',
      '--nms',
      '--ddr',
      '--inter-context',
      '--describe',
      '--format',
      'json',
    ]);
    const [file] = JSON.parse(out).files;
    expect(file.features).toEqual(expect.arrayContaining(['mux', 'nms', 'ddr', 'inter-context']));
    expect(file.groups[0].coreOps[0]).toMatchObject({
      contexts: 3,
      networks: [expect.any(String), expect.any(String)],
    });
  });

  it('makes many models in an empty folder', async () => {
    const folder = join(temporaryDirectory(), 'models');
    const args = ['--preset', 'small', '--swarm', '--seed', '10', '--count', '6', '-o', folder];
    expect(await smith(args)).toMatchObject({ code: 0, out: '', err: '' });
    const names = readdirSync(folder).sort();
    expect(names.map((name) => name.replace(/\.(mdl|hef)$/, ''))).toEqual(
      [10, 11, 12, 13, 14, 15].map((seed) => `smith-${seed}`),
    );
    for (const name of names) {
      const seed = Number(/\d+/.exec(name));
      const bytes = readFileSync(join(folder, name));
      expect(name.endsWith('.mdl')).toBe(bytes[0] !== 1);
      expect(bytes.equals(Buffer.from(await smithFile({ seed, preset: 'small', swarm: true })))).toBe(true);
    }
    const again = await smith(args);
    expect(again).toMatchObject({ code: 2 });
    expect(again.err).toContain('is not empty');
  });

  it('describes the model of a seed, and then writes nothing', async () => {
    const { code, out } = await smith(['--seed', '7', '--describe', '--preset', 'everything']);
    expect(code).toBe(0);
    expect(out).toMatch(/^seed 7, preset everything\n {2}file +[\d,]+ bytes/);
    expect(out).toMatch(/ {2}has +multi-network, inter-context/);
    const path = join(temporaryDirectory(), 'both.mdl');
    const both = await smith([
      '--seed',
      '7',
      '--framing',
      'bare',
      '--describe',
      '--format',
      'json',
      '-o',
      path,
    ]);
    const [file] = JSON.parse(both.out).files;
    expect(file).toMatchObject({ path, seed: 7, framing: 'bare', fileSize: statSync(path).size });
  });

  it('prints JSON that matches its schema, key for key', async () => {
    const check = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema('smith'));
    for (const args of [
      ['--uncommon', '--layout', 'partial'],
      ['--preset', 'smallest'],
      ['--framing', '3', '--swarm'],
    ]) {
      const { out } = await smith(['--describe', '--format', 'json', ...args]);
      expect(check(JSON.parse(out)), JSON.stringify(check.errors?.slice(0, 3))).toBe(true);
    }
    expect(check({ schemaVersion: 1, tool: { name: 'protomdl', version: '1' }, files: [{}] })).toBe(false);
  });

  it.each([
    [['--count', '3'], 'several models need a folder'],
    [['--with', 'mux,boxes'], '--with boxes: there is no such feature'],
    [['--without', 'x'], '--without x: there is no such feature'],
    [['--ethernet', '--ddr'], 'ddr and ethernet contradict each other'],
    [['--actions', '1.5'], 'It takes a number'],
    [['--actions', 'many'], 'It takes a number'],
    [['--blob', '3'], 'It takes a size'],
    [['--seed', '-1'], 'It takes a number'],
    [['--seed', '9007199254740991', '--count', '2', '-o', 'unmade'], 'seeds end at'],
    [['--framing', '4'], 'Allowed choices'],
    [['--describe', '-o', '-'], 'standard output is for the model'],
    [['extra'], 'too many arguments'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await smith(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('refuses a missing folder', async () => {
    const { code, err } = await smith(['-o', join(temporaryDirectory(), 'not', 'there.hef')]);
    expect(code).toBe(3);
    expect(err).toContain('there is no such directory');
  });

  it('refuses to write a model to a terminal', async () => {
    const { code, err } = await smith(['--seed', '1'], { terminal: true });
    expect(code).toBe(2);
    expect(err).toContain('binary data is not written to a terminal');
  });

  it('leaves nothing behind, and changes no existing file, if a signal ends it', async () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'model.hef');
    writeFileSync(path, 'before');
    const onSignal: Host['onSignal'] = (listener) => void listener?.(130);
    expect(await smith(['--target-bytes', '20M', '-o', path], { onSignal })).toMatchObject({
      code: 130,
      out: '',
    });
    expect(readdirSync(folder)).toEqual(['model.hef']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('has working examples', async () => {
    await smith(['--help']);
    const examples = examplesOf('smith');
    expect(examples.length).toBeGreaterThan(2);
    const folder = temporaryDirectory();
    mkdirSync(folder, { recursive: true });
    for (const { line } of examples) {
      const [program, , ...args] = line.split(' ');
      expect(program).toBe('protomdl');
      const placed = args.map((arg, i) => (args[i - 1] === '-o' ? join(folder, arg) : arg));
      const { code, err } = await smith(placed);
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
      const written = args[args.indexOf('-o') + 1] ?? '';
      if (args.includes('-o')) expect(existsSync(join(folder, written))).toBe(true);
    }
  });
});
