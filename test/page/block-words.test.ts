/** Words, targets of clicks, and order of the blocks of the map. Expected values are written by hand. */
import { describe, expect, it } from 'vitest';
import { NOWHERE, type ShownBlock } from '../../src/page/engine/folded.js';
import {
  blockLines,
  canEnter,
  exactShare,
  hasPlace,
  leadOf,
  sortedBlocks,
} from '../../src/page/views/map/block-words.js';

const block = (fields: Partial<ShownBlock> = {}): ShownBlock => ({
  name: 'weights',
  class: 'blob',
  bytes: 25,
  count: null,
  key: '0',
  path: null,
  offset: null,
  context: null,
  around: NOWHERE,
  isFolded: false,
  children: [],
  ...fields,
});

describe('the words for a block', () => {
  const whole = 200;
  const [, size = '', kind = ''] = blockLines(block(), whole);

  it('are its name, its size and share, and its kind', () => {
    expect(blockLines(block(), whole)).toEqual(['weights', size, kind]);
    expect(size).toBe('25 bytes, 12.50 % of the file');
    expect(kind).not.toBe('');
  });

  it.each<[string, Partial<ShownBlock>, string[]]>([
    ['a name with a line break', { name: 'a\nb' }, ['a\\nb', size, kind]],
    ['several records', { count: 1234 }, ['weights', size, '1,234 of them', kind]],
    ['a context', { context: 'contexts[1]' }, ['weights', size, kind, 'contexts[1]']],
    ['parts', { children: [block()] }, ['weights', size, kind, 'click: look inside']],
    ['parts that are not drawn', { isFolded: true }, ['weights', size, kind, 'click: look inside']],
    [
      'parts and a place',
      { isFolded: true, path: 'p', offset: 1 },
      ['weights', size, kind, 'click: look inside'],
    ],
    ['a path', { path: 'p' }, ['weights', size, kind, 'click: to its bytes']],
    ['the offset 0', { offset: 0 }, ['weights', size, kind, 'click: to its bytes']],
    [
      'steps around',
      { around: { ...NOWHERE, operations: '0.o', path: 'p' } },
      ['weights', size, kind, 'click: all steps of the context, one by one'],
    ],
    [
      'a place around',
      { around: { ...NOWHERE, offset: 0 } },
      ['weights', size, kind, 'click: to the part that contains them'],
    ],
  ])('tell of %s', (_, fields, lines) => {
    expect(blockLines(block(fields), whole)).toEqual(lines);
  });

  it.each<[number, number, string]>([
    [0, 100, '0.00 %'],
    [1, 100_000_000, '< 0.01 %'],
    [1, 10_000, '0.01 %'],
    [1, 10_001, '< 0.01 %'],
    [1, 3, '33.33 %'],
    [7, 7, '100.00 %'],
    [0, 0, '0.00 %'],
  ])('give the share of %i of %i bytes as %s', (bytes, all, text) => {
    expect(exactShare(bytes, all)).toBe(text);
  });
});

it('a block can be entered for its parts, and has a place by its path or its offset', () => {
  expect([block(), block({ isFolded: true }), block({ children: [block()] })].map(canEnter)).toEqual([
    false,
    true,
    true,
  ]);
  expect([block(), block({ path: 'p' }), block({ offset: 0 })].map(hasPlace)).toEqual([false, true, true]);
});

it.each([
  [{}, null],
  [{ path: 'p' }, { path: 'p', offset: null }],
  [{ offset: 0 }, { path: null, offset: 0 }],
  [
    { path: 'p', offset: 4 },
    { path: 'p', offset: 4 },
  ],
  [{ path: 'p', offset: 4, operations: '1.o' }, { key: '1.o' }],
  [{ operations: '1.o' }, { key: '1.o' }],
])('the target around a block: %j', (around, target) => {
  expect(leadOf(block({ around: { ...NOWHERE, ...around } }))).toEqual(target);
});

describe('a sorted list of blocks', () => {
  const list = [
    block({ name: 'conv10', bytes: 3, count: 1 }),
    block({ name: 'conv9', bytes: 20, count: null }),
    block({ name: 'add', bytes: 3, count: 0 }),
  ];
  it.each([
    ['name', true, ['add', 'conv9', 'conv10']],
    ['name', false, ['conv10', 'conv9', 'add']],
    // Equal sizes keep their order in both directions.
    ['bytes', true, ['conv10', 'add', 'conv9']],
    ['bytes', false, ['conv9', 'conv10', 'add']],
    // A block of one record comes before a block of no records.
    ['count', true, ['conv9', 'add', 'conv10']],
    ['count', false, ['conv10', 'add', 'conv9']],
  ] as const)('by %s, ascending: %s', (column, isAscending, names) => {
    expect(sortedBlocks(list, column, isAscending).map(({ name }) => name)).toEqual(names);
    expect(list.map(({ name }) => name)).toEqual(['conv10', 'conv9', 'add']);
  });
});
