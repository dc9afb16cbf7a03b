/**
 * Completes package-lock.json with the optional packages for other platforms. A registry mirror may lack some of them;
 * npm then leaves them out of the lock without a word, and `npm ci` fails with "Missing … from lock file". Run it after
 * any change of dependencies; `--check` only says whether the lock is complete (exit code 1 when it is not).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/**
 * @typedef {{ version?: string, dev?: boolean, cpu?: string[], os?: string[], libc?: string[], optional?: boolean,
 *   optionalDependencies?: Record<string, string> }} Entry
 */

/** Words in package names that stand for an operating system, with npm's names of the systems. */
const SYSTEMS = {
  aix: 'aix',
  android: 'android',
  androideabi: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
};

const PROCESSORS = {
  arm: 'arm',
  arm64: 'arm64',
  armv7: 'arm',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

/** Entries that the lock lacks, by their key. */
function missingEntries(/** @type {Record<string, Entry>} */ packages) {
  /** @type {Map<string, Entry>} */
  const missing = new Map();
  for (const [key, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isFound(packages, key, name)) continue;
      missing.set(`node_modules/${name}`, {
        version: exactVersion(name, version),
        ...platformOf(name, entry.dev === true),
      });
    }
  }
  return missing;
}

/** True if a package at `key` finds `name` in the folders that Node searches. */
function isFound(
  /** @type {Record<string, Entry>} */ packages,
  /** @type {string} */ key,
  /** @type {string} */ name,
) {
  for (let base = key; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (`${base === '' ? '' : `${base}/`}node_modules/${name}` in packages) return true;
    if (base === '') return false;
  }
}

/** Returns the version that a package names for its platform package; of a range, the lowest version. */
function exactVersion(/** @type {string} */ name, /** @type {string} */ version) {
  const exact = /^[~^]?(\d+\.\d+\.\d+(-[\w.]+)?)$/.exec(version)?.[1];
  if (exact === undefined) throw new Error(`${name}: ${version} names no version`);
  return exact;
}

/** Returns the platform from a package name such as `@img/sharp-linuxmusl-arm64`. The keys are in npm's order. */
function platformOf(/** @type {string} */ name, /** @type {boolean} */ isDev) {
  const words = name.split(/[/-]/);
  const isWasm = words.some((word) => word.startsWith('wasm'));
  const os = pick(SYSTEMS, words);
  const cpu = words.includes('universal') ? undefined : pick(PROCESSORS, words);
  // Packages for WebAssembly, and packages without a system in their name, are for every platform.
  const isPlatform = os !== undefined && !isWasm;
  const isMusl = words.some((word) => word.endsWith('musl'));
  return {
    ...(isPlatform && cpu !== undefined ? { cpu: [cpu] } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(isPlatform && isMusl ? { libc: ['musl'] } : {}),
    optional: true,
    ...(isPlatform ? { os: [os] } : {}),
  };
}

function pick(/** @type {Record<string, string>} */ names, /** @type {string[]} */ words) {
  const word = words.find((candidate) => Object.hasOwn(names, candidate));
  return word === undefined ? undefined : names[word];
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const missing = missingEntries(lock.packages);
if (missing.size === 0) {
  console.log('services/package-lock.json is complete');
} else if (process.argv.includes('--check')) {
  console.error(`services/package-lock.json lacks ${[...missing.keys()].join(', ')}: npm run complete-lock`);
  process.exitCode = 1;
} else {
  const packages = { ...lock.packages, ...Object.fromEntries(missing) };
  // The root first, the rest by name, as npm sorts them.
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`added ${[...missing.keys()].join(', ')}`);
}
