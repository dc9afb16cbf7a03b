import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ANSWERS, BUNDLED } from './programs.js';
import { type Project, tool } from './project.js';

export interface Bundle {
  readonly bundler: string;
  readonly program: string;
  /** Bytes, gzipped file by file, of the files loaded at start. */
  readonly atStart: number;
  /** Like `atStart`, for all files that the program can load, such as checksums and predictions. */
  readonly inAll: number;
}

type Bundler = (project: Project, entry: string, out: string) => Promise<void>;

async function esbuild(project: Project, entry: string, options: readonly string[]): Promise<void> {
  const usual = ['--bundle', '--minify', '--format=esm', '--platform=browser'];
  await project.run(tool('.bin', 'esbuild'), [entry, ...usual, ...options]);
}

/**
 * Bundlers and their options. A bundle of one file includes the code that is loaded on demand; with
 * `--splitting`, a program that uses very little still loads the parts that other programs share.
 */
const BUNDLERS: Readonly<Record<string, Bundler>> = {
  'esbuild --splitting': (project, entry, out) => esbuild(project, entry, ['--splitting', `--outdir=${out}`]),
  esbuild: (project, entry, out) => esbuild(project, entry, [`--outdir=${out}`]),
  vite: async (project, entry, out) => {
    const config = `export default { logLevel: 'error', build: { target: 'es2022', outDir: '${out}', modulePreload: false,
      rollupOptions: { input: '${entry}', preserveEntrySignatures: 'strict', output: { entryFileNames: '[name].js' } } } };`;
    project.write({ 'vite.config.js': config });
    await project.run(tool('.bin', 'vite'), ['build']);
  },
  webpack: async (project, entry, out) => {
    project.write({
      'build.cjs': `const webpack = require(${JSON.stringify(tool('webpack'))});
        webpack({ mode: 'production', context: __dirname, entry: './${entry}', target: ['web', 'es2022'],
          experiments: { outputModule: true }, performance: { hints: false },
          output: { path: __dirname + '/${out}', filename: '${entry}', module: true, chunkFormat: 'module' } },
          (error, stats) => {
            const text = error ? error.stack : stats.hasErrors() || stats.hasWarnings() ? stats.toString() : '';
            if (text) { console.error(text); process.exitCode = 1; }
          });`,
    });
    await project.run(process.execPath, ['build.cjs']);
  },
};

/** Bundles each program with each bundler, and runs the result. @throws Error if its output differs */
export async function bundles(project: Project, model: string): Promise<Bundle[]> {
  const made: Bundle[] = [];
  for (const [program, text] of Object.entries(BUNDLED)) {
    const entry = `${program}.js`;
    project.write({ [entry]: text });
    for (const [bundler, run] of Object.entries(BUNDLERS)) {
      const out = `out-${bundler.replace(/\W+/g, '-')}-${program}`;
      await run(project, entry, out);
      await tried(project, join(out, entry), model, ANSWERS[program as keyof typeof BUNDLED]);
      made.push({ bundler, program, ...sizes(join(project.folder, out), entry) });
    }
  }
  return made;
}

async function tried(project: Project, bundle: string, model: string, expected: unknown): Promise<void> {
  const url = pathToFileURL(join(project.folder, bundle)).href;
  project.write({
    'try.js': `import { readFileSync } from 'node:fs';
      globalThis.bytes = new Uint8Array(readFileSync(${JSON.stringify(model)}));
      await import(${JSON.stringify(url)});
      console.log(JSON.stringify(await globalThis.answer));`,
  });
  const said = (await project.run(process.execPath, ['try.js'])).trim();
  if (said !== JSON.stringify(expected)) throw new Error(`${bundle} answers ${said}`);
}

function sizes(folder: string, entry: string): { atStart: number; inAll: number } {
  const atStart = new Set([join(folder, entry)]);
  for (const file of atStart) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"'\n]+\.js)["']/g)) {
      atStart.add(join(dirname(file), name));
    }
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  return { atStart: gzipped([...atStart]), inAll: gzipped(files) };
}

function gzipped(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}
