import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DIST = join(ROOT, 'dist');
export const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Entry points with their files, by the names that users import. */
export const ENTRIES = Object.entries(MANIFEST.exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ name: `protomdl${path.slice(1)}`, ...target }],
);

/** Builds dist/ with declarations, which the build for other tests leaves out. */
export async function buildAll(): Promise<void> {
  await build({ types: true });
}

/** Runs a program to its end, with any exit code. */
export async function run(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, { cwd, maxBuffer: 1 << 26 });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, out: stdout ?? '', err: stderr ?? '' };
  }
}

/**
 * Returns the modules of a built entry point, which its imports lead to, and the packages that they import.
 */
export function loadedBy(file: string): { files: ReadonlySet<string>; packages: ReadonlySet<string> } {
  const files = new Set([join(ROOT, file)]);
  const packages = new Set<string>();
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    for (const [, name = ''] of text.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(\s*|^import\s*)["']([\w@./:-]+)["']/gm,
    )) {
      if (name.startsWith('.')) files.add(join(dirname(path), name));
      else packages.add(name);
    }
  }
  return { files, packages };
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}
