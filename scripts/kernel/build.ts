/**
 * Compiles the proving kernel to src/kernel/module.gen.ts: WebAssembly in base64, so that Node, workers, the
 * test runner and a page load it alike. `--check` only compares, and fails when the file is not what the
 * sources give.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GENERATED = `${ROOT}/src/kernel/module.gen.ts`;
const BINARY = `${ROOT}/.cache/kernel/kernel.wasm`;

/** What it says when it does not compile goes to standard error. */
function compile(): Uint8Array {
  mkdirSync(`${ROOT}/.cache/kernel`, { recursive: true });
  const asc = `${ROOT}/node_modules/assemblyscript/bin/asc.js`;
  execFileSync(process.execPath, [asc, '--config', 'asconfig.json'], { cwd: ROOT, stdio: 'inherit' });
  return readFileSync(BINARY);
}

const wasm = compile();
const text = `// Made by scripts/kernel/build.ts from src/kernel/assembly: ${wasm.length} bytes of WebAssembly.
export const KERNEL =
  '${Buffer.from(wasm).toString('base64')}';
`;
if (process.argv.includes('--check')) {
  let present = '';
  try {
    present = readFileSync(GENERATED, 'utf8');
  } catch {
    // There is none.
  }
  if (present !== text) {
    console.error('src/kernel/module.gen.ts is not what its sources give: run npm run build:kernel');
    process.exitCode = 1;
  }
} else {
  writeFileSync(GENERATED, text);
  console.log(`src/kernel/module.gen.ts: ${wasm.length} bytes of WebAssembly`);
}
