import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitError, readPassword } from '@services/kit/cli';
import { ConfigError } from '@services/kit/config';
import { DataDirInUse } from '@services/kit/data-dir';
import { DatabaseUnavailable } from '@services/kit/db';
import { MigrationError } from '@services/kit/migrations';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit.js';

const system = (code: string) => Object.assign(new Error(code), { code });

it.each<[unknown, number]>([
  [new ExitError(1, 'x'), 1],
  [new ExitError(4, 'x'), 4],
  [new ConfigError(['x']), 2],
  [new DataDirInUse('/x', { pid: 1, started: '', since: 0 }), 3],
  [new DatabaseUnavailable('x'), 3],
  [new MigrationError('x'), 3],
  [system('EADDRINUSE'), 3],
  [system('ENOSPC'), 3],
  [system('ERR_ASSERTION'), 4],
  [new TypeError('x'), 4],
  ['a text', 4],
  [undefined, 4],
  [null, 4],
])('%s has the exit code %i', (error, code) => expect(exitCodeOf(error)).toBe(code));

it('a password is the first line of its file, and must follow the rules', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'services-password-')), 'password');
  for (const text of ['correct horse', 'correct horse\n', 'correct horse\r\nsecond line\n']) {
    await writeFile(file, text);
    expect(await readPassword(file, 'x')).toBe('correct horse');
  }
  await writeFile(file, 'short\n');
  await expect(readPassword(file, 'x')).rejects.toMatchObject({ name: 'ExitError', code: 2 });
  expect(await readPassword(file, 'x', 5)).toBe('short');
});

it.runIf(process.stdin.isTTY !== true)('without a terminal, a password needs a file', async () => {
  const asked = readPassword(undefined, 'x');
  await expect(asked).rejects.toMatchObject({ code: 2, message: expect.stringContaining('--password-file') });
});
