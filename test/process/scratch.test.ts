import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeLeftFolders, scratchFolder } from '../../src/attack/process/scratch.js';

/** The id of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['--version']).pid;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true });
});

/** Makes a folder with the name that another process would use, and a file in it. */
function folderOf(pid: number, like: string, space?: string): string {
  const [, , own = ''] = basename(like).split('-');
  const path = join(place, `protomdl-${pid}-${space ?? own}-abcDEF`);
  mkdirSync(path);
  writeFileSync(join(path, 'stream'), 'left');
  return path;
}

describe('the folder of a killed process', () => {
  it('is removed by the next process that needs a folder', () => {
    const first = scratchFolder(Number.POSITIVE_INFINITY);
    const left = folderOf(gone(), first.path);
    const second = scratchFolder(Number.POSITIVE_INFINITY);
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(place).sort()).toEqual([first.path, second.path].map((path) => basename(path)).sort());
    first.remove();
    second.remove();
    expect(readdirSync(place)).toEqual([]);
  });

  it('stays if its process is running, if it belongs to another machine, or if it has another name', () => {
    const folder = scratchFolder(Number.POSITIVE_INFINITY);
    const dead = gone();
    const kept = [folderOf(process.ppid, folder.path), folderOf(dead, folder.path, '0123456789ab')];
    for (const name of [`protomdl-edit-${dead}`, `protomdl-${dead}`, `protomdl-${dead}-x-abcDEF`]) {
      kept.push(join(place, name));
      mkdirSync(join(place, name));
    }
    removeLeftFolders();
    for (const path of [folder.path, ...kept]) expect(existsSync(path), path).toBe(true);
    folder.remove();
  });

  it('is removed if the parent knows that the process has ended', () => {
    const folder = scratchFolder(Number.POSITIVE_INFINITY);
    const left = folderOf(process.ppid, folder.path);
    removeLeftFolders(process.ppid);
    expect(existsSync(left)).toBe(false);
    folder.remove();
  });
});
