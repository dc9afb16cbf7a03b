/** Finds the tests that can notice a fault: those that import its file, the most similar first. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';

/** Specifiers of imports, of workers and of other modules named by their URL. Types have no effect at run time. */
const SPECIFIER =
  /(?:^|[;{}\s])(?:import|export)\s(?!type\s)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/g;

/**
 * Tests of the built package, or with a browser, which do not load the changed file, and tests that start a program from
 * its sources dozens of times, which would take minutes for each fault.
 */
const ELSEWHERE = new RegExp(
  [
    '^test/(architecture|bench|docs|package|page/browser|site|supply-chain)/',
    '^test/afl/(?!serve\\.)',
    '^test/cli/(address-space|completion|examples|files-kept|killed|process|startup)\\.',
    '/test/(page|reliability|suite|imports|clients)/',
    '^services/\\w+/test/cli/(chat|cli|commands|crash|kill)\\.',
  ].join('|'),
);

/** Ranks of tests in a folder with the name of the file, or of its folder, as a number of words that no other test has. */
const NAMESAKE = 20;
const NEAR = 2;

/** Returns `corpus` for the folder `corpus-verb` and the command `src/cli/corpus-verify.ts`. */
const firstWord = (name: string): string => name.split('-', 1)[0] as string;

export class Related {
  /** The files that import a file, by the path of the imported file. */
  readonly #importers = new Map<string, Set<string>>();
  /** The words that occur in a file, by the file's path. */
  readonly #words = new Map<string, ReadonlySet<string>>();
  /** Number of test files that have a word. */
  readonly #frequencies = new Map<string, number>();

  constructor(
    readonly root: string,
    project: '.' | 'services',
  ) {
    const folders = project === '.' ? ['src', 'test', 'fuzz', 'scripts'] : ['services/{kit,chat,fraud}'];
    const patterns = folders.map((folder) => `${folder}/**/*.{ts,mjs}`);
    for (const file of globSync(patterns, { cwd: root, ignore: ['**/node_modules/**', '**/dist/**'] })) {
      const text = readFileSync(join(root, file), 'utf8');
      const words = new Set(text.match(/[A-Za-z][\w-]{3,}/g));
      this.#words.set(file, words);
      if (file.endsWith('.test.ts')) {
        for (const word of words) this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
      }
      for (const [, ...found] of text.matchAll(SPECIFIER)) {
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
    const reached = new Set([file]);
    for (const at of reached) for (const importer of this.#importers.get(at) ?? []) reached.add(importer);
    const own = [...(this.#words.get(file) ?? [])];
    const named = new Set(file.replace(/\.ts$/, '').split(/[/-]/));
    const rank = (test: string): number => {
      if (first.some((beginning) => test.startsWith(beginning))) return 1000;
      const name = basename(test, '.test.ts');
      if (name === basename(file, '.ts')) return 500;
      // `faults-context.test.ts` tests `faults/context-triggers.ts`, although it has hardly any words.
      if (name.includes('-') && name.split('-').every((part) => named.has(part))) return 400;
      const words = this.#words.get(test);
      // A name of a route, a code or a function that few tests have says more than a frequent word.
      const shared = own.filter((word) => words?.has(word));
      const folder = basename(dirname(test));
      const isNamesake =
        file.startsWith('src/cli/') && firstWord(folder) === firstWord(basename(file, '.ts'));
      const near = isNamesake ? NAMESAKE : folder === basename(dirname(file)) ? NEAR : 0;
      return shared.reduce((sum, word) => sum + 1 / (this.#frequencies.get(word) as number), near);
    };
    return [...reached]
      .filter((one) => one.endsWith('.test.ts') && !ELSEWHERE.test(one))
      .map((test) => ({ test, rank: rank(test) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ test }) => test);
  }

  #resolve(from: string, specifier: string): string | undefined {
    const ofKit = /^@services\/(\w+)\/(.+)$/.exec(specifier);
    if (ofKit !== null) return `services/${ofKit[1]}/src/${ofKit[2]}/index.ts`;
    if (!specifier.startsWith('.')) return undefined;
    const path = normalize(join(dirname(from), specifier));
    return [path.replace(/\.js$/, '.ts'), path].find((one) => existsSync(join(this.root, one)));
  }
}
