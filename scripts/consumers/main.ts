/**
 * Tests the package as users install it: the tarball in an empty project, with their compilers, runtimes and
 * bundlers. Writes the results, and all sizes, into docs/package.md. Run it by `npm run check:consumers`. It
 * installs 350 MB of tools, in the versions of tools/package-lock.json.
 */
import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MOST_BYTES, pack, ROOT, STAGE } from '../package/stage.js';
import { type Bundle, bundles } from './bundles.js';
import { areTheTypesWrong, CHECKS } from './checks.js';
import { installTools, Project } from './project.js';

const PAGE = join(ROOT, 'docs', 'package.md');
const MODEL = join(ROOT, 'corpus', 'valid', 'framed-v0.hef');

/**
 * Size limits in bytes; loaded files are measured gzipped. Sizes above `most` fail the check; `goal` is our
 * aim.
 */
const BOUNDS = {
  packed: { goal: MOST_BYTES.packed, most: MOST_BYTES.packed },
  unpacked: { goal: MOST_BYTES.unpacked, most: MOST_BYTES.unpacked },
  installed: { goal: 12_000_000, most: 12_000_000 },
  validate: { goal: 90_000, most: 90_000 },
  openModel: { goal: 90_000, most: 90_000 },
  isProtomdlError: { goal: 1_000, most: 1_000 },
} as const;

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, status) => sum + (status.isFile() ? status.size : 0), 0);
}

/** Parts of the package, by the beginning of a file's name. */
const PARTS: readonly (readonly [start: string, part: string])[] = [
  ['dist/page/', 'page'],
  ['dist/types/', 'declarations'],
  ['dist/', 'library and command'],
  ['', 'manual pages, schemas, notices'],
];

/** Returns sizes by part, in bytes: plain, and gzipped file by file. */
function parts(): ReadonlyMap<string, readonly [plain: number, packed: number]> {
  const sums = new Map<string, [number, number]>();
  for (const name of readdirSync(STAGE, { recursive: true, encoding: 'utf8' })) {
    if (!lstatSync(join(STAGE, name)).isFile()) continue;
    const bytes = readFileSync(join(STAGE, name));
    const [, part = ''] = PARTS.find(([start]) => name.startsWith(start)) ?? [];
    const [plain, packed] = sums.get(part) ?? [0, 0];
    sums.set(part, [plain + bytes.length, packed + gzipSync(bytes, { level: 9 }).length]);
  }
  return sums;
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en').replaceAll(',', '\u202f') : cell)).join(' | ')} |`;
}

function page(
  sizes: Readonly<Record<string, number>>,
  tried: readonly (readonly [string, string])[],
  made: readonly Bundle[],
): string {
  const bound = (name: string) => BOUNDS[name as keyof typeof BOUNDS].goal;
  return `# The package, as installed

Written by \`npm run check:consumers\`, which installs the tarball into an empty project and uses it there.

## Sizes

Sizes in bytes.

| | bytes | goal | |
|---|---:|---:|---|
${Object.entries(sizes)
  .map(([name, size]) => row(name, size, bound(name), size < bound(name) ? 'met' : '**missed**'))
  .join('\n')}

"installed" is all of \`node_modules\`: the package with its dependencies.

| part | bytes | gzipped |
|---|---:|---:|
${[...parts()].map(([part, [plain, packed]]) => row(part, plain, packed)).join('\n')}

Library, command and page share the engine's chunks: \`view\` serves the page with them. In a checkout, \`dist/page\` has its own engine, and is a site that any host can serve.

## Bundles

The table has the bytes of a program that imports one function, minified and gzipped file by file: the files that are loaded at its start,
and all files that it can load. Predictions for the releases of the runtime, and checksums of WebAssembly, are
loaded when a file needs them. Each program's goal is for the bundler setting that suits it: without splitting,
esbuild loads everything at once; with splitting, it loads the shared parts.

| program | bundler | at its start | in all |
|---|---|---:|---:|
${made.map(({ program, bundler, atStart, inAll }) => row(`\`${program}\``, bundler, atStart, inAll)).join('\n')}

## What was tried

| | with |
|---|---|
${tried.map(([name, found]) => row(name, found)).join('\n')}
`;
}

const tarball = await pack();
await installTools();
const project = await Project.of(tarball);
const failures: string[] = [];
try {
  const tried: [string, string][] = [];
  const all: typeof CHECKS = { ...CHECKS, arethetypeswrong: (of) => areTheTypesWrong(of, tarball) };
  for (const [name, check] of Object.entries(all)) {
    try {
      tried.push([name, await check(project, MODEL)]);
      console.log(`${name}: ${tried.at(-1)?.[1]}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const installed = bytesBelow(join(project.folder, 'node_modules'));
  const made = await bundles(project, MODEL);
  const most = (program: string, but: string) =>
    Math.max(
      ...made.filter((one) => one.program === program && one.bundler !== but).map(({ atStart }) => atStart),
    );
  const sizes: Record<keyof typeof BOUNDS, number> = {
    packed: statSync(tarball).size,
    unpacked: bytesBelow(STAGE),
    installed,
    validate: most('validate', 'esbuild'),
    openModel: most('openModel', 'esbuild'),
    isProtomdlError: most('isProtomdlError', 'esbuild --splitting'),
  };
  for (const [name, size] of Object.entries(sizes)) {
    const { most, goal } = BOUNDS[name as keyof typeof BOUNDS];
    console.log(`${name}: ${size} bytes, ${size < goal ? 'goal met' : `goal ${goal} missed`}`);
    if (size >= most) failures.push(`${name}: ${size} bytes, ${most} at most`);
  }
  if (failures.length === 0 && readFileIf(PAGE) !== page(sizes, tried, made)) {
    writeFileSync(PAGE, page(sizes, tried, made));
    console.log('docs/package.md is new');
  }
} finally {
  rmSync(project.folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function readFileIf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
