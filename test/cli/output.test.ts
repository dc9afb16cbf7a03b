/** Output is complete and in order, whatever kind of file standard output is. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { command } from './command.js';
import { VALID_FILE } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const BIN = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

// Tags of the fields network_groups, contexts, operations and actions.
const [GROUPS, CONTEXTS, OPERATIONS, ACTIONS] = [0x12, 0x1a, 0x12, 0x12];

/** Arguments that produce a report longer than a pipe's buffer (64 KiB). */
function longReport(): string[] {
  // Many actions without a variant, in one operation of one context.
  const len = (tag: number, payload: Buffer) => {
    const size = payload.length;
    return Buffer.concat([Buffer.from([tag, 0x80 | (size & 0x7f), size >> 7]), payload]);
  };
  const actions = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from([ACTIONS, 0])));
  const bytes = len(GROUPS, len(CONTEXTS, len(OPERATIONS, actions)));
  const file = join(withFiles({ 'many.mdl': bytes }), 'many.mdl');
  return ['validate', file, '--format', 'json', '--max-per-code', '100000'];
}

/** Runs a line of bash in which `"$@"` is the command. Its standard streams are pipes, not sockets. */
function bash(line: string, args: readonly string[]) {
  return spawnSync('bash', ['-c', `set -o pipefail; ${line}`, 'bash', process.execPath, BIN, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
}

describe('standard output', () => {
  it('has the same content if it is a socket, a pipe, a slow pipe or a file', async () => {
    const args = longReport();
    const { out: socket, code } = await command(args);
    expect(socket.length).toBeGreaterThan(200_000);
    expect(code).toBe(1);
    const file = join(temporaryDirectory(), 'out');
    expect(bash('"$@" | cat', args)).toMatchObject({ status: 1, stdout: socket, stderr: '' });
    expect(bash('"$@" | (sleep 0.5; cat)', args)).toMatchObject({ status: 1, stdout: socket, stderr: '' });
    expect(bash(`"$@" > ${file}`, args)).toMatchObject({ status: 1, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(socket);
  });

  it('is appended to what a file or pipe already holds', () => {
    const file = join(temporaryDirectory(), 'out');
    const args = ['--version'];
    const version = bash('"$@" | cat', args).stdout;
    bash(`(echo before; "$@"; echo after) > ${file}`, args);
    expect(readFileSync(file, 'utf8')).toBe(`before\n${version}after\n`);
    bash(`"$@" >> ${file}`, args);
    expect(readFileSync(file, 'utf8')).toBe(`before\n${version}after\n${version}`);
    expect(bash('(echo before; "$@"; echo after) | cat', args).stdout).toBe(`before\n${version}after\n`);
  });

  it('keeps its order with standard error if both are one pipe', () => {
    const { stdout } = bash('("$@" 2>&1; echo end) | cat', ['validate', VALID_FILE, temporaryDirectory()]);
    expect(stdout).toMatch(/^protomdl: .*no files to validate in it\nvalid(?:.|\n)*VALID[^\n]*\nend\n$/);
  });

  it.each(['pipe', 'null device'])('may be closed or a %s without harm', (kind) => {
    const line = `${kind === 'pipe' ? '"$@" | true' : '"$@" > /dev/null'}; echo $PIPESTATUS`;
    expect(bash(line, ['validate', VALID_FILE])).toMatchObject({ stdout: '0\n', stderr: '' });
  });

  it('is not coloured if standard error is the null device', () => {
    const { stdout } = bash('"$@" 2> /dev/null | cat', ['validate', VALID_FILE]);
    expect(stdout).not.toContain('\u001b');
  });

  it('does not delay signals if nobody reads it', async () => {
    // The pipe's reader sleeps, so that the output fills the pipe.
    const child = spawn(
      'bash',
      [
        '-c',
        '("$@" & echo $! >&2; wait $!; echo "code $?" >&2) | sleep 20',
        'bash',
        process.execPath,
        BIN,
        ...longReport(),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    try {
      await expect.poll(() => said, { timeout: 5000 }).toMatch(/^\d+\n/);
      // The command has time to fill the pipe.
      await wait(1500);
      expect(said).not.toContain('code');
      process.kill(Number.parseInt(said, 10), 'SIGTERM');
      await expect.poll(() => said, { timeout: 5000 }).toContain('code 143');
    } finally {
      process.kill(-(child.pid as number), 'SIGKILL');
      await once(child, 'close');
    }
  });
});
