import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../native', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/bench/native', import.meta.url));

export interface NativeProgram {
  /** Path of the program; undefined if it cannot be built. */
  readonly program: string | undefined;
  /** Reason why the program cannot be built, in one line. */
  readonly missing?: string;
}

/** Builds the hand-written scan, optimised for the processor of this machine. */
export function buildScan(): NativeProgram {
  const sources = ['scan.cc', 'judge.cc'].map((name) => join(SOURCES, name));
  return built('scan', [], (program) => [
    ['g++', '-std=c++20', '-O3', '-march=native', '-o', program, ...sources],
  ]);
}

/** Builds a program that only opens, reads and closes the files of a folder. */
export function buildFiles(): NativeProgram {
  return built('files', [], (program) => [
    ['g++', '-std=c++20', '-O3', '-o', program, join(SOURCES, 'files.cc')],
  ]);
}

/** Builds libprotobuf with the code that its compiler generates from the schema. */
export function buildLibprotobuf(schema: string): NativeProgram {
  const folder = join(CACHE, 'protoc');
  mkdirSync(folder, { recursive: true });
  const generated = join(folder, 'mdl.pb.cc');
  const include = join(schema, '..');
  return built('libprotobuf', [schema], (program) => [
    ['protoc', `--proto_path=${include}`, `--cpp_out=${folder}`, schema],
    [
      'g++',
      '-std=c++17',
      '-O3',
      '-march=native',
      '-DNDEBUG',
      `-I${folder}`,
      '-o',
      program,
      join(SOURCES, 'libprotobuf.cc'),
      generated,
      '-lprotobuf',
      '-lpthread',
    ],
  ]);
}

/** Finds `protoc`, if it is installed. */
export function findProtoc(): NativeProgram {
  const { status } = spawnSync('protoc', ['--version']);
  return status === 0 ? { program: 'protoc' } : { program: undefined, missing: 'protoc is not installed' };
}

/** Builds a program. The name of the program contains a hash of its inputs, so that it is built only once. */
function built(
  name: string,
  inputs: readonly string[],
  commands: (program: string) => readonly (readonly string[])[],
): NativeProgram {
  const hash = createHash('sha256');
  for (const source of readdirSync(SOURCES).sort()) hash.update(readFileSync(join(SOURCES, source)));
  for (const input of inputs) hash.update(readFileSync(input));
  const program = join(CACHE, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(program)) return { program };
  mkdirSync(CACHE, { recursive: true });
  const draft = `${program}.${process.pid}`;
  for (const [command, ...args] of commands(draft)) {
    const { status, error, stderr } = spawnSync(command!, args, { encoding: 'utf8' });
    if (status === 0) continue;
    const line = stderr?.split('\n').find((text) => /error/.test(text));
    return { program: undefined, missing: `${command}: ${error?.message ?? line ?? 'failed'}` };
  }
  renameSync(draft, program);
  return { program };
}
