import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FLEET = fileURLToPath(new URL('../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(FLEET, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Folders from which each folder may import, in addition to itself. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  objects: [],
  db: [],
  results: ['runs', 'objects'],
  runs: ['db', 'objects'],
  work: ['results', 'runs', 'objects', 'db'],
  events: ['runs', 'objects'],
  status: ['work', 'results', 'runs', 'objects'],
  automation: ['status', 'work', 'runs', 'objects'],
  serve: ['status', 'work', 'results', 'runs', 'objects'],
  cli: ['serve', 'automation', 'status', 'events', 'work', 'results', 'runs', 'objects', 'db'],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly isType: boolean;
}

function importsOf(folder: string): Import[] {
  return readdirSync(join(FLEET, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(FLEET, folder, name), 'utf8');
      const found = text.matchAll(
        /(?:^|\n)\s*(?:import|export)( type)?[^'"`;]*?from '([^']+)'|(?:^|\n)import '([^']+)'/g,
      );
      return [...found].map(([, type, from, bare]) => ({
        file: name,
        from: from ?? bare ?? '',
        isType: type !== undefined,
      }));
    });
}

const packageOf = (from: string) => from.split('/', from.startsWith('@') ? 2 : 1).join('/');

describe('imports', () => {
  it('go in one direction between the folders', () => {
    for (const { file, from } of importsOf('src')) {
      if (!from.startsWith('../')) continue;
      const [own = ''] = file.split('/');
      const other = from.split('/')[1] ?? '';
      expect(BELOW[own], `${file} imports ${from}`).toContain(other);
    }
  });

  it.each([
    ['src', manifest.dependencies],
    ['web', manifest.devDependencies],
  ] as const)(
    'of %s are packages of the manifest, although Node would also find packages of the engine',
    (folder, allowed) => {
      const found = importsOf(folder).filter(({ from }) => !from.startsWith('.'));
      expect(found.length).toBeGreaterThan(3);
      for (const { file, from } of found) {
        if (from.startsWith('node:') || builtinModules.includes(from)) continue;
        expect(Object.keys(allowed), `${file} imports ${from}`).toContain(packageOf(from));
      }
    },
  );

  it('of a thread do not reach the database, because loading it takes longer than validating a hundred small files', () => {
    const files = new Set(['work/thread.ts']);
    const packages = new Set<string>();
    const all = importsOf('src');
    // The loop also visits files that are added to the set while it runs.
    for (const name of files) {
      for (const { from } of all.filter(({ file, isType }) => file === name && !isType)) {
        if (from.startsWith('.')) files.add(join(dirname(name), from).replace(/\.js$/, '.ts'));
        else if (!from.startsWith('node:')) packages.add(packageOf(from));
      }
    }
    expect(files.size).toBeGreaterThan(5);
    expect([...packages]).toEqual(['protomdl']);
  });

  it('do not reach the other services, nor internal files of the engine', () => {
    for (const { file, from } of [...importsOf('src'), ...importsOf('web'), ...importsOf('test')]) {
      expect(from, file).not.toMatch(/^@services\/(chat|fraud)|\/(chat|fraud)\/|^(\.\.\/){3,}src\//);
    }
  });

  it('are in files of at most 400 lines', () => {
    for (const folder of ['src', 'web', 'test']) {
      for (const name of readdirSync(join(FLEET, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(ts|svelte|css)$/.test(name)) continue;
        expect(readFileSync(join(FLEET, folder, name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(
          400,
        );
      }
    }
  });
});
