/** Builds the page if its sources are newer than the last build. Exits with 1 if the page does not compile. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHAT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(CHAT, 'dist/web/.built');
const SOURCES = [join(CHAT, 'web'), join(CHAT, 'package.json')];

/** Returns the time of the newest change in a folder. */
function newest(/** @type {string} */ path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(
    ...readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

const built = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (built <= Math.max(...SOURCES.map(newest))) {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web'], {
    cwd: CHAT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
  writeFileSync(STAMP, '');
}
