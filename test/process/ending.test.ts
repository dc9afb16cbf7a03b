/** No child process outlives its command. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/attack/process/run-command.js';
import { killStrays } from '../../src/attack/process/strays.js';
import { ends, isAlive, pidIn, shell } from './programs.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOUNDS = { timeoutMs: 10_000, maxOutput: 4096 };
/** Milliseconds after which a shell has started, even on a busy machine. */
const TIME_TO_START = 2_000;
let files = 0;
const newFile = (): string => join(folder, `pid-${++files}`);

describe('a time-out', () => {
  it('ends a command', async () => {
    const ran = await runCommand(['sleep', '60'], { ...BOUNDS, timeoutMs: 100 });
    expect(ran).toMatchObject({ status: 'timed-out', signal: 'SIGTERM' });
    expect(ran.ms).toBeLessThan(30_000);
  });

  it('ends a command that ignores SIGTERM', async () => {
    const script = "trap '' TERM; while :; do sleep 60; done";
    const ran = await runCommand(shell(script), { ...BOUNDS, timeoutMs: TIME_TO_START });
    expect(ran).toMatchObject({ status: 'timed-out', signal: 'SIGKILL' });
  });

  it('ends a command that has stopped itself', async () => {
    const ran = await runCommand(shell('kill -STOP $$'), { ...BOUNDS, timeoutMs: 100 });
    expect(ran.status).toBe('timed-out');
  });

  it('is reported even if the command then exits with 0', async () => {
    const script = "trap 'exit 0' TERM; sleep 60 & wait";
    const ran = await runCommand(shell(script), { ...BOUNDS, timeoutMs: TIME_TO_START });
    expect(ran).toMatchObject({ status: 'timed-out', code: 0 });
  });

  it('ends its children, in its group and out of it', async () => {
    const [inside, outside] = [newFile(), newFile()];
    const script = `sh -c 'echo $$ > ${inside}; exec sleep 60' & setsid sh -c 'echo $$ > ${outside}; exec sleep 60' & wait`;
    const running = runCommand(shell(script), { ...BOUNDS, timeoutMs: TIME_TO_START });
    const pids = [await pidIn(inside), await pidIn(outside)];
    expect(pids.map(isAlive)).toEqual([true, true]);
    expect((await running).status).toBe('timed-out');
    expect(await Promise.all(pids.map(ends))).toEqual([true, true]);
  });
});

describe('a command that ends', () => {
  it('leaves no process of its group', async () => {
    const file = newFile();
    const ran = await runCommand(
      shell(`sh -c 'echo $$ > ${file}; exec sleep 60' & until [ -s ${file} ]; do :; done`),
      BOUNDS,
    );
    expect(ran).toMatchObject({ status: 'exited', code: 0 });
    expect(await ends(await pidIn(file))).toBe(true);
  });

  it('kills a process that left the group and keeps the output open, instead of waiting for that process', async () => {
    const file = newFile();
    const script = `setsid sh -c 'echo $$ > ${file}; exec sleep 60' & until [ -s ${file} ]; do :; done; echo done`;
    const ran = await runCommand(shell(script), BOUNDS);
    expect(ran.status).toBe('exited');
    expect(Buffer.from(ran.stdout).toString()).toBe('done\n');
    expect(ran.ms).toBeLessThan(30_000);
    expect(await ends(await pidIn(file))).toBe(true);
  });

  it('may leave a process that closed its output: a later check ends this process, and no running commands', async () => {
    const [left, busy] = [newFile(), newFile()];
    const script = `setsid sh -c 'echo $$ > ${left}; exec sleep 60' >/dev/null 2>&1 & until [ -s ${left} ]; do :; done`;
    await runCommand(shell(script), BOUNDS);
    const controller = new AbortController();
    const running = runCommand(shell(`echo $$ > ${busy}; exec sleep 60`), {
      ...BOUNDS,
      signal: controller.signal,
    });
    const busyPid = await pidIn(busy);
    killStrays();
    expect(await ends(await pidIn(left))).toBe(true);
    expect(isAlive(busyPid)).toBe(true);
    controller.abort();
    expect((await running).status).toBe('aborted');
    expect(await ends(busyPid)).toBe(true);
  });
});

it('a run that is cancelled before it starts does not start', async () => {
  const file = newFile();
  const ran = await runCommand(shell(`echo $$ > ${file}`), { ...BOUNDS, signal: AbortSignal.abort() });
  expect(ran.status).toBe('aborted');
  await expect(pidIn(file)).rejects.toThrow();
});

it('child processes end when our own process ends', async () => {
  const file = newFile();
  const script = `
    import { runCommand } from ${JSON.stringify(fileURLToPath(new URL('../../src/attack/process/run-command.ts', import.meta.url)))};
    process.on('SIGTERM', () => process.exit(3));
    void runCommand(['/bin/sh', '-c', 'echo $$ > ${file}; exec sleep 60'], { timeoutMs: 60000, maxOutput: 0 });
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pid = await pidIn(file);
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(3);
  expect(await ends(pid)).toBe(true);
});
