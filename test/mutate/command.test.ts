/** `protomdl mutate` through the command's own entry. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { protomdl } from '../cli/protomdl.js';
import { withFiles } from '../cli/temporary.js';
import { CORPUS } from './base-files.js';

const base = CORPUS.get('framed-two-contexts.hef') as Uint8Array;
const other = CORPUS.get('nested-mux.mdl') as Uint8Array;

const ran = (...args: readonly string[]) => protomdl('mutate', ...args);

function schema(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../docs/schemas/${name}`, import.meta.url), 'utf8'));
}

describe('one mutant', () => {
  it('equals the library’s mutant, and its mutations are printed', async () => {
    const folder = withFiles({ 'a.hef': base, 'b.mdl': other });
    const to = join(folder, 'out.hef');
    const flags = [
      '--seed',
      '9',
      '--mutations',
      '2..3',
      '--splice',
      join(folder, 'b.mdl'),
      '--max-size',
      '20k',
    ];
    const { code, out, err } = await ran(join(folder, 'a.hef'), '-o', to, ...flags);
    expect(code).toBe(0);
    expect(out).toBe('');
    const { bytes, log } = await mutate(base, {
      seed: 9,
      mutations: [2, 3],
      splice: [other],
      maxSize: 20_480,
    });
    expect(readFileSync(to).equals(bytes)).toBe(true);
    for (const { sentence, path } of log.entries) {
      expect(err).toContain(sentence);
      expect(err).toContain(path);
    }
    // No partial files are left.
    expect(readdirSync(folder).sort()).toEqual(['a.hef', 'b.mdl', 'out.hef']);
    expect((await ran(join(folder, 'a.hef'), '-o', to, '-q')).err).toBe('');
  });

  it('never overwrites its base, and its log overwrites neither file', async () => {
    const folder = withFiles({ 'a.hef': base });
    const file = join(folder, 'a.hef');
    for (const args of [
      ['-o', file],
      ['-o', join(folder, 'x'), '--log', file],
      ['-o', join(folder, 'x'), '--log', join(folder, 'x')],
    ]) {
      const { code, err } = await ran(file, ...args);
      expect([code, err]).toEqual([2, expect.stringMatching(/would overwrite|name the same/)]);
    }
    expect(readFileSync(file).equals(base)).toBe(true);
  });

  it('is not written to a terminal', async () => {
    const folder = withFiles({ 'a.hef': base });
    const host = capturedHost({ terminal: true });
    expect(await run(['mutate', join(folder, 'a.hef')], host)).toBe(2);
    expect(host.err()).toContain('terminal');
    expect(host.out()).toBe('');
  });
});

describe('many', () => {
  it('are written to a folder with their seeds in their names, and can be repeated from the log', async () => {
    const folder = withFiles({ 'a.hef': base });
    const file = join(folder, 'a.hef');
    const log = join(folder, 'log.jsonl');
    const made = await ran(
      file,
      '--seed',
      '40',
      '--count',
      '6',
      '-o',
      join(folder, 'one'),
      '--log',
      log,
      '-q',
    );
    expect(made).toEqual({ code: 0, out: '', err: '' });
    const names = readdirSync(join(folder, 'one')).sort();
    expect(names).toEqual([40, 41, 42, 43, 44, 45].map((seed) => `a-${seed}.hef`));
    const lines = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file: name, seed }) => `${name} ${seed}`)).toEqual(
      names.map((name, i) => `${name} ${40 + i}`),
    );
    const isValid = new Ajv({ strict: false }).compile(schema('mutations.schema.json'));
    for (const line of lines) expect(isValid(line), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...lines[0], entries: [{}] })).toBe(false);
    expect((await ran(file, '--replay', log, '-o', join(folder, 'two'), '-q')).code).toBe(0);
    for (const name of names) {
      const [one, two] = ['one', 'two'].map((part) => readFileSync(join(folder, part, name)));
      expect(one?.equals(two as Buffer)).toBe(true);
    }
    expect(
      readFileSync(join(folder, 'one', 'a-43.hef')).equals((await mutate(base, { seed: 43 })).bytes),
    ).toBe(true);
  });

  it('are written to an empty folder only', async () => {
    const folder = withFiles({ 'a.hef': base });
    const file = join(folder, 'a.hef');
    expect((await ran(file, '--count', '2')).err).toContain('need a folder');
    expect(await ran(file, '--count', '2', '-o', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not empty'),
    });
  });

  it('stop at a signal: the finished files are complete, and reported', async () => {
    const folder = withFiles({ 'a.hef': base });
    const to = join(folder, 'out');
    const log = join(folder, 'log');
    let heard = 0;
    const host = {
      ...capturedHost(),
      // The signal is sent when the third mutant exists.
      onSignal: (listener: ((code: 130) => void) | undefined) => {
        if (listener !== undefined) {
          const timer = setInterval(() => {
            if (existsSync(to) && readdirSync(to).length >= 3 && heard++ === 0) {
              clearInterval(timer);
              listener(130);
            }
          }, 0);
        }
      },
    };
    const code = await run(
      ['mutate', join(folder, 'a.hef'), '--count', '5000', '-o', to, '--log', log, '-q'],
      host,
    );
    expect(code).toBe(130);
    const { length } = readdirSync(to);
    expect(length).toBeLessThan(5000);
    expect(readFileSync(log, 'utf8').trimEnd().split('\n')).toHaveLength(length);
  });
});

describe('the list', () => {
  it('has every mutator with its description, as text and as JSON', async () => {
    const { out } = await ran('--list');
    for (const { name } of MUTATORS) expect(out).toContain(`${name} `);
    const json = JSON.parse((await ran('--list', '--format', 'json')).out);
    expect(json.mutators.map(({ name }: { name: string }) => name)).toEqual(MUTATORS.map(({ name }) => name));
    const isValid = new Ajv({ strict: false }).compile(schema('mutators.schema.json'));
    expect(isValid(json), JSON.stringify(isValid.errors)).toBe(true);
  });
});

describe('impossible requests are refused in one line', () => {
  const folder = (): string => withFiles({ 'a.hef': base, 'b.mdl': other, log: 'nonsense\n', nothing: '\n' });

  it.each([
    [['a.hef', '--with', 'drop-recrd'], 2, /did you mean drop-record/],
    [['a.hef', '--weights', 'x=1'], 2, /no mutator x/],
    [['a.hef', '--weights', 'drop-record'], 2, /name=weight/],
    [['a.hef', '--mutations', '3..1'], 2, /from 1 to 10000/],
    [['a.hef', '--seed', '-1'], 2, /number from 0/],
    [['a.hef', '--with', 'drop-record', '--without', 'drop-record'], 2, /no mutator is left/],
    [['a.hef', 'b.mdl'], 2, /too many arguments/],
    [[], 2, /no file to mutate/],
    [['missing.hef'], 3, /missing\.hef/],
    [['a.hef', '--splice', 'missing.hef'], 3, /missing\.hef/],
    [['a.hef', '--replay', 'missing'], 3, /--replay/],
    [['a.hef', '--replay', 'log'], 2, /line 1: .*no JSON/],
    [['a.hef', '--replay', 'nothing'], 2, /it is empty/],
    [['a.hef', '--replay', 'log', '--count', '3'], 2, /no --count/],
    [['a.hef', '-o', 'no/such/folder'], 3, /no such directory/],
    [['a.hef', '--log', '-'], 2, /standard output is for the mutant/],
    [['--serve', 'a.hef'], 2, /files come with the requests/],
    [['--serve', '--max-size', '5'], 2, /no --max-size/],
  ] as const)('%j', async (args, code, message) => {
    const at = folder();
    const named = args.map((arg) =>
      /^(a\.hef|b\.mdl|missing.*|log|nothing|no\/.*)$/.test(arg) ? join(at, arg) : arg,
    );
    const result = await ran(...named);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toMatch(message);
    expect(result.err).not.toMatch(/\n.+\n.+\n/);
  });

  it('a log of another file is refused', async () => {
    const at = folder();
    await ran(join(at, 'a.hef'), '-o', join(at, 'm'), '--log', join(at, 'l'), '-q');
    const result = await ran(join(at, 'b.mdl'), '-o', join(at, 'n'), '--replay', join(at, 'l'));
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('of another file') });
    expect(existsSync(join(at, 'n'))).toBe(false);
    writeFileSync(join(at, 'l'), readFileSync(join(at, 'l'), 'utf8').replace('"version":1', '"version":9'));
    expect((await ran(join(at, 'a.hef'), '--replay', join(at, 'l'))).err).toContain('version 9');
  });
});
