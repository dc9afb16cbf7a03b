/**
 * Entry point of the single executable: runs the command from files in a private folder of the user's cache.
 * The executable writes these files because workers and `import()` need files, not assets.
 */
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { isPrivate } from '../../src/cli/start-cached.js';
import type { BinaryIndex } from './binary.js';

function start(): void {
  const key = getAsset('key', 'utf8');
  const launcher = join(unpacked(key), 'dist/cli/protomdl.js');
  // The arguments begin at the same index as a script's, because Node puts the path of the executable in the
  // place of the script's path. A command that starts itself again passes the launcher's name first.
  const args = process.argv.slice(2);
  process.argv = [process.execPath, launcher, ...(args[0] === launcher ? args.slice(1) : args)];
  createRequire(launcher)(launcher);
}

/** Returns the folder of the files, which are written once for each version. */
function unpacked(key: string): string {
  const caches = [
    process.env.XDG_CACHE_HOME,
    homedir() && join(homedir(), '.cache'),
    join(tmpdir(), `protomdl-${process.getuid?.() ?? 0}`),
  ];
  let problem: unknown;
  for (const cache of caches) {
    if (!cache) continue;
    const folder = join(cache, 'protomdl', key);
    try {
      if (!isThere(folder)) unpack(folder);
      if (isThere(folder)) return folder;
    } catch (error) {
      problem = error;
    }
  }
  process.stderr.write(`protomdl: no folder for its files can be written: ${problem}\n`);
  process.exit(3);
}

/** True if a folder exists and only the user can write to it. */
function isThere(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  return status?.isDirectory() === true && isPrivate(status);
}

/** Writes under a temporary name first, so that a folder with the final name is complete. */
function unpack(folder: string): void {
  const { files } = JSON.parse(getAsset('index', 'utf8')) as BinaryIndex;
  const bytes = new Uint8Array(getRawAsset('files') as ArrayBuffer);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const stage = `${folder}-${process.pid}`;
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  const made = new Set<string>();
  let offset = 0;
  for (const [name, length] of files) {
    const path = join(stage, name);
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    made.add(dirname(path));
    writeFileSync(path, bytes.subarray(offset, offset + length), { mode: 0o600 });
    offset += length;
  }
  try {
    renameSync(stage, folder);
  } catch (error) {
    rmSync(stage, { recursive: true, force: true });
    // Another process was faster.
    if (!isThere(folder)) throw error;
  }
}

start();
