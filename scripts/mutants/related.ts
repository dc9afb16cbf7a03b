/** Finds the tests that can notice a fault: those that import its file, the nearest first. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';

/** Specifiers of imports, of workers and of other modules named by their URL. Types have no effect at run time. */
const SPECIFIER =
  /(?:^|[;{}\s])(?:import|export)\s(?!type\s)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/g;

/** Tests of the built package, or with a browser: none of them loads the changed file. */
const ELSEWHERE =
  /^test\/(afl|architecture|bench|docs|package|page\/browser|site|supply-chain)\/|^test\/cli\/(address-space|completion|examples|files-kept|killed|process|startup)\.|\/test\/(page|reliability|suite|imports)\//;

export class Related {
  /** Files that import a file. */
  readonly #importers = new Map<string, Set<string>>();
  readonly #sizes = new Map<string, number>();

  constructor(
    readonly root: string,
    project: '.' | 'services',
  ) {
    const folders = project === '.' ? ['src', 'test', 'fuzz', 'scripts'] : ['services/{kit,chat,fraud}'];
    const patterns = folders.map((folder) => `${folder}/**/*.{ts,mjs}`);
    for (const file of globSync(patterns, { cwd: root, ignore: ['**/node_modules/**', '**/dist/**'] })) {
      this.#sizes.set(file, statSync(join(root, file)).size);
      for (const [, ...found] of readFileSync(join(root, file), 'utf8').matchAll(SPECIFIER)) {
        const target = this.#resolve(file, found.find((one) => one !== undefined) as string);
        if (target === undefined) continue;
        const importers = this.#importers.get(target) ?? new Set();
        importers.add(file);
        this.#importers.set(target, importers);
      }
    }
  }

  /**
   * Returns the test files that import a file, directly or not.
   * @param first beginnings of paths to put first
   */
  testsOf(file: string, first: readonly string[] = []): string[] {
    const distances = new Map([[file, 0]]);
    for (const [at, distance] of distances) {
      for (const importer of this.#importers.get(at) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    const stem = basename(file, '.ts');
    const folders = new Set(dirname(file).split('/').slice(1));
    const rank = (test: string): number => {
      const isFirst = first.some((beginning) => test.startsWith(beginning));
      const isNamesake = basename(test, '.test.ts') === stem;
      const isBeside = folders.has(basename(dirname(test)));
      return (distances.get(test) as number) - (isFirst ? 100 : isNamesake ? 10 : isBeside ? 2 : 0);
    };
    const size = (test: string): number => this.#sizes.get(test) as number;
    return [...distances.keys()]
      .filter((one) => one.endsWith('.test.ts') && !ELSEWHERE.test(one))
      .sort((a, b) => rank(a) - rank(b) || size(a) - size(b));
  }

  #resolve(from: string, specifier: string): string | undefined {
    const ofKit = /^@services\/(\w+)\/(.+)$/.exec(specifier);
    if (ofKit !== null) return `services/${ofKit[1]}/src/${ofKit[2]}/index.ts`;
    if (!specifier.startsWith('.')) return undefined;
    const path = normalize(join(dirname(from), specifier));
    return [path.replace(/\.js$/, '.ts'), path].find((one) => existsSync(join(this.root, one)));
  }
}
