import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));

const known = new Map<string, string[]>();

/**
 * Returns Node's arguments to start a service's program. Uses the build if it is newer than all sources,
 * since it starts in a third of tsx's processor time; otherwise the sources.
 */
export function program(service: 'chat' | 'fraud'): string[] {
  const args =
    known.get(service) ??
    (isBuilt('kit') && isBuilt(service)
      ? [join(SERVICES, service, 'dist/cli/main.js')]
      : [...fromSources(), join(SERVICES, service, 'src/cli/main.ts')]);
  known.set(service, args);
  return args;
}

/** Returns Node's arguments before a script in TypeScript, with which packages are also loaded from their sources. */
export const fromSources = (): string[] => ['--conditions=source', '--import', 'tsx'];

/** True if each source has its compiled file, written after all sources. */
export function isBuilt(name: string): boolean {
  const folder = join(SERVICES, name, 'src');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const newest = Math.max(...paths.map((path) => statSync(path).mtimeMs));
  return paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .every((path) => {
      const made = join(SERVICES, name, 'dist', path.slice(folder.length).replace(/\.ts$/, '.js'));
      return (statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newest;
    });
}
