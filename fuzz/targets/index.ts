/**
 * Every target by its name. Each target is loaded on request, so that coverage includes only its own code.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Target } from '../target.js';

const TARGETS: Readonly<Record<string, () => Promise<Target>>> = {
  'wire-libprotobuf': async () => (await import('./wire-libprotobuf.js')).wireLibprotobuf,
  'wire-protobuf-es': async () => (await import('./wire-protobuf-es.js')).wireProtobufEs,
  'kernel-explainer': async () => (await import('./kernel-explainer.js')).kernelExplainer,
  'chunked-whole': async () => (await import('./chunked-whole.js')).chunkedWhole,
  jobs: async () => (await import('./jobs.js')).jobs,
  'lazy-views': async () => (await import('./lazy-views.js')).lazyViews,
  'validate-never-throws': async () => (await import('./validate-never-throws.js')).validateNeverThrows,
  container: async () => (await import('./container.js')).container,
  configuration: async () => (await import('./configuration.js')).configuration,
  'tree-lossless': async () => (await import('./tree-lossless.js')).treeLossless,
  'smith-validate': async () => (await import('./smith-validate.js')).smithValidate,
  'mutate-replay': async () => (await import('./mutate-replay.js')).mutateReplay,
  'dump-assemble': async () => (await import('./dump-assemble.js')).dumpAssemble,
  canonicalize: async () => (await import('./canonicalize.js')).canonicalizing,
  'objdump-rows': async () => (await import('./objdump-rows.js')).objdumpRows,
  'diff-mirror': async () => (await import('./diff-mirror.js')).diffMirror,
  'reader-reuse': async () => (await import('./reader-reuse.js')).readerReuse,
};

export const TARGET_NAMES: readonly string[] = Object.keys(TARGETS);

/** Returns a target by its name, or the only target that a module exports. */
export async function targetOf(name: string): Promise<Target> {
  const known = TARGETS[name];
  if (known !== undefined) return known();
  const exported = Object.values((await import(pathToFileURL(resolve(name)).href)) as Record<string, Target>);
  const [target] = exported;
  if (exported.length !== 1 || typeof target?.open !== 'function')
    throw new Error(`${name} exports no target`);
  return target;
}
