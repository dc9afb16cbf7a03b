/** The tree shows the order of imports, and this holds the imports to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, SRC } from './import-graph.js';

/** Each folder may import those before it, and itself. */
const LAYERS = [
  'diagnostics',
  'wire',
  'source',
  'container',
  'schema',
  'tree',
  'tape',
  'select',
  'scan',
  'kernel',
  'model',
  'rules',
  'runtime',
  'config',
  'validate',
  'measure',
  'smith',
  'mutate',
  'process',
  'reduce',
  'campaign',
  'corpus',
  'text',
  'rewrite',
  'query',
  'stats',
  'disasm',
  'objdump',
  'diff',
  'inspect',
  'network',
  'drawing',
  'report',
  'serve',
  'cli',
  'page',
];

/** Where Node may be asked for. Everything else runs in a browser. */
const NODE_ALLOWED = [
  /^source\/(file|node-stream|node-error|pipe)\.ts$/,
  /^validate\/(native-crc32|native-md5|worker-pool)\.ts$/,
  /^process\//,
  /^reduce\/(check-process|verdict-file)\.ts$/,
  /^campaign\/(digest|scratch|store|run-campaign)\.ts$/,
  /^serve\//,
  /^cli\//,
  /^page\/vite\.config\.ts$/,
];

/** Packages, and the only places that may import them when run. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  'hash-wasm': /^container\/(hashers|sha256)\.ts$/,
  // What a user's own file is measured against.
  '@bufbuild/protobuf': /^measure\/oracle\.ts$/,
  commander: /^cli\//,
  'cli-progress': /^cli\//,
  tinyglobby: /^cli\//,
  ignore: /^cli\/search\.ts$/,
  yaml: /^(config\/setting|text\/parse-yaml)\.ts$/,
  picomatch: /^config\/pattern\.ts$/,
  'fastest-levenshtein': /^config\/nearest\.ts$/,
  'csv-stringify/sync': /^report\/csv\.ts$/,
  '@dagrejs/dagre': /^drawing\/layout\.ts$/,
  'd3-hierarchy': /^report\/treemap-layout\.ts$/,
  piscina: /^validate\/worker-pool\.ts$/,
  send: /^serve\/send-file\.ts$/,
  open: /^cli\/open-address\.ts$/,
  xmlbuilder: /^report\/junit\.ts$/,
  comlink: /^page\//,
  svelte: /^page\//,
  'svelte/reactivity/window': /^page\//,
  vite: /^page\/vite\.config\.ts$/,
  '@sveltejs/vite-plugin-svelte': /^page\/vite\.config\.ts$/,
};

/** What the page itself may load of the engine, which its workers load: words and colours. */
const SHOWN = /^(report\/|diagnostics\/|drawing\/|stats\/block\.ts$)/;

/** Entry points that are for every runtime. */
const PORTABLE = ['index.ts', 'browser.ts', 'attack.ts', 'tools.ts', 'corpus/index.ts', 'wire/index.ts'];

const imports = importsOf();
const folderOf = (path: string): string => path.split('/')[0] as string;
const isEntry = (path: string): boolean => !path.includes('/');
const shown = ({ from, to }: Import): string => `${from} imports ${to}`;

/** Modules that are loaded with one, and what else they ask for. */
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
  it('are found, and lead to files', () => {
    expect(imports.length).toBeGreaterThan(300);
    const missing = imports.filter(({ to, isOurs }) => isOurs && !existsSync(join(SRC, to)));
    expect(missing.map(shown)).toEqual([]);
  });

  it('come from folders whose place in the order is known', () => {
    const folders = new Set(
      imports
        .map(({ from }) => from)
        .filter((from) => !isEntry(from))
        .map(folderOf),
    );
    expect([...folders].filter((folder) => !LAYERS.includes(folder) && folder !== 'generated')).toEqual([]);
    expect(LAYERS.filter((layer) => !folders.has(layer))).toEqual([]);
  });

  it('run one way, types included', () => {
    const upwards = imports.filter(({ from, to, isOurs }) => {
      if (!isOurs || isEntry(from) || folderOf(from) === 'generated') return false;
      return isEntry(to) || LAYERS.indexOf(folderOf(to)) > LAYERS.indexOf(folderOf(from));
    });
    expect(upwards.map(shown)).toEqual([]);
  });

  it('of the page are of a page: the engine is its workers’, and nobody needs a page', () => {
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

  it('of the generated codec are for measuring against it: it is the oracle', () => {
    const users = imports.filter(({ from, to, isOurs }) => {
      return isOurs && folderOf(to) === 'generated' && folderOf(from) !== 'generated';
    });
    expect(users.map(shown)).toEqual(['measure/oracle.ts imports generated/mdl_pb.ts']);
  });

  it('of Node are in the adapters that need it', () => {
    const ofNode = imports.filter(({ to }) => to.startsWith('node:'));
    expect(ofNode.length).toBeGreaterThan(10);
    const elsewhere = ofNode.filter(({ from }) => !NODE_ALLOWED.some((allowed) => allowed.test(from)));
    expect(elsewhere.map(shown)).toEqual([]);
  });

  it('of packages are where they are meant to be, and nothing needs the codec’s when it runs', () => {
    const misplaced = imports.filter(({ from, to, isOurs, typeOnly }) => {
      if (isOurs || typeOnly || to.startsWith('node:') || folderOf(from) === 'generated') return false;
      return PACKAGES[to]?.test(from) !== true;
    });
    expect(misplaced.map(shown)).toEqual([]);
  });
});

/** Beside the hash functions: plain JavaScript that runs anywhere, and what asks for it. */
const PORTABLE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Text in YAML; names that somebody may have meant.
  'tools.ts': ['yaml', 'fastest-levenshtein'],
};

describe.each(PORTABLE)('what %s loads', (entry) => {
  const { modules, packages } = reachable(entry);

  it('asks for no Node and no package but the hash functions and what is listed', () => {
    const allowed = ['hash-wasm', ...(PORTABLE_PACKAGES[entry] ?? [])];
    expect([...packages].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('is none of the command', () => {
    expect([...modules].filter((path) => folderOf(path) === 'cli')).toEqual([]);
  });
});

it('what the library loads is most of the sources', () => {
  // Otherwise the two checks above look at nothing.
  expect(reachable('index.ts').modules.size).toBeGreaterThan(80);
});
