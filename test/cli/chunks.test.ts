/** Checks which files the built command loads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILT, loadedBy, loadedToValidate } from './built-files.js';

describe('the built command', () => {
  it('has all its commands in its first chunk', () => {
    expect(loadedBy(['command.js'], { later: true }).length).toBeGreaterThan(10);
  });

  it('is not loaded by its workers; nor are chunks that only the command needs', () => {
    const files = loadedBy(['worker.js'], { later: true });
    expect(files.length).toBeGreaterThan(1);
    expect(files).not.toContain('command.js');
    const text = files.map((name) => readFileSync(join(BUILT, name), 'latin1')).join('\n');
    expect(text).not.toContain('CommanderError');
  });

  it('loads few files to validate, because each file adds time at every start', () => {
    // Four of these files hold code that commands share which only read: so these commands load no rules (see below).
    expect(loadedToValidate().length).toBeLessThan(17);
  });

  it.each(['query', 'dump', 'diff', 'objdump'])('loads no rules for %s', (name) => {
    const own = readdirSync(join(BUILT, 'chunks')).filter((file) => file.startsWith(`${name}-`));
    expect(own.length).toBeGreaterThan(0);
    const files = loadedBy(['command.js', ...own.map((file) => `chunks/${file}`)], { later: false });
    expect(files.filter((file) => /^chunks\/(engine|validation|reports)-/.test(file))).toEqual([]);
  });

  it.each(['info', 'query', 'dump', 'diff'])('loads no slow modules of Node for %s', (name) => {
    const own = loadedBy(['command.js'], { later: true }).filter((file) =>
      new RegExp(`^chunks/${name}-`).test(file),
    );
    expect(own.length).toBeGreaterThan(0);
    const text = loadedBy(['command.js', ...own], { later: false })
      .map((file) => readFileSync(join(BUILT, file), 'latin1'))
      .join('\n');
    expect(text).not.toMatch(/from\s*["']node:(child_process|crypto|zlib|worker_threads|net)["']/);
  });

  it('has chunks that V8 can run as scripts: their exports do not change, and no chunk waits for another', () => {
    const sources = fileURLToPath(new URL('../../src', import.meta.url));
    for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.startsWith('page/')) continue;
      expect(readFileSync(join(sources, name), 'utf8'), name).not.toMatch(/^export (?:let|var) /m);
    }
    const loaded = new Map<string, readonly string[]>();
    const before = (name: string): readonly string[] => {
      const known = loaded.get(name) ?? loadedBy([name], { later: false }).slice(1);
      loaded.set(name, known);
      return known;
    };
    for (const name of readdirSync(join(BUILT, 'chunks'))) {
      const chunk = `chunks/${name}`;
      for (const other of before(chunk)) expect(before(other), chunk).not.toContain(chunk);
    }
  });
});
