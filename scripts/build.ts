/**
 * Builds dist/: the library, the command and the engine of the packed page as ES modules with shared chunks,
 * the launchers in a separate folder, the page as a static site in another folder, and type declarations.
 * Does nothing if no input has changed. `--no-types` leaves the declarations out (they take most of the
 * time), for tests of the command.
 *
 * The code is split into chunks because in a single file, code that one command does not need costs every
 * other command 20 ms.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { dts } from 'rolldown-plugin-dts';
import { checkScript } from './code/check-script.js';
import { chunkGroups } from './code/chunks.js';
import { withTextsApart } from './code/stored-texts.js';
import { refreshModules } from './kernel/compile.js';
import { PAGE_ENGINE_NAME } from './package/packed-page.js';
import { buildPage } from './page/build.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const STAMP = 'build.json';

/** Sources and tools of dist/. */
const INPUTS = [
  'src',
  'scripts/build.ts',
  'scripts/code',
  'scripts/page/build.ts',
  'scripts/page/stored-texts.ts',
  'scripts/package/packed-page.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

const LIBRARY = {
  index: 'src/index.ts',
  wire: 'src/base/wire/index.ts',
  node: 'src/node.ts',
  browser: 'src/browser.ts',
  attack: 'src/attack.ts',
  corpus: 'src/attack/corpus/index.ts',
  fuzz: 'src/attack/campaign/index.ts',
  tools: 'src/tools.ts',
  view: 'src/serve/index.ts',
};
const COMMAND = { command: 'src/cli/main.ts', worker: 'src/check/validate/worker.ts' };
/**
 * The engine of the page in the package (scripts/package/packed-page.ts); the static site has its own engine.
 */
const PAGE_ENGINE = { [PAGE_ENGINE_NAME]: 'src/page/engine/worker.ts' };
const BUILT_IN = builtinModules.flatMap((name) => [name, `node:${name}`]);
/** Files that Node itself compiles at every start. */
const LAUNCHERS = { 'protomdl.js': 'src/cli/launch.ts', 'validate-worker.js': 'src/cli/launch-worker.ts' };

interface Stamp {
  readonly inputs: string;
  readonly types: boolean;
}

export interface BuildResult {
  /** False when dist/ was up to date. */
  readonly built: boolean;
  readonly milliseconds: number;
}

/** @throws if the sources do not build; dist/ stays unchanged */
export async function build({ types = true }: { types?: boolean } = {}): Promise<BuildResult> {
  const started = performance.now();
  const done = (built: boolean): BuildResult => ({
    built,
    milliseconds: Math.round(performance.now() - started),
  });
  refreshModules();
  const inputs = hashInputs();
  if (isCurrent({ inputs, types })) return done(false);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  if (isCurrent({ inputs, types: false })) {
    await addTypes();
    return done(true);
  }
  // The build is made in a temporary folder that then replaces dist/, so that a process that runs dist/ sees
  // either the old or the new files.
  const stage = mkdtempSync(join(ROOT, '.cache', 'build-'));
  try {
    await buildCode(stage);
    await buildLaunchers(join(stage, 'cli'));
    await buildPage(join(stage, 'page'));
    if (types) await emitTypes(join(stage, 'types'), stage);
    const stamp: Stamp = { inputs, types };
    writeFileSync(join(stage, STAMP), JSON.stringify(stamp));
    swapIn(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return done(true);
}

/**
 * Adds the missing declarations only: the code stays in place. Two processes may add declarations at once,
 * with the same result.
 */
async function addTypes(): Promise<void> {
  const stamp = JSON.parse(readFileSync(join(DIST, STAMP), 'utf8')) as Stamp;
  const stage = mkdtempSync(join(ROOT, '.cache', 'types-'));
  try {
    await emitTypes(join(stage, 'types'), DIST);
    if (!existsSync(join(DIST, 'types'))) renameSync(join(stage, 'types'), join(DIST, 'types'));
    writeFileSync(join(stage, STAMP), JSON.stringify({ ...stamp, types: true } satisfies Stamp));
    renameSync(join(stage, STAMP), join(DIST, STAMP));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Builds the library and the command, which share common code. */
async function buildCode(out: string): Promise<void> {
  const { plugin, splitting } = chunkGroups(ROOT, {
    library: Object.values(LIBRARY),
    main: LIBRARY.index,
    small: [LIBRARY.wire, LIBRARY.browser],
    start: 'src/cli/run.ts',
    validation: 'src/cli/validate.ts',
    reading: ['query', 'dump', 'diff', 'objdump'].map((verb) => `src/cli/${verb}.ts`),
    worker: COMMAND.worker,
    page: PAGE_ENGINE[PAGE_ENGINE_NAME] as string,
  });
  await bundle(
    {
      input: { ...LIBRARY, ...COMMAND, ...PAGE_ENGINE },
      platform: 'neutral',
      // Prefers ES modules in packages that have both kinds, so that unused code is left out (hash-wasm: 200
      // KB).
      resolve: { mainFields: ['module', 'main'] },
      // `piscina` and `open` start files in their own folder (threads, xdg-open), so these packages cannot be
      // moved into a chunk. `send` brings 200 KB of media types that we do not use.
      external: ['piscina', 'open', 'send'],
      plugins: [
        plugin,
        withoutChildProcess,
        esmExternalRequirePlugin({ external: BUILT_IN }),
        withTextsApart,
      ],
    },
    {
      dir: out,
      format: 'esm',
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: splitting,
      // Declarations have the docstrings; names of classes and methods stay, for stack traces. Other names
      // are shortened, because full names would add more than half a megabyte.
      minify: MINIFY,
    },
  );
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join(out, name);
    const text = toAscii(name, readFileSync(file, 'utf8'));
    checkScript(name, text);
    writeFileSync(file, text);
  }
}

async function buildLaunchers(out: string): Promise<void> {
  for (const [name, input] of Object.entries(LAUNCHERS)) {
    await bundle(
      { input, platform: 'node' },
      { file: join(out, name), format: 'cjs', exports: 'named', minify: MINIFY },
    );
  }
  writeFileSync(join(out, 'package.json'), '{ "type": "commonjs" }\n');
  const command = join(out, 'protomdl.js');
  writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`);
  chmodSync(command, 0o755);
}

/**
 * Minified code is faster to load, and takes less memory; names of classes and methods stay, for stack
 * traces.
 */
const MINIFY = {
  compress: { keepNames: { function: false, class: true } },
  mangle: { toplevel: true, keepNames: { function: false, class: true } },
  codegen: { removeWhitespace: true },
} as const;

/**
 * Escapes characters beyond Latin-1, because V8 stores a text with such characters in twice the memory. Such
 * characters occur only in strings.
 */
function toAscii(name: string, text: string): string {
  if (/String\.raw/.test(text)) throw new Error(`${name}: escapes would not be read as such`);
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[^\0-\x7f]/g, escaped);
}

/**
 * Leaves out the `child_process` of Commander, which is for commands that are separate programs, and which
 * would also load sockets and streams at every start.
 */
const withoutChildProcess: Plugin = {
  name: 'without-child-process',
  transform: (code, id) =>
    id.includes('/commander/') ? code.replace("require('node:child_process')", '{}') : null,
};

async function bundle(input: RolldownOptions, output: RolldownOptions['output']): Promise<void> {
  const made = await rolldown({
    cwd: ROOT,
    // Constants are inlined, because a constant of another chunk costs a look-up at each use.
    optimization: { inlineConst: true },
    ...input,
    onLog(level, log) {
      // The warning about slow plugins is ignored, because it depends on the load of the machine, not on the
      // code.
      if (level === 'warn' && log.code !== 'PLUGIN_TIMINGS') throw new Error(`rolldown: ${log.message}`);
    },
  });
  try {
    await made.write(output as Parameters<typeof made.write>[0]);
  } finally {
    await made.close();
  }
}

/**
 * Writes a file for each entry point and their shared declarations: half of all declarations are not
 * reachable from an export.
 * @param modules the folder of the entry points' code
 */
async function emitTypes(out: string, modules: string): Promise<void> {
  const parts = mkdtempSync(join(ROOT, '.cache', 'declarations-'));
  try {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json'), '--outDir', parts], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const declarations = (file: string) => join(parts, relative('src', file).replace(/\.ts$/, '.d.ts'));
    await bundle(
      {
        input: Object.fromEntries(Object.entries(LIBRARY).map(([name, file]) => [name, declarations(file)])),
        external: (id) => !/^[./]/.test(id),
        plugins: [dts({ dtsInput: true })],
      },
      { dir: out, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' },
    );
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.d.ts')) continue;
      const text = readFileSync(join(out, name), 'utf8');
      const module = join(modules, name.replace(/\.d\.ts$/, '.js'));
      const isEntry = !name.startsWith('chunks');
      writeFileSync(
        join(out, name),
        completed(isEntry ? withTypeExports(text, readFileSync(module, 'utf8')) : text),
      );
    }
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
}

/**
 * Completes bundled declarations: adds the reference to a library of the compiler that bundling drops, and
 * removes the path with which each part begins, because its folder no longer exists.
 */
function completed(declarations: string): string {
  const text = declarations.replace(/^\/\/ \.cache\/declarations-.*\n/gm, '');
  return /\bAsyncDisposable\b|asyncDispose/.test(text)
    ? `/// <reference lib="esnext.disposable" />\n${text}`
    : text;
}

/**
 * Marks names that the module does not export as types, because bundling does not distinguish a class from
 * its type.
 */
function withTypeExports(declarations: string, module: string): string {
  const namesIn = (list: string) => list.split(',').map((part) => part.trim());
  const values = new Set(
    [...module.matchAll(/\bexport\s*{([^}]*)}/g)].flatMap(([, list = '']) =>
      namesIn(list).map((part) => part.replace(/^.* as /, '')),
    ),
  );
  return declarations.replace(/^export {([^}]*)};?$/gm, (_, list: string) => {
    const marked = namesIn(list).map((part) =>
      part.startsWith('type ') || values.has(part.replace(/^.* as /, '')) ? part : `type ${part}`,
    );
    return `export { ${marked.join(', ')} };`;
  });
}

function isCurrent(wanted: Stamp): boolean {
  try {
    const stamp = JSON.parse(readFileSync(join(DIST, STAMP), 'utf8')) as Stamp;
    return stamp.inputs === wanted.inputs && (stamp.types || !wanted.types);
  } catch {
    return false;
  }
}

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) hashInto(hash, join(ROOT, input));
  return hash.digest('hex');
}

function hashInto(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) hashInto(hash, join(path, name));
    return;
  }
  const bytes = readFileSync(path);
  hash.update(`${relative(ROOT, path)}\0${bytes.length}\0`).update(bytes);
}

function swapIn(stage: string): void {
  const old = mkdtempSync(join(ROOT, '.cache', 'old-'));
  try {
    if (existsSync(DIST)) renameSync(DIST, join(old, 'dist'));
    renameSync(stage, DIST);
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { built, milliseconds } = await build({ types: !process.argv.includes('--no-types') });
  console.log(built ? `dist/ built in ${milliseconds} ms` : 'dist/ is up to date');
}
