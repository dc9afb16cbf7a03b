/**
 * Completes lock files with the optional packages for other platforms. A registry mirror may lack some of
 * these packages. npm then silently leaves them out of the lock, and `npm ci` fails on every platform with
 * "Missing … from lock file". The script requests the hashes of such packages from the registry; without
 * hashes npm installs any content. Run this script after any change of dependencies; `--check` only reports
 * missing entries (exit code 1).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCKS = [
  '../package-lock.json',
  './consumers/tools/package-lock.json',
  '../extensions/vscode/package-lock.json',
];

interface LockEntry {
  version?: string;
  integrity?: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, LockEntry>;
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPUS: Readonly<Record<string, string>> = {
  arm: 'arm',
  armv7: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  x64: 'x64',
};

function missingEntries({ packages }: Lock): Map<string, LockEntry> {
  const missing = new Map<string, LockEntry>();
  for (const [key, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInstalledFor(packages, key, name)) continue;
      missing.set(`node_modules/${name}`, {
        version: exactVersion(name, version),
        ...platformOf(name, entry.dev === true),
      });
    }
  }
  return missing;
}

/** True if a package below `key` finds `name` in the folders that Node searches. */
function isInstalledFor(packages: Lock['packages'], key: string, name: string): boolean {
  for (let base = key; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (`${base === '' ? '' : `${base}/`}node_modules/${name}` in packages) return true;
    if (base === '') return false;
  }
}

/**
 * Returns `version` if it is exact. Throws for a range, which this script cannot resolve: packages name exact
 * versions of their platform packages.
 */
function exactVersion(name: string, version: string): string {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${name}: ${version} is no exact version`);
  return version;
}

/** Derives the platform from a package's name: `@biomejs/cli-linux-arm64-musl`. Keys are in npm's order. */
function platformOf(name: string, dev: boolean): LockEntry {
  const words = name.split(/[/-]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.map((word) => CPUS[word]).find((word) => word !== undefined);
  if (os === undefined || cpu === undefined) throw new Error(`${name}: its name does not say its platform`);
  return {
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : {}),
    optional: true,
    os: [os],
  };
}

/** Returns the keys of packages whose content is not checked at the installation. */
function unhashed(packages: Lock['packages']): string[] {
  return Object.entries(packages)
    .filter(([key, entry]) => key !== '' && entry.link !== true && entry.integrity === undefined)
    .map(([key]) => key);
}

/** Requests the hash of a package from the registry. */
function integrityOf(key: string, { version }: LockEntry): string {
  const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const said = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  const integrity = said.trim();
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) throw new Error(`${name}@${version}: no hash`);
  return integrity;
}

for (const name of LOCKS) {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const shown = relative(process.cwd(), file);
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = missingEntries(lock);
  const packages = { ...lock.packages, ...Object.fromEntries(missing) };
  const open = unhashed(packages);
  if (open.length === 0) {
    console.log(`${shown} is complete`);
  } else if (process.argv.includes('--check')) {
    console.error(`${shown} lacks ${open.join(', ')}, or hashes of them: npm run complete-lock`);
    process.exitCode = 1;
  } else {
    for (const key of open) {
      const entry = packages[key] as LockEntry;
      const { version = '', ...rest } = entry;
      packages[key] = { version, integrity: integrityOf(key, entry), ...rest };
    }
    // npm writes the root first, and sorts the rest by name.
    const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
    console.log(`added ${missing.size} entries and ${open.length} hashes to ${shown}`);
  }
}
