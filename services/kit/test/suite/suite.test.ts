import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ON_ONE_DATABASE, suiteNamed } from './suite.js';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));
const DATABASE =
  /import \{[^}]*\b(testDatabase|program|startPostgres)\b[^}]*\} from '@services\/kit\/testing'|openDatabase/;

const files = ['kit', 'chat', 'fraud'].flatMap((name) =>
  readdirSync(join(SERVICES, name, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(name, 'test', file)),
);
const matches = (file: string, pattern: string) =>
  pattern.endsWith('**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern;

/** Returns true if a test file, or a file of the tests that it imports, opens a database. */
function opensDatabase(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (DATABASE.test(text)) return true;
  return [...text.matchAll(/from '(\.[^']+)\.js'/g)]
    .map(([, name]) => join(dirname(path), `${name}.ts`))
    .filter((next) => /^(kit|chat|fraud)\/test\//.test(relative(SERVICES, next)))
    .some((next) => opensDatabase(next, seen));
}

test('test files that open a database run on both databases, except the files that `suite.ts` lists for one', () => {
  const { exclude: long } = suiteNamed('all');
  const exclude = suiteNamed('of-database').exclude.filter(
    (pattern) => !long.includes(pattern) && !ON_ONE_DATABASE.includes(pattern),
  );
  const left = files.filter((file) => exclude.some((pattern) => matches(file, pattern)));
  expect(left.length).toBeGreaterThan(20);
  expect(left.filter((file) => opensDatabase(join(SERVICES, file)))).toEqual([]);
  expect(opensDatabase(join(SERVICES, 'chat/test/users/accounts.test.ts'))).toBe(true);
});

test('the full suite excludes no test file', () => {
  expect(suiteNamed('full').exclude).toEqual([]);
});

test('each excluded pattern matches at least one file', () => {
  for (const name of ['all', 'of-database', 'of-node'])
    for (const pattern of suiteNamed(name).exclude)
      expect(
        files.some((file) => matches(file, pattern)),
        pattern,
      ).toBe(true);
  expect(() => suiteNamed('none')).toThrow(/full, all, of-database, of-node/);
});
