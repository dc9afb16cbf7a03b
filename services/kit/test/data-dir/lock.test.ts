import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUse, lockDataDir } from '@services/kit/data-dir';
import { afterAll, describe, expect, it } from 'vitest';
import { endChildren, startChild } from '../support/child.js';

const SCRIPT = 'lock-holder.ts';
const newDir = () => mkdtemp(join(tmpdir(), 'services-lock-'));
afterAll(endChildren);

describe('the lock of a data directory', () => {
  it('refuses a second process while the first process lives, and is free after the first process was killed', async () => {
    const dir = await newDir();
    const first = startChild(SCRIPT, [dir]);
    await first.printed('locked');
    const second = startChild(SCRIPT, [dir]);
    expect(await second.ended).toBe(3);
    expect(second.output()).toContain(`in use by ${first.process.pid}`);
    await expect(lockDataDir(dir)).rejects.toMatchObject({ pid: first.process.pid });

    expect(await first.kill('SIGKILL')).toBe('SIGKILL');
    const lock = await lockDataDir(dir);
    const third = startChild(SCRIPT, [dir]);
    expect(await third.ended).toBe(3);
    await lock.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('of a dead process is taken over by only one of many processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const dir = await newDir();
      const gone = spawn(process.execPath, ['-e', '']);
      await once(gone, 'close');
      await writeFile(join(dir, 'lock'), JSON.stringify({ pid: gone.pid, started: 'x 1', since: 1 }));
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
      const winners = tries.filter((result) => result.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const result of tries) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataDirInUse);
      }
      expect(await readdir(dir)).toEqual(['lock']);
    }
  });

  it('is ignored if its pid belongs to a later process, or if the file is not a lock', async () => {
    const dir = await newDir();
    await writeFile(join(dir, 'lock'), JSON.stringify({ pid: process.pid, started: 'earlier 1', since: 1 }));
    await (await lockDataDir(dir)).release();
    for (const text of ['', '{}', 'null', '[1]', '{"pid":-1,"since":0}']) {
      await writeFile(join(dir, 'lock'), text);
      await (await lockDataDir(dir)).release();
    }
  });

  it('that was removed by hand and taken by another process stays with that process', async () => {
    const dir = await newDir();
    const lock = await lockDataDir(dir);
    const other = JSON.stringify({ pid: 1, started: 'x', since: 1 });
    await writeFile(join(dir, 'lock'), other);
    await lock.release();
    expect(await readFile(join(dir, 'lock'), 'utf8')).toBe(other);
  });

  it('that cannot be read or written is an error, and leaves no temporary file', async () => {
    const dir = await newDir();
    await mkdir(join(dir, 'lock'));
    await expect(lockDataDir(dir)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(dir)).toEqual(['lock']);
    await writeFile(join(dir, 'file'), '');
    await expect(lockDataDir(join(dir, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('names its holder, in a directory that others cannot enter', async () => {
    const dir = join(await newDir(), 'a', 'b');
    const lock = await lockDataDir(dir);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(join(dir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await expect(lockDataDir(dir)).rejects.toThrow(`in use by process ${process.pid} since 20`);
    await lock.release();
  });
});
