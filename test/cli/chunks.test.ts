/** What the files of the built command load. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../dist/cli', import.meta.url));

/** All files that one asks for, at once or later. */
function loadedBy(name: string): string[] {
  expect(inject('buildFailure')).toBe('');
  const files = new Set([join(FOLDER, name)]);
  for (const file of files) {
    for (const [, id] of readFileSync(file, 'utf8').matchAll(/require\(["'`](\.[^"'`]+)["'`]\)/g)) {
      files.add(join(dirname(file), id as string));
    }
  }
  return [...files].map((file) => relative(FOLDER, file));
}

describe('the built command', () => {
  it('has all its commands in what it starts with', () => {
    expect(loadedBy('main.js').length).toBeGreaterThan(10);
  });

  it('is not loaded by its workers: each would run it once more', () => {
    const files = loadedBy('worker.js');
    expect(files.length).toBeGreaterThan(1);
    expect(files).not.toContain('main.js');
  });
});
