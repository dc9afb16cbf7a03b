import { expect, inject, it } from 'vitest';

/**
 * Names that users can import. Removing a name breaks users' code, so this needs a decision, and an entry in
 * the changelog.
 */
it.each([
  'protomdl',
  'protomdl/wire',
  'protomdl/node',
  'protomdl/browser',
  'protomdl/attack',
  'protomdl/corpus',
  'protomdl/fuzz',
  'protomdl/tools',
  'protomdl/view',
])('public names of %s', async (entry) => {
  expect(inject('buildFailure')).toBe('');
  // Entry points are imported by the package's name, so that the exports map is tested too.
  const names = Object.keys(await import(/* @vite-ignore */ entry)).sort();
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`names-of-${entry.replace('/', '-')}.txt`);
});
