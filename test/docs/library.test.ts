/** Runs every program of docs/library.md unchanged, with the built package. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../package/built.js';

const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
const programs = [
  ...page.matchAll(/^## (.+)$(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm),
].map(([, heading = '', program = '', output = '']) => ({ heading, program, output }));

describe('programs of docs/library.md', () => {
  it('are as many as the page says: six', () => {
    expect(programs).toHaveLength(6);
    expect(page.match(/^```ts$/gm)).toHaveLength(6);
  });

  it.each(programs)('$heading', ({ program, output }) => {
    expect(inject('buildFailure')).toBe('');
    // Inside the package's folder, so that it can be imported by its own name. The program is plain
    // JavaScript.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(ROOT, '.cache', 'library-'));
    try {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, program);
      expect(execFileSync(process.execPath, [file], { cwd: ROOT, encoding: 'utf8' })).toBe(output);
      expect(output).not.toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
