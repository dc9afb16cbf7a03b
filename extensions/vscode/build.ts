/**
 * Builds the extension and packs it: `npm run package` writes .cache/vscode/protomdl-vscode-VERSION.vsix in the root of
 * the repository.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { thirdPartyNotices } from '../../scripts/package/notices.js';
import { ownerOf, readManifest } from '../../scripts/package/stage.js';
import { buildForUsers } from '../../scripts/page/build.js';
import { withStoredTexts } from '../../scripts/page/stored-texts.js';

/** Folder of the extension. */
export const EXTENSION: string = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(EXTENSION, '../..');
const PAGE = join(ROOT, 'src/page');
const OUT = join(ROOT, '.cache/vscode');
const VSCE = join(EXTENSION, 'node_modules/@vscode/vsce/vsce');

/** True if `npm ci` was run in this folder. */
export const isInstalled: boolean = existsSync(VSCE);

/** Changes to the page for a webview: one worker in the script itself, and downloads by the editor. */
const forWebview: Plugin = {
  name: 'page-for-webview',
  enforce: 'pre',

  resolveId(id, importer) {
    if (!id.endsWith('/save-file.js') || importer?.startsWith(join(EXTENSION, 'webview'))) return null;
    return join(EXTENSION, 'webview/save-file.ts');
  },

  transform(code, id) {
    if (id !== join(PAGE, 'engine/client.ts')) return null;
    const usual = /new Worker\(new URL\('\.\/worker\.js', import\.meta\.url\), \{[^}]*\}\)/;
    if (!usual.test(code)) throw new Error(`${id} starts its worker in another way`);
    const start = 'new EngineWorker()';
    return `import EngineWorker from './worker.ts?worker&inline';\n${code.replace(usual, start)}`;
  },
};

async function buildPage(out: string): Promise<void> {
  const { default: page } = await import('../../src/page/vite.config.js');
  await buildForUsers({
    ...page,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [forWebview, ...(page.plugins ?? [])],
    worker: {
      format: 'es',
      plugins: () => [withStoredTexts()],
      rolldownOptions: { output: { codeSplitting: false } },
    },
    build: {
      ...page.build,
      outDir: out,
      rolldownOptions: {
        input: join(EXTENSION, 'webview/main.ts'),
        output: { codeSplitting: false, entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  });
}

async function buildExtension(out: string): Promise<void> {
  const bundle = await rolldown({
    input: join(EXTENSION, 'src/extension.ts'),
    platform: 'node',
    external: ['vscode'],
    tsconfig: false,
    resolve: {
      // The library is bundled from its source modules: the entry points of dist/ share chunks with the
      // command, and the bundle would include all of these chunks.
      alias: { protomdl: join(ROOT, 'src/index.ts'), 'protomdl/node': join(ROOT, 'src/node.ts') },
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
  });
  await bundle.write({
    dir: out,
    entryFileNames: 'extension.cjs',
    format: 'cjs',
    codeSplitting: false,
    minify: true,
  });
  await bundle.close();
}

/** @returns the path of the packed extension */
export async function packExtension(out = OUT): Promise<string> {
  const stage = join(out, 'stage');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  await buildPage(join(stage, 'dist'));
  await buildExtension(join(stage, 'dist'));
  const {
    scripts,
    devDependencies,
    private: _,
    ...manifest
  } = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8'));
  const root = readManifest();
  const { version } = root;
  const published = {
    ...manifest,
    version,
    publisher: ownerOf(root),
    repository: { ...manifest.repository, ...root.repository },
    files: ['dist', 'LICENSE', 'THIRD-PARTY.md'],
  };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  // The packer resolves relative links from the root of the repository.
  const readme = readFileSync(join(EXTENSION, 'README.md'), 'utf8').replaceAll('](../../', '](');
  writeFileSync(join(stage, 'README.md'), readme);
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  writeFileSync(join(stage, 'THIRD-PARTY.md'), thirdPartyNotices(ROOT, true));
  const vsix = join(out, `protomdl-vscode-${version}.vsix`);
  execFileSync(process.execPath, [VSCE, 'package', '--no-dependencies', '--out', vsix], {
    cwd: stage,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return vsix;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!isInstalled) throw new Error('npm ci in extensions/vscode installs the packer');
  console.log(await packExtension());
}
