/** Checks the table in docs/validate.md: each command ends with the line that the table shows. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REAL = process.env.PROTOMDL_REAL_FILES;
const hasReal = REAL !== undefined && existsSync(REAL);

/** `| situation | `command` | `last line` |`, below the heading. */
const [, section = ''] = readFileSync(join(ROOT, 'docs/validate.md'), 'utf8').split('\n## The last line\n');
const ROWS = [...section.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `` (.+) `` \|$/gm)].map(
  ([, situation = '', command = '', line = '']) => [situation, command, line] as const,
);

const folder = mkdtempSync(join(tmpdir(), 'last-line-'));
symlinkSync(join(ROOT, 'corpus/valid'), join(folder, 'valid'));
if (hasReal) symlinkSync(resolve(REAL), join(folder, 'real'));
const main = join(ROOT, 'dist/cli/protomdl.js');
writeFileSync(join(folder, 'protomdl'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
  mode: 0o755,
});

/** Returns the last line of a command's output; without output, the first line of its error message. */
function lastLine(command: string): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${folder}${delimiter}${process.env.PATH}` };
  return new Promise((done) => {
    execFile('sh', ['-c', command], { cwd: folder, env }, (_error, out, err) => {
      done((out.trim() === '' ? err.split('\n')[0] : out.trimEnd().split('\n').at(-1)) ?? '');
    }).stdin?.end();
  });
}

it('the table has at least twenty situations', () => {
  expect(inject('buildFailure')).toBe('');
  expect(ROWS.length).toBeGreaterThanOrEqual(20);
});

type Row = (typeof ROWS)[number];
const isReal = ([, command]: Row): boolean => command.includes('real/');
const expectLine = async (...[, command, line]: Row): Promise<void> => {
  expect(await lastLine(command)).toBe(line);
};

describe('last lines of reports on corpus files', () => {
  it.each(ROWS.filter((row) => !isReal(row)))('%s', { timeout: 60_000 }, expectLine);
});

describe.skipIf(!hasReal)('last lines of reports on files of real compilers', () => {
  it.each(ROWS.filter(isReal))('%s', { timeout: 60_000 }, expectLine);
});
