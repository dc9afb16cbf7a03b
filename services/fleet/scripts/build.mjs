/**
 * Compiles the kit and this package, and builds the page; skips each part whose build is newer than its
 * sources. `--no-page` leaves the page out. Exit code 1 if a part does not compile. The scripts of the
 * manifest call this file explicitly, because npm skips scripts named `pre…` where `.npmrc` has
 * `ignore-scripts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FLEET = fileURLToPath(new URL('..', import.meta.url));
const KIT = join(FLEET, '../kit');

function newest(...paths) {
  let latest = 0;
  for (const path of paths) {
    const found = statSync(path);
    if (!found.isDirectory()) latest = Math.max(latest, found.mtimeMs);
    else {
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
      }
    }
  }
  return latest;
}

function run(cwd, ...command) {
  const { status } = spawnSync(process.execPath, command, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}

/** Builds if sources are newer than the stamp of the last build. */
function build(stamp, sources, steps) {
  const latest = newest(...sources);
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > latest) return;
  steps();
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, '');
}

const tsc = join(FLEET, 'node_modules/typescript/bin/tsc');
build(join(KIT, 'dist/.built'), [join(KIT, 'src')], () => {
  run(KIT, tsc, '-p', 'tsconfig.build.json');
  run(join(KIT, '..'), 'scripts/copy-assets.mjs', 'kit');
});
build(join(FLEET, 'dist/.built'), [join(FLEET, 'src'), join(FLEET, 'tsconfig.build.json')], () => {
  run(FLEET, tsc, '-p', 'tsconfig.build.json');
});
if (!process.argv.includes('--no-page')) {
  build(join(FLEET, 'dist/page/.built'), [join(FLEET, 'web')], () => {
    run(FLEET, join(FLEET, 'node_modules/vite/bin/vite.js'), 'build', 'web');
  });
}
