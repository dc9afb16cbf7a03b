import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject } from 'vitest';

export const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

const AT_ONCE = /\b(?:from|import)\s*"(\.[^"]+)"/g;
const LATER = /\bimport\(["'`](\.[^"'`]+)["'`]\)/g;

/**
 * Returns the built files that the named files import; with `later`, also by `import()`. Names are relative
 * to the folder.
 */
export function loadedBy(names: readonly string[], { later }: { later: boolean }): string[] {
  expect(inject('buildFailure')).toBe('');
  const files = new Set(names.map((name) => join(BUILT, name)));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const pattern of later ? [AT_ONCE, LATER] : [AT_ONCE]) {
      for (const [, id] of text.matchAll(pattern)) files.add(join(dirname(file), id as string));
    }
  }
  return [...files].map((file) => relative(BUILT, file));
}

export function loadedToValidate(): string[] {
  const validation = loadedBy(['command.js'], { later: true }).filter((name) =>
    name.startsWith('chunks/validation-'),
  );
  expect(validation).toHaveLength(1);
  return loadedBy(['command.js', ...validation], { later: false });
}
