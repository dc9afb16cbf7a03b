import type { OutputOptions, Plugin } from 'rolldown';

type Groups = Exclude<OutputOptions['codeSplitting'], boolean | undefined>;

/** Entry points, below the root. */
export interface Starts {
  readonly library: readonly string[];
  /** The entry point that most programs import. */
  readonly main: string;
  /** Entry points that must load little code and run in every runtime. */
  readonly small: readonly string[];
  /** Code that every command line needs. */
  readonly start: string;
  /** Code that validation also needs. */
  readonly validation: string;
  /** Commands that read files without validating them. */
  readonly reading: readonly string[];
  readonly worker: string;
  /** The engine of the page, which runs in browsers. */
  readonly page: string;
}

/**
 * Divides the code among chunks. By default the bundler makes a chunk for each set of entry points and
 * commands that share code. Validation would load fifty chunks, and each chunk takes 0.1 ms to find, check
 * and run; with these groups validation loads sixteen chunks. Commands that do not validate load none of the
 * rules, which takes 4 to 8 ms. No chunk mixes code of the library with other code, or code that needs Node
 * with other code, because the page runs on the same chunks.
 * @returns a plugin that records imports, and the groups by these imports
 */
export function chunkGroups(root: string, starts: Starts): { plugin: Plugin; splitting: Groups } {
  const imports = new Map<string, readonly string[]>();
  /** Modules of the page, including modules that are loaded on request. */
  const ofPage = new Set([`${root}${starts.page}`]);
  const plugin: Plugin = {
    name: 'who-imports-whom',
    buildEnd() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
      for (const id of ofPage) {
        const later = this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        for (const to of [...(imports.get(id) ?? []), ...later]) ofPage.add(to);
      }
    },
  };
  const closures = new Map<string, ReadonlySet<string>>();
  const neededBy = (file: string): ReadonlySet<string> => {
    const known = closures.get(file);
    if (known !== undefined) return known;
    const closure = new Set([`${root}${file}`]);
    for (const id of closure) for (const to of imports.get(id) ?? []) closure.add(to);
    closures.set(file, closure);
    return closure;
  };
  const needs = (files: readonly string[], id: string) => files.some((file) => neededBy(file).has(id));
  const runsAnywhere = (file: string) => ![...neededBy(file)].some((id) => id.startsWith('node:'));
  const { library, main, small, start, validation, reading, worker } = starts;
  // Each part contains all imports of its modules, or finds them in an earlier part.
  const parts: [name: string, test: (id: string) => boolean][] = [
    ['texts', (id) => /(texts|summaries)-of-codes/.test(id)],
    ['base', (id) => needs([start], id) && needs(library, id)],
    ['basis', (id) => needs([validation, worker], id) && needs(small, id)],
    ['structure', (id) => needs([worker], id) && needs([main], id) && needs(reading, id)],
    ['engine', (id) => needs([worker], id) && needs([main], id)],
    ['parts', (id) => needs([validation], id) && needs(library.filter(runsAnywhere), id)],
    ['text', (id) => needs([validation], id) && ofPage.has(id) && needs(reading, id)],
    ['sources', (id) => needs([validation], id) && needs(library, id) && needs(reading, id)],
    ['reports', (id) => needs([validation], id) && ofPage.has(id)],
    ['files', (id) => needs([validation], id) && needs(library, id)],
    ['start', (id) => needs([start], id)],
    ['worker', (id) => needs([worker], id)],
    ['command', (id) => needs([validation], id) && needs(reading, id)],
    ['validation', (id) => needs([validation], id)],
  ];
  return {
    plugin,
    splitting: {
      groups: parts.map(([name, test], index) => ({ name, test, priority: parts.length - index })),
    },
  };
}
