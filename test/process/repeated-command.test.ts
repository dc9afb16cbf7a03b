/** In a persistent shell, a command behaves in every run as it does alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RepeatedCommand, type RepeatedCommandOptions } from '../../src/attack/process/repeated-command.js';
import { runCommand } from '../../src/attack/process/run-command.js';
import { temporaryDirectory } from '../cli/temporary.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const open: RepeatedCommand[] = [];

function repeated(argv: readonly string[], options: Partial<RepeatedCommandOptions> = {}): RepeatedCommand {
  const command = new RepeatedCommand(argv, { maxOutput: 1000, ...options });
  open.push(command);
  return command;
}

function shell(script: string, options: Partial<RepeatedCommandOptions> = {}): RepeatedCommand {
  return repeated(['/bin/sh', '-c', script], options);
}

afterEach(() => {
  for (const command of open.splice(0)) command.close();
});

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true;
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

describe.skipIf(process.platform !== 'linux')('a command that is run over and over', () => {
  it.each([
    ['output and a code', 'echo out; echo err >&2; exit 3'],
    ['output without a line’s end', 'printf a; printf b >&2'],
    ['a signal', 'kill -SEGV $$'],
    ['a code that looks like one', 'exit 139'],
    ['nothing', 'true'],
  ])('%s', async (_, script) => {
    const exact = await runCommand(['/bin/sh', '-c', script], { timeoutMs: 5000, maxOutput: 1000 });
    const command = shell(script);
    for (let run = 0; run < 3; run++) {
      const { ms: _ms, ...result } = await command.run(5000);
      const { ms: _exact, ...expected } = exact;
      expect({ ...result, stdout: text(result.stdout), stderr: text(result.stderr) }).toEqual({
        ...expected,
        stdout: text(expected.stdout),
        stderr: text(expected.stderr),
      });
    }
  });

  it('is started by one shell', async () => {
    const command = shell('echo $PPID');
    const first = text((await command.run(5000)).stdout);
    expect(first).toMatch(/^\d+\n$/);
    expect(text((await command.run(5000)).stdout)).toBe(first);
  });

  it('reads its file again each time', async () => {
    const file = join(temporaryDirectory(), 'in');
    const command = repeated(['cat'], { stdinFile: file });
    for (const content of ['one', 'two', '']) {
      writeFileSync(file, content);
      expect(text((await command.run(5000)).stdout)).toBe(content);
    }
  });

  it('receives its arguments unchanged', async () => {
    const command = repeated(['printf', '%s|', 'a b', "it's", '$HOME', '-n', '']);
    expect(text((await command.run(5000)).stdout)).toBe("a b|it's|$HOME|-n||");
  });

  it('is ended if it hangs and ignores SIGTERM; the next run is not affected', async () => {
    const marker = join(temporaryDirectory(), 'pid');
    const command = shell(
      `if [ -e ${marker} ]; then echo again; exit 0; fi; trap '' TERM; echo $$ > ${marker}; while :; do sleep 1; done`,
    );
    const hung = await command.run(300);
    expect(hung).toMatchObject({ status: 'timed-out', code: null });
    expect(await isGone(Number(readFileSync(marker, 'utf8')))).toBe(true);
    const next = await command.run(5000);
    expect([next.status, text(next.stdout)]).toEqual(['exited', 'again\n']);
  });

  it('is read to its end if it prints endlessly, and its output is cut', async () => {
    const command = shell('head -c 20000000 /dev/zero; echo end >&2');
    const { truncated, stdout, stderr, status } = await command.run(10_000);
    expect({ truncated, length: stdout.length, stderr: text(stderr), status }).toEqual({
      truncated: true,
      length: 1000,
      stderr: 'end\n',
      status: 'exited',
    });
  });

  it('may leave children in other sessions, which are ended; their output is not part of the next run’s', async () => {
    const marker = join(temporaryDirectory(), 'pid');
    const command = shell(
      `if [ -e ${marker} ]; then echo second; exit 0; fi; setsid sh -c 'echo $$ > ${marker}; while :; do sleep 1; done' & while [ ! -s ${marker} ]; do sleep 0.01; done`,
    );
    expect((await command.run(5000)).status).toBe('exited');
    const pid = Number(readFileSync(marker, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(text((await command.run(5000)).stdout)).toBe('second\n');
    expect(await isGone(pid)).toBe(true);
  });

  it('still runs after it has killed its shell', async () => {
    // Without the shell, the parent of the command is this process, which must not be killed.
    const command = shell('[ "$(cat /proc/$PPID/comm)" = sh ] && kill -9 $PPID; echo alive; exit 4');
    for (let run = 0; run < 2; run++) {
      const { code, stdout } = await command.run(5000);
      expect([code, text(stdout)]).toEqual([4, 'alive\n']);
    }
  });

  it('has a memory limit', async () => {
    const take = ['/bin/sh', '-c', 'x=$(yes | head -c 100000000) && echo held'];
    expect(text((await repeated(take).run(10_000)).stdout)).toBe('held\n');
    const bounded = await repeated(take, { memoryBytes: 50_000_000 }).run(10_000);
    expect(text(bounded.stdout)).toBe('');
    expect(bounded.code).not.toBe(0);
  });

  it('stops on request', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const started = performance.now();
    const result = await shell('sleep 60').run(90_000, stop.signal);
    expect(result.status).toBe('aborted');
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('is reported as missing if it does not exist', async () => {
    expect(await repeated(['/nowhere/loader']).run(5000)).toMatchObject({ status: 'not-started' });
  });
});
