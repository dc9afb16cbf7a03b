import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const services = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = ['kit', 'chat', 'fraud'] as const;
const FOLDERS = ['src', 'test', 'bench', 'train', 'web'];

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(services, folder, 'package.json'), 'utf8')) as Manifest;

function sourcesOf(name: string): string[] {
  return FOLDERS.map((folder) => join(services, name, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|mts|mjs|js)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
}

/** `@scope/name` of `@scope/name/part`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function wrongImports(name: string): string[] {
  const own = manifestOf(name);
  const shared = Object.keys(manifestOf('.').devDependencies ?? {});
  const runtime = new Set(Object.keys(own.dependencies ?? {}));
  const development = new Set([
    ...runtime,
    ...Object.keys(own.devDependencies ?? {}),
    ...shared,
    `@services/${name}`,
  ]);
  return sourcesOf(name).flatMap((file) => {
    const place = relative(services, file);
    // Parts that only tests import may use development dependencies.
    const isUsed = place.startsWith(join(name, 'src')) && !place.startsWith(join('kit', 'src', 'testing'));
    const allowed = isUsed ? runtime : development;
    return ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => {
      if (fileName.startsWith('.')) {
        const target = relative(join(services, name), resolve(dirname(file), fileName));
        return target.startsWith('..') ? [`${place}: ${fileName} leaves the package`] : [];
      }
      // A page imports its files by their path on the server.
      if (fileName.startsWith('/') && place.startsWith(join(name, 'web'))) return [];
      if (fileName.startsWith('node:')) return [];
      if (builtinModules.includes(fileName)) return [`${place}: ${fileName} without node:`];
      return allowed.has(packageOf(fileName)) ? [] : [`${place}: ${fileName} is not in the manifest`];
    });
  });
}

describe.each(PACKAGES)('%s', (name) => {
  it('imports what its manifest names, and nothing outside of itself', () => {
    expect(wrongImports(name)).toEqual([]);
  });

  it('depends on kit alone of the services', () => {
    const { dependencies = {}, devDependencies = {} } = manifestOf(name);
    const others = Object.keys({ ...dependencies, ...devDependencies }).filter((other) =>
      other.startsWith('@services/'),
    );
    expect(others).toEqual(name === 'kit' ? [] : ['@services/kit']);
  });
});
