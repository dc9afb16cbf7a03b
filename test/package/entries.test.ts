import { statSync } from 'node:fs';
import { publint } from 'publint';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { buildAll, ENTRIES, loadedBy, ROOT } from './built.js';

beforeAll(async () => {
  expect(inject('buildFailure')).toBe('');
  await buildAll();
});

const NEED_NODE = ['protomdl/node', 'protomdl/fuzz', 'protomdl/view'];

/**
 * Maximum number of bytes that an entry point loads; raising it needs a review. Half of a large entry point
 * is typed views and texts of rules.
 */
const MAX_BYTES = {
  // Contains the generators, a fault for every code, and the whole validator, which reductions use.
  'protomdl/attack': 1_400_000,
  'protomdl/fuzz': 1_600_000,
  // Contains the whole validator, because files are checked before they are changed.
  'protomdl/tools': 1_600_000,
  'protomdl/wire': 20_000,
  'protomdl/browser': 30_000,
  'protomdl/view': 30_000,
  other: 900_000,
};

describe('entry points', () => {
  it('are the expected entry points', () => {
    const names = [
      'protomdl',
      'protomdl/wire',
      'protomdl/node',
      'protomdl/browser',
      'protomdl/attack',
      'protomdl/corpus',
      'protomdl/fuzz',
      'protomdl/tools',
      'protomdl/view',
    ];
    expect(ENTRIES.map(({ name }) => name)).toEqual(names);
  });

  it.each(ENTRIES.filter(({ name }) => !NEED_NODE.includes(name)))(
    '$name runs anywhere: its modules import neither Node nor a package',
    ({ default: file }) => {
      const { files, packages } = loadedBy(file);
      expect(files.size).toBeGreaterThan(1);
      expect([...packages]).toEqual([]);
    },
  );

  it('protomdl/node imports Node, so the check above would notice such imports', () => {
    const entry = ENTRIES.find(({ name }) => name === 'protomdl/node');
    expect([...loadedBy(entry?.default ?? '').packages]).toContain('node:fs');
  });

  it.each(ENTRIES)('$name keeps to its size limit', ({ name, default: file }) => {
    const bytes = [...loadedBy(file).files].reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES[name as keyof typeof MAX_BYTES] ?? MAX_BYTES.other);
  });

  it('and the rest of package.json pass publint', async () => {
    const { messages } = await publint({ pkgDir: ROOT, pack: 'npm', strict: true });
    expect(messages).toEqual([]);
  });
});
