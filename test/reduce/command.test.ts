import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { ended, start } from '../cli/command.js';
import { bytesOf, framed, switchesOn } from './models.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

/** The check accepts files that contain this record: `unique_id` 7, the tag and the value. */
const HAS_SEVEN = 'LC_ALL=C grep -q -a -P "\\x08\\x07"';

beforeAll(async () => {
  writeFileSync(at('model.mdl'), bytesOf());
  writeFileSync(at('model.hef'), await framed(0));
  writeFileSync(at('seven.sh'), `#!/bin/sh\n${HAS_SEVEN} "$1"\n`, { mode: 0o755 });
});

async function reduceWith(...args: string[]): Promise<{ code: number; err: string }> {
  const host = capturedHost({ env: process.env, parallelism: 2 });
  const code = await run(['reduce', ...args], host);
  return { code, err: host.err() };
}

/** The file with this record and the messages around it. */
const seven = '12081a06120412020807';
const result = (name = 'out'): string => readFileSync(at(name)).toString('hex');

describe('a check', () => {
  it('can be a file that receives the path of a candidate', async () => {
    const { code, err } = await reduceWith(at('model.mdl'), '--check', at('seven.sh'), '-o', at('out'));
    expect(code).toBe(0);
    expect(result()).toBe(seven);
    expect(err).toMatch(/^reduced [\d,]+ bytes to 10 \(\d+ checks, .*s\)\n$/);
  });

  it('can be a command line with {} for the path', async () => {
    const line = `sh -c '${HAS_SEVEN} "$1" && test "$2" = last' name {} last`;
    expect((await reduceWith(at('model.mdl'), '--check', line, '-o', at('out'))).code).toBe(0);
    expect(result()).toBe(seven);
  });

  it('reads standard input', async () => {
    const line = `sh -c '${HAS_SEVEN}'`;
    expect((await reduceWith(at('model.mdl'), '--stdin', '--check', line, '-o', at('out'))).code).toBe(0);
    expect(result()).toBe(seven);
  });

  it('can be a code of validate', async () => {
    const options = ['--code', 'frame-checksum-mismatch', '-o', at('out')];
    const input = readFileSync(at('model.hef'));
    input.writeUInt8(input.readUInt8(20) ^ 1, 20);
    writeFileSync(at('wrong.hef'), input);
    expect((await reduceWith(at('wrong.hef'), ...options)).code).toBe(0);
    const report = capturedHost();
    expect(await run(['validate', at('out')], report)).toBe(1);
    expect(report.out()).toContain('frame-checksum-mismatch');
    expect(readFileSync(at('out')).length).toBeLessThan(40);
  });

  it('can require that a program ends in the same way as for the original input', async () => {
    const crash = `if ${HAS_SEVEN} "$0"; then echo boom >&2; kill -ABRT $$; fi; exit 3`;
    const program = ['--', 'sh', '-c', crash, '{}'];
    expect((await reduceWith(at('model.mdl'), '-o', at('out'), ...program)).code).toBe(0);
    expect(result()).toBe(seven);
    const printed = ['--output-has', 'boom', '-o', at('out2')];
    expect((await reduceWith(at('model.mdl'), ...printed, ...program)).code).toBe(0);
    expect(result('out2')).toBe(seven);
    const { code, err } = await reduceWith(
      at('model.mdl'),
      '--output-has',
      'bang',
      '-o',
      at('out3'),
      ...program,
    );
    expect(code).toBe(2);
    expect(err).toContain('not interesting');
    expect(existsSync(at('out3'))).toBe(false);
  });

  it('may be slow if slowness is the property that it tests', async () => {
    const slow = `sh -c 'if ${HAS_SEVEN} "$0"; then sleep 30; fi; exit 1'`;
    const options = ['--check', slow, '--timeout', '300ms', '--max-checks', '12', '-o', at('out')];
    const { code, err } = await reduceWith(at('model.mdl'), ...options);
    expect(code).toBe(2);
    expect(err).toContain('was ended after');
    expect((await reduceWith(at('model.mdl'), '--timeout-is-interesting', ...options)).code).toBe(5);
    expect(result()).toContain('0807');
    expect(readFileSync(at('out')).length).toBeLessThan(bytesOf().length);
  });
});

