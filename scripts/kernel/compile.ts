/** WebAssembly modules that src loads, checked in as base64: the proving kernel, and the loop of xxh3. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILER = `${ROOT}/node_modules/assemblyscript`;

/** A module: its folder, its sources, other imported files, and the generated file. */
export interface WasmModule {
  readonly constant: string;
  readonly assembly: string;
  readonly entry: string;
  readonly beside: readonly string[];
  readonly generated: string;
}

export const MODULES: readonly WasmModule[] = [
  {
    constant: 'KERNEL',
    assembly: 'src/read/kernel/assembly',
    entry: 'index.ts',
    beside: ['src/read/kernel/layout.ts'],
    generated: 'src/read/kernel/module.gen.ts',
  },
  {
    constant: 'STRIPES',
    assembly: 'src/base/wasm/assembly',
    entry: 'stripes.ts',
    beside: [],
    generated: 'src/base/wasm/stripes.gen.ts',
  },
];

/**
 * Compiles the modules whose sources have changed. Compiling takes three seconds and comparing a few
 * milliseconds, so every build can do this.
 * @returns the written files
 * @throws if a module does not compile
 */
export function refreshModules(): readonly string[] {
  const stale = MODULES.filter((module) => !generatedModule(module).includes(sourceHash(module)));
  for (const module of stale) writeFileSync(`${ROOT}/${module.generated}`, moduleText(module));
  return stale.map(({ generated }) => generated);
}

/** Compiles the sources. The compiler's errors go to standard error. */
export function moduleText(module: WasmModule): string {
  mkdirSync(`${ROOT}/.cache/kernel`, { recursive: true });
  const binary = `.cache/kernel/${module.constant.toLowerCase()}.wasm`;
  const asc = `${COMPILER}/bin/asc.js`;
  const options = ['--config', 'asconfig.json', `${module.assembly}/${module.entry}`, '--outFile', binary];
  execFileSync(process.execPath, [asc, ...options], { cwd: ROOT, stdio: 'inherit' });
  const wasm = readFileSync(`${ROOT}/${binary}`);
  return `// Made by scripts/kernel/compile.ts from ${module.assembly}: ${wasm.length} bytes of WebAssembly.
// Sources: ${sourceHash(module)}
export const ${module.constant} =
  '${wasm.toString('base64')}';
`;
}

/** Returns the existing module; empty if there is none. */
export function generatedModule(module: WasmModule): string {
  try {
    return readFileSync(`${ROOT}/${module.generated}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the hash of everything that the module depends on, including the compiler's version. */
function sourceHash({ assembly, beside }: WasmModule): string {
  const hash = createHash('sha256');
  const sources = readdirSync(`${ROOT}/${assembly}`).sort();
  const files = [...sources.map((name) => `${assembly}/${name}`), ...beside, 'asconfig.json'];
  for (const file of files) hash.update(readFileSync(`${ROOT}/${file}`)).update('\0');
  const { version } = JSON.parse(readFileSync(`${COMPILER}/package.json`, 'utf8')) as { version: string };
  return hash.update(version).digest('hex');
}
