/**
 * C and C++ libraries of a newer Debian, for a program that needs newer libraries than those of the system.
 * apt verifies Debian's packages, and the libraries are extracted into a folder of the cache: nothing is
 * installed, and apt's own lists stay unchanged.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A release with glibc 2.41. */
const RELEASE = 'trixie';
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];
const MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Folder of the libraries in the packages. */
const LIBRARIES = 'usr/lib/x86_64-linux-gnu';
/** Time limit for each step: lists and packages are 14 MB, so a slower mirror is not useful. */
const STEP_TIMEOUT_MS = 60_000;

/**
 * Puts the libraries and the dynamic loader (`ld-linux-x86-64.so.2`) into a folder, which is replaced. Two
 * processes may replace the folder at the same time.
 *
 * @returns an error message, or undefined
 */
export function fetchLibraries(target: string): string | undefined {
  if (!existsSync(KEYRING)) return `${KEYRING} is missing (package debian-archive-keyring)`;
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}.`);
  try {
    return download(draft) ?? unpack(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function download(folder: string): string | undefined {
  for (const path of ['state/lists/partial', 'cache/archives/partial', 'packages']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  const sources = join(folder, 'sources.list');
  writeFileSync(sources, `deb [arch=amd64 signed-by=${KEYRING}] ${mirror()} ${RELEASE} main\n`);
  const settings = [
    `Dir::State=${join(folder, 'state')}`,
    'Dir::State::status=/dev/null',
    `Dir::Cache=${join(folder, 'cache')}`,
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    // apt runs as root, because apt's own user may not write into this folder.
    'APT::Sandbox::User=root',
    'Acquire::http::Timeout=15',
    'Acquire::Retries=1',
  ].flatMap((setting) => ['-o', setting]);
  return (
    run('apt-get', [...settings, 'update', '-q', '--error-on=any'], folder) ??
    run('apt-get', [...settings, 'download', '-q', ...PACKAGES], join(folder, 'packages'))
  );
}

function unpack(folder: string, target: string): string | undefined {
  const packages = join(folder, 'packages');
  for (const name of readdirSync(packages)) {
    const problem = run('dpkg-deb', ['-x', name, join(folder, 'root')], packages);
    if (problem !== undefined) return problem;
  }
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(join(folder, 'root', LIBRARIES), target);
  } catch (error) {
    // If another process was quicker, its files are used, because they are the same.
    if (!existsSync(target)) throw error;
  }
  return undefined;
}

/** Returns the system's own mirror on Debian, which may be the only reachable one. */
function mirror(): string {
  const listed = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
    timeout: STEP_TIMEOUT_MS,
  });
  const urls = (listed.stdout ?? '').split('\n').filter((url) => /\/debian\/?$/.test(url));
  return urls[0] ?? MIRROR;
}

/** Runs a program and waits for its end. @returns its error message, or undefined for success */
function run(program: string, args: readonly string[], cwd: string): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: STEP_TIMEOUT_MS,
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status === 0) return undefined;
  // apt reports the cause first, and the consequence last.
  const why = error?.message ?? /^(?:[EW]: )?(.+)$/m.exec(stderr)?.[1];
  return `${program} failed: ${why ?? `exit code ${status}`}`;
}
