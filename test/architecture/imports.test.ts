/** Checks that imports follow the order of the folders in the list below. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, isList, SRC } from './import-graph.js';

/**
 * Folders of src and their subfolders, in the order of imports: each may import itself and the folders before
 * it. `attack` and `tools` do not import each other.
 */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  base: ['diagnostics', 'wire', 'source', 'wasm', 'container', 'schema'],
  read: ['tree', 'outline', 'select', 'scan', 'kernel', 'model'],
  check: ['rules', 'runtime', 'config', 'validate'],
  attack: ['smith', 'mutate', 'process', 'reduce', 'campaign', 'corpus'],
  tools: ['measure', 'text', 'rewrite', 'query', 'stats', 'disasm', 'objdump', 'diff'],
  show: ['inspect', 'network', 'drawing', 'report'],
};
const LAYERS = [
  ...Object.entries(WINGS).flatMap(([wing, rooms]) => rooms.map((room) => `${wing}/${room}`)),
  'serve',
  'cli',
  'page',
];

/** Modules that may import Node. Everything else runs in a browser. */
const NODE_ALLOWED = [
  /^base\/source\/(file|node-stream|node-error|pipe)\.ts$/,
  /^check\/validate\/(native-crc32|native-md5|worker-pool)\.ts$/,
  /^attack\/process\//,
  /^attack\/reduce\/(check-process|verdict-file)\.ts$/,
  /^attack\/campaign\/(scratch|store|run-campaign)\.ts$/,
  /^serve\//,
  /^cli\//,
  /^page\/vite\.config\.ts$/,
];

/** Packages, and the only modules that may import them at run time. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  'hash-wasm': /^base\/container\/hashers\.ts$/,
  commander: /^cli\//,
  'cli-progress': /^cli\//,
  yaml: /^(check\/config\/(setting|yaml)|tools\/text\/parse-yaml)\.ts$/,
  picomatch: /^check\/config\/pattern\.ts$/,
  '@eslint-community/regexpp': /^check\/config\/linear-pattern\.ts$/,
  'fastest-levenshtein': /^check\/config\/nearest\.ts$/,
  'csv-stringify/sync': /^show\/report\/csv\.ts$/,
  '@dagrejs/dagre': /^show\/drawing\/layout\.ts$/,
  'd3-hierarchy': /^show\/report\/treemap-layout\.ts$/,
  piscina: /^check\/validate\/worker-pool\.ts$/,
  send: /^serve\/send-file\.ts$/,
  open: /^cli\/open-address\.ts$/,
  comlink: /^page\//,
  svelte: /^page\//,
  'svelte/reactivity/window': /^page\//,
  vite: /^page\/vite\.config\.ts$/,
  '@sveltejs/vite-plugin-svelte': /^page\/vite\.config\.ts$/,
};

/**
 * Modules of the engine from which the page itself takes words and colours. The page's workers load all other
 * modules.
 */
const SHOWN =
  /^(show\/report\/|base\/diagnostics\/|base\/schema\/architecture\.ts$|show\/drawing\/|show\/network\/names\.ts$|tools\/stats\/block\.ts$)/;

/** Entry points for every runtime. */
const PORTABLE = [
  'index.ts',
  'browser.ts',
  'attack.ts',
  'tools.ts',
  'attack/corpus/index.ts',
  'base/wire/index.ts',
];

const imports = importsOf();
const WING_NAMES = Object.keys(WINGS);
const wingOf = (path: string): string => path.split('/')[0] as string;
const folderOf = (path: string): string =>
  path.split('/', WING_NAMES.includes(wingOf(path)) ? 2 : 1).join('/');
const isEntry = (path: string): boolean => !path.includes('/');
const shown = ({ from, to }: Import): string => `${from} imports ${to}`;

/** Returns the modules that are loaded with an entry point, and the packages that they import. */
function reachable(entry: string): { modules: Set<string>; packages: Set<string> } {
  const modules = new Set([entry]);
  const packages = new Set<string>();
  for (const module of modules) {
    for (const { from, to, isOurs, typeOnly } of imports) {
      if (from === module && !typeOnly) (isOurs ? modules : packages).add(to);
    }
  }
  return { modules, packages };
}

