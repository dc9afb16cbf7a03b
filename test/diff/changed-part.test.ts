import { expect, it } from 'vitest';
import { changedPart } from '../../src/tools/diff/changed-part.js';

const list = (change: Readonly<Record<number, string>> = {}) =>
  `scale 0.5 [${Array.from({ length: 2048 }, (_, at) => change[at] ?? '0.0312').join(' ')}]`;

it('leaves out equal parts', () => {
  expect(changedPart('scale 1, zero point 3, limits 0 to 1', 'scale 2, zero point 3, limits 0 to 1')).toEqual(
    ['scale 1', 'scale 2'],
  );
});

it('shows the different elements of lists, and their number', () => {
  expect(changedPart(`${list()}, zero point 0`, `${list({ 7: '1', 2000: '2' })}, zero point 0`)).toEqual([
    'scale 0.5 [7] 0.0312 [2000] 0.0312 of 2048',
    'scale 0.5 [7] 1 [2000] 2 of 2048',
  ]);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, '9']));
  expect(changedPart(list(), list(many))[1]).toBe('scale 0.5 [0] 9 [1] 9 [2] 9, and 37 more of 2048');
});

it('is a line of limited length, however much has changed', () => {
  const names = Array.from({ length: 900 }, (_, at) => `digits/output${at}`);
  for (const text of changedPart(names.join(', '), names.toReversed().join(', '))) {
    expect(text.length).toBeLessThan(200);
  }
  expect(changedPart('', 'a, b')).toEqual(['', 'a, b']);
});
