import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fromBinary } from '@bufbuild/protobuf';
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/** The repository's root, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the schema compiler of node_modules in the repository's root; its errors go to stderr. */
export function buf(...args: readonly string[]): Buffer {
  return execFileSync(`${ROOT}node_modules/.bin/buf`, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Compiles a folder of .proto files. The set includes their comments (source info), which the generated codec
 * lacks.
 *
 * @param folder relative to the root
 */
export function compileSchema(folder: string): FileDescriptorSet {
  return fromBinary(FileDescriptorSetSchema, buf('build', folder, '--as-file-descriptor-set', '-o', '-'));
}