describe('imports', () => {
  it('are found, and lead to existing files', () => {
    expect(imports.length).toBeGreaterThan(300);
    const missing = imports.filter(({ to, isOurs }) => isOurs && !existsSync(join(SRC, to)));
    expect(missing.map(shown)).toEqual([]);
  });

  it('come from folders with a known place in the order', () => {
    const folders = new Set(
      imports
        .map(({ from }) => from)
        .filter((from) => !isEntry(from))
        .map(folderOf),
    );
    expect([...folders].filter((folder) => !LAYERS.includes(folder) && folder !== 'generated')).toEqual([]);
    expect(LAYERS.filter((layer) => !folders.has(layer))).toEqual([]);
  });

  it('lead in one direction only, types included', () => {
    const upwards = imports.filter(({ from, to, isOurs }) => {
      if (!isOurs || isEntry(from) || folderOf(from) === 'generated') return false;
      return isEntry(to) || LAYERS.indexOf(folderOf(to)) > LAYERS.indexOf(folderOf(from));
    });
    expect(upwards.map(shown)).toEqual([]);
  });

  it('do not lead from attacks to tools, or from tools to attacks', () => {
    const across = imports.filter(({ from, to, isOurs }) => {
      return isOurs && [wingOf(from), wingOf(to)].sort().join(' ') === 'attack tools';
    });
    expect(across.map(shown)).toEqual([]);
  });

  it('lead to the file with the declaration: only entry points and import() may use files that only re-export', () => {
    const lists = new Set([...new Set(imports.flatMap(({ from, to }) => [from, to]))].filter(isList));
    expect(lists.size).toBeGreaterThan(10);
    const users = imports.filter(({ from, to, isDynamic }) => {
      return lists.has(to) && !isDynamic && !isEntry(from) && !lists.has(from);
    });
    expect(users.map(shown)).toEqual([]);
  });

  it('of the page’s modules are in the page only, and only the page’s workers import the engine', () => {
    const pages = imports.filter(({ from }) => folderOf(from) === 'page');
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter(({ to }) => /^(cli|serve|generated)\//.test(to)).map(shown)).toEqual([]);
    const loaded = pages.filter(({ from, to, isOurs, typeOnly }) => {
      return isOurs && !typeOnly && !from.startsWith('page/engine/') && !/^(page|\.\.)\//.test(to);
    });
    expect(loaded.filter(({ to }) => !SHOWN.test(to)).map(shown)).toEqual([]);
    const engine = pages.filter(({ from, to, typeOnly }) => {
      return !typeOnly && !from.startsWith('page/engine/') && to.startsWith('page/engine/');
    });
    expect([...new Set(engine.map(({ to }) => to))].sort()).toEqual([
      'page/engine/client.ts',
      'page/engine/errors.ts',
    ]);
  });

  it('of the generated codec are in tests only, because the tests compare readers with it', () => {
    const users = imports.filter(({ from, to, isOurs }) => {
      return isOurs && folderOf(to) === 'generated' && folderOf(from) !== 'generated';
    });
    expect(users.map(shown)).toEqual([]);
  });

  it('of Node are only in the modules that are listed as adapters', () => {
    const ofNode = imports.filter(({ to }) => to.startsWith('node:'));
    expect(ofNode.length).toBeGreaterThan(10);
    const elsewhere = ofNode.filter(({ from }) => !NODE_ALLOWED.some((allowed) => allowed.test(from)));
    expect(elsewhere.map(shown)).toEqual([]);
  });

  it('of packages are only in the listed modules; no module needs the codec’s package at run time', () => {
    const misplaced = imports.filter(({ from, to, isOurs, typeOnly }) => {
      if (isOurs || typeOnly || to.startsWith('node:') || folderOf(from) === 'generated') return false;
      return PACKAGES[to]?.test(from) !== true;
    });
    expect(misplaced.map(shown)).toEqual([]);
  });
});

/**
 * Packages besides the hash functions, by the entry points that use them. They are plain JavaScript that runs
 * anywhere.
 */
const PORTABLE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // These packages parse YAML, and suggest the right spelling of names.
  'tools.ts': ['yaml', 'fastest-levenshtein'],
};

describe.each(PORTABLE)('the modules that %s loads', (entry) => {
  const { modules, packages } = reachable(entry);

  it('import neither Node nor packages other than the hash functions and the listed ones', () => {
    const allowed = ['hash-wasm', ...(PORTABLE_PACKAGES[entry] ?? [])];
    expect([...packages].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('do not belong to the command', () => {
    expect([...modules].filter((path) => folderOf(path) === 'cli')).toEqual([]);
  });
});

it('the library loads most of the sources', () => {
  // The checks above prove something only if many modules are loaded.
  expect(reachable('index.ts').modules.size).toBeGreaterThan(80);
});