describe('refuses invalid arguments', () => {
  const input = () => at('model.mdl');
  it.each([
    ['no check', [], 'which files are interesting?'],
    ['two checks', ['--check', 'true', '--code', 'action-unset'], 'one check at a time'],
    ['an unknown code', ['--code', 'action-unst'], 'did you mean action-unset?'],
    ['a quote that is not closed', ['--check', "sh -c 'x"], 'a quote is not closed'],
    ['a check that is not there', ['--check', './no-such-check'], 'there is no such file'],
    ['a check that says no to the input', ['--check', 'false'], 'the check ended with exit code 1'],
    ['a program that ends well', ['--', 'true'], 'name its output with --output-has'],
    ['--resume without an output', ['--check', 'true', '--resume'], 'needs -o'],
  ])('%s', async (_, args, message) => {
    const [dashes, rest] = args.includes('--') ? [args, []] : [[], args];
    const output = message === 'needs -o' ? [] : ['-o', at('never')];
    const { code, err } = await reduceWith(input(), ...output, ...rest, ...dashes);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(existsSync(at('never'))).toBe(false);
  });

  it('a missing input is reported', async () => {
    const { code, err } = await reduceWith(at('missing'), '--check', 'true', '-o', at('never'));
    expect(code).toBe(3);
    expect(err).toContain('missing');
  });

  it('the output never replaces the input, unless requested', async () => {
    writeFileSync(at('own.mdl'), bytesOf());
    expect((await reduceWith(at('own.mdl'), '--check', at('seven.sh'), '-o', at('own.mdl'))).code).toBe(2);
    expect(readFileSync(at('own.mdl')).length).toBe(bytesOf().length);
    expect((await reduceWith(at('own.mdl'), '--check', at('seven.sh'), '--in-place')).code).toBe(0);
    expect(result('own.mdl')).toBe(seven);
  });
});

it('a search continues after an interruption, unless the check has changed', async () => {
  const options = [at('model.mdl'), '--check', at('count.sh'), '-j', '1', '-o', at('kept'), '--resume'];
  const script = (end: string) => `#!/bin/sh\necho >> ${at('count')}\n${HAS_SEVEN} "$1"${end}\n`;
  const asked = (): number => (existsSync(at('count')) ? readFileSync(at('count')).length : 0);
  writeFileSync(at('count.sh'), script(''), { mode: 0o755 });
  expect((await reduceWith(...options, '--max-checks', '6')).code).toBe(5);
  const first = asked();
  expect((await reduceWith(...options)).code).toBe(0);
  const second = asked();
  expect((await reduceWith(...options)).code).toBe(0);
  // The check is called twice in every run: to learn the expected result, and to test that the check always
  // gives it.
  expect(asked() - second).toBe(2);
  expect(second - first).toBeGreaterThan(4);
  expect(result('kept')).toBe(seven);
  writeFileSync(at('count.sh'), script(' # another'));
  expect((await reduceWith(...options)).code).toBe(0);
  expect(asked() - second).toBeGreaterThan(8);
});

it('an interrupted search writes the smallest file, and leaves no process', async () => {
  const [log, output] = [at('log'), at('interrupted')];
  const check = `sh -c 'echo $$ >> ${log}; if [ $(wc -l < ${log}) -gt 8 ]; then sleep 60; fi; ${HAS_SEVEN} "$0"'`;
  const child = start([
    'reduce',
    at('model.mdl'),
    '--check',
    check,
    '-j',
    '1',
    '--timeout',
    '60s',
    '-o',
    output,
  ]);
  const ending = ended(child);
  const pids = (): number[] =>
    existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : [];
  for (let i = 0; i < 400 && pids().length < 9; i++) await sleep(20);
  child.kill('SIGINT');
  const { code, err } = await ending;
  expect(code).toBe(130);
  expect(err).toContain('stopped early');
  expect(readFileSync(output).length).toBeLessThan(bytesOf().length);
  expect(readFileSync(output).toString('hex')).toContain('0807');
  expect(pids().filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('a framed file keeps its frame if the check needs it', async () => {
  const check = `sh -c 'head -c 4 "$0" | grep -q HEF && ${HAS_SEVEN} "$0"'`;
  expect((await reduceWith(at('model.hef'), '--check', check, '-o', at('out'))).code).toBe(0);
  const bytes = new Uint8Array(readFileSync(at('out')));
  expect(bytes.length).toBeLessThan(50);
  const validated = capturedHost();
  await run(['validate', at('out')], validated);
  expect(validated.out()).not.toContain('frame-');
  expect(switchesOn(bytes, 7)).toBe(false);
});
