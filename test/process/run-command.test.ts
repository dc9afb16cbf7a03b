import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCommand, runCommand } from '../../src/attack/process/run-command.js';
import { shell } from './programs.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOUNDS = { timeoutMs: 10_000, maxOutput: 4096 };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('a command', () => {
  it('ends with its code, and its two outputs are separate', async () => {
    const ran = await runCommand(shell('echo one; echo two >&2; exit 7'), BOUNDS);
    expect(ran).toMatchObject({ status: 'exited', code: 7, signal: null, truncated: false });
    expect([text(ran.stdout), text(ran.stderr)]).toEqual(['one\n', 'two\n']);
    expect(ran.ms).toBeGreaterThan(0);
  });

  it('is ended by a signal', async () => {
    const ran = await runCommand(shell('kill -SEGV $$'), BOUNDS);
    expect(ran).toMatchObject({ status: 'signalled', code: null, signal: 'SIGSEGV' });
  });

  it('reads the given input; without input, standard input is empty', async () => {
    const stdin = new Uint8Array(300_000).fill(0x61);
    const ran = await runCommand(['wc', '-c'], { ...BOUNDS, stdin });
    expect(text(ran.stdout).trim()).toBe('300000');
    expect(text((await runCommand(['wc', '-c'], BOUNDS)).stdout).trim()).toBe('0');
  });

  it('may ignore its input', async () => {
    const ran = await runCommand(['true'], { ...BOUNDS, stdin: new Uint8Array(5_000_000) });
    expect(ran).toMatchObject({ status: 'exited', code: 0 });
  });

  it('has the given environment and folder, without a shell', async () => {
    const options = { ...BOUNDS, folder, env: { WORD: 'a b', HOME: undefined } };
    const ran = await runCommand(shell('echo "$WORD" "$HOME"; pwd -P'), options);
    expect(text(ran.stdout)).toBe(`a b \n${folder}\n`);
    expect(text((await runCommand(['echo', '$(id) *'], BOUNDS)).stdout)).toBe('$(id) *\n');
  });
});

describe('a command is searched as the system searches it', () => {
  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string];
  const program = (place: string, mode: number): string => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'tool'), `#!/bin/sh\necho ${basename(place)}\n`, { mode });
    return join(place, 'tool');
  };

  it('in the order of PATH; files that are not programs are skipped', () => {
    const denied = program(first, 0o644);
    expect(findCommand('tool', first).problem).toBe(`${denied}: may not be executed (chmod +x?)`);
    expect(findCommand('tool', `/nowhere:${first}:${folder}`).problem).toContain(denied);
    const found = program(second, 0o755);
    expect(findCommand('tool', `${first}:${second}`)).toEqual({ path: found });
    chmodSync(denied, 0o755);
    expect(findCommand('tool', `${first}:${second}`)).toEqual({ path: denied });
    expect(findCommand('sh', undefined).path).toMatch(/\/bin\/sh$/);
    expect(findCommand('sh', '/nowhere').problem).toContain('no such command in PATH');
  });

  it('in the given folder, for an empty entry of PATH and for a path with a slash', () => {
    const found = program(second, 0o755);
    expect(findCommand('tool', `/nowhere:`, second)).toEqual({ path: found });
    expect(findCommand('second/tool', undefined, folder)).toEqual({ path: found });
    expect(findCommand(found, undefined, '/nowhere')).toEqual({ path: found });
    expect(findCommand(`${found}/x`, undefined).problem).toContain('no such file');
  });
});

it('a command that was cancelled before its start does not start', async () => {
  const file = join(folder, 'started');
  const ran = await runCommand(shell(`echo > ${file}`), { ...BOUNDS, signal: AbortSignal.abort() });
  expect([ran.status, ran.reason, existsSync(file)]).toEqual(['aborted', undefined, false]);
});

describe('a command that cannot be started', () => {
  it.each([
    ['no-such-command-anywhere', 'there is no such command in PATH'],
    ['/no/such/file', 'there is no such file'],
    ['/tmp', 'is a directory'],
    ['', 'no command is given'],
  ])('%s is reported with its reason', async (name, reason) => {
    const ran = await runCommand([name], BOUNDS);
    expect(ran.status).toBe('not-started');
    expect(ran.reason).toContain(reason);
  });

  it('is distinguished from a command that exits with 127', async () => {
    const ran = await runCommand(shell('no-such-command-anywhere'), BOUNDS);
    expect(ran).toMatchObject({ status: 'exited', code: 127 });
  });

  it('may have no permission to run, or a missing interpreter', async () => {
    const plain = join(folder, 'plain.sh');
    writeFileSync(plain, '#!/bin/sh\n', { mode: 0o644 });
    expect((await runCommand([plain], BOUNDS)).reason).toContain('may not be executed');
    const orphan = join(folder, 'orphan.sh');
    writeFileSync(orphan, '#!/no/such/interpreter\n', { mode: 0o755 });
    const ran = await runCommand([orphan], BOUNDS);
    expect(ran.status).toBe('not-started');
    expect(ran.reason).toContain('its interpreter');
  });

  it('may have too many arguments', async () => {
    const much = await runCommand(['true', 'x'.repeat(3_000_000)], BOUNDS);
    expect(much).toMatchObject({ status: 'not-started', reason: expect.stringContaining('too long') });
  });

  it('may have a working directory that does not exist', async () => {
    const ran = await runCommand(['true'], { ...BOUNDS, folder: join(folder, 'missing') });
    expect(ran.status).toBe('not-started');
  });
});

describe('output', () => {
  it('is kept up to its limit, with its beginning and its end', async () => {
    const ran = await runCommand(shell('echo first; seq 1 200000; echo last'), {
      ...BOUNDS,
      maxOutput: 1000,
    });
    expect(ran).toMatchObject({ status: 'exited', code: 0, truncated: true });
    expect(ran.stdout).toHaveLength(1000);
    expect(text(ran.stdout)).toMatch(/^first\n1\n2\n.*200000\nlast\n$/s);
  });

  it('of a gigabyte neither stops the command nor fills the memory', async () => {
    const before = process.memoryUsage().rss;
    const ran = await runCommand(shell('head -c 1G /dev/zero'), { ...BOUNDS, timeoutMs: 50_000 });
    expect(ran).toMatchObject({ status: 'exited', code: 0, truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });

  it('may be empty', async () => {
    const ran = await runCommand(shell('echo some'), { ...BOUNDS, maxOutput: 0 });
    expect(ran.stdout).toHaveLength(0);
    expect(ran.truncated).toBe(true);
  });
});

it('a command has limits on its memory and on the files that it writes', async () => {
  const greedy = ['node', '-e', 'Buffer.alloc(3e9, 1); console.log("had it")'];
  const ran = await runCommand(greedy, { ...BOUNDS, memoryBytes: 1.5e9 });
  expect(text(ran.stdout)).toBe('');
  expect(ran).not.toMatchObject({ status: 'exited', code: 0 });

  const file = join(folder, 'large');
  const wrote = await runCommand(shell(`exec head -c 10M /dev/zero > ${file}`), {
    ...BOUNDS,
    fileBytes: 1e6,
  });
  expect(wrote).toMatchObject({ status: 'signalled', signal: 'SIGXFSZ' });
});
