import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose code reaches users: installed with ours, or bundled into it. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** SHA-512 of the package's tarball, as `sha512-…` in Base64. */
  readonly integrity: string;
  /** True if the package is bundled into dist/, so that no install brings its licence. */
  readonly bundled: boolean;
  /** Path below the root. */
  readonly folder: string;
}

interface Entry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the development dependencies that the sources import, which are therefore bundled. Imports of types
 * alone do not count.
 */
export function bundledByName(root: string): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const imported = new Set<string>();
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    // Imports of these files are not bundled: code that derives tables, the codec made from the schema,
    // sources of the kernel, and configurations of builds.
    if (
      !/\.(ts|svelte)$/.test(entry) ||
      /^generated|^schema.derive|\.config\.ts$|^kernel.assembly/.test(entry)
    )
      continue;
    const text = readFileSync(join(root, 'src', entry), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /^(?!\s*(?:import|export) type\b).*?(?:from|import\(|import) ?'((?:@[\w.-]+\/)?[\w.-]+)/gm,
    )) {
      imported.add(name);
    }
  }
  return [...imported].filter((name) => name in devDependencies).sort();
}

/** Returns all shipped packages in the lock file, by name. */
export function shippedPackages(root: string): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  const bundled = new Set<string>();
  const bundle = (name: string, from: string): void => {
    const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find(
      (path) => path in lock.packages,
    );
    const entry = folder === undefined ? undefined : lock.packages[folder];
    if (folder === undefined || entry === undefined || bundled.has(folder)) return;
    bundled.add(folder);
    // Svelte's own dependencies are for its compiler, and are not bundled.
    if (name !== 'svelte') for (const inner of Object.keys(entry.dependencies ?? {})) bundle(inner, folder);
  };
  for (const name of bundledByName(root)) bundle(name, '');
  return Object.entries(lock.packages)
    .filter(([folder, entry]) => folder !== '' && (entry.dev !== true || bundled.has(folder)))
    .map(([folder, { version, license = 'unknown', integrity = '', dev }]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      integrity,
      bundled: dev === true,
      folder,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
