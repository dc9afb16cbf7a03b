/** The proving kernel as the module that src/read/kernel loads: WebAssembly in base64, checked in. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSEMBLY = `${ROOT}/src/read/kernel/assembly`;
const GENERATED = `${ROOT}/src/read/kernel/module.gen.ts`;
const COMPILER = `${ROOT}/node_modules/assemblyscript`;
const BINARY = `${ROOT}/.cache/kernel/kernel.wasm`;

/**
 * Compiles the kernel if its sources are not those that the module was made from. Compiling takes three seconds
 * and comparing a few milliseconds, so every build can ask.
 * @returns whether it was compiled
 * @throws when it does not compile
 */
export function refreshKernel(): boolean {
  if (generatedModule().includes(sourceHash())) return false;
  writeFileSync(GENERATED, moduleText());
  return true;
}

/** What the sources give. What the compiler says when it refuses them goes to standard error. */
export function moduleText(): string {
  mkdirSync(`${ROOT}/.cache/kernel`, { recursive: true });
  const asc = `${COMPILER}/bin/asc.js`;
  execFileSync(process.execPath, [asc, '--config', 'asconfig.json'], { cwd: ROOT, stdio: 'inherit' });
  const wasm = readFileSync(BINARY);
  return `// Made by scripts/kernel/compile.ts from src/read/kernel/assembly: ${wasm.length} bytes of WebAssembly.
// Sources: ${sourceHash()}
export const KERNEL =
  '${wasm.toString('base64')}';
`;
}

/** The module that is there; empty where there is none. */
export function generatedModule(): string {
  try {
    return readFileSync(GENERATED, 'utf8');
  } catch {
    return '';
  }
}

/** Of all that the module depends on, the compiler's version included. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(ASSEMBLY).sort();
  const files = [
    ...sources.map((name) => `${ASSEMBLY}/${name}`),
    `${ROOT}/src/read/kernel/layout.ts`,
    `${ROOT}/asconfig.json`,
  ];
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  const { version } = JSON.parse(readFileSync(`${COMPILER}/package.json`, 'utf8')) as { version: string };
  return hash.update(version).digest('hex');
}
