import { describe, expect, it } from 'vitest';
import { groupKey } from '../../src/base/diagnostics/diagnostic.js';
import type { FindingGroup } from '../../src/page/engine/finding-list.js';
import { chosenOf, moreOf, toggled } from '../../src/page/views/findings/chosen.js';
import { FindingRows, openAtFirst } from '../../src/page/views/findings/finding-rows.js';

const group = (code: string, matching: number): FindingGroup => ({
  code,
  summary: '',
  severity: 'error',
  total: matching,
  listed: matching,
  matching,
});

describe('rows of findings', () => {
  const groups = [group('a', 3), group('b', 100_000), group('c', 1)];

  it('are the codes, and the findings of open codes', () => {
    const rows = new FindingRows(groups, new Set(['error b', 'error c']));
    expect(rows.count).toBe(1 + 1 + 100_000 + 1 + 1);
    const seen = [0, 1, 2, 100_001, 100_002, 100_003].map((row) => rows.at(row));
    expect(seen.map((row) => [row?.group.code, row?.nth])).toEqual([
      ['a', null],
      ['b', null],
      ['b', 0],
      ['b', 99_999],
      ['c', null],
      ['c', 0],
    ]);
    expect(rows.at(-1)).toBeUndefined();
    expect(rows.at(rows.count)).toBeUndefined();
  });

  it('can be found by their positions', () => {
    const rows = new FindingRows(groups, new Set(groups.map(groupKey)));
    for (const row of [0, 1, 3, 4, 5, 50_000, rows.count - 1]) {
      const { index, nth } = rows.at(row)!;
      expect(rows.rowOf(index, nth)).toBe(row);
    }
    expect(rows.rowOf(0, 3)).toBe(-1);
    expect(rows.rowOf(3, null)).toBe(-1);
    expect(new FindingRows(groups, new Set()).rowOf(0, 1)).toBe(-1);
  });

  it('are empty for a file without findings', () => {
    expect(new FindingRows([], new Set()).count).toBe(0);
    expect(new FindingRows([], new Set()).at(0)).toBeUndefined();
  });

  it('show the findings of at least one code at first, and of further codes if there is room', () => {
    expect(openAtFirst(groups)).toEqual(['error a']);
    expect(openAtFirst([group('long', 1_000_000)])).toEqual(['error long']);
    expect(openAtFirst([group('a', 1), group('b', 2)])).toEqual(['error a', 'error b']);
    expect(openAtFirst([])).toEqual([]);
    expect(openAtFirst([group('a', 30), group('b', 30), group('c', 1)])).toEqual(['error a', 'error b']);
  });
});

describe('the selection', () => {
  it('is restored from the address', () => {
    for (const more of [
      {},
      { code: 'action-unset' },
      { severity: 'error,info', text: 'net/a b', code: 'x', nth: '12' },
    ]) {
      expect(moreOf(chosenOf(more))).toEqual(more);
    }
  });

  it('is valid for any address', () => {
    expect(chosenOf({ severity: 'fatal', nth: '-1', code: '' })).toEqual({
      filter: { severities: ['error', 'warning', 'info'], text: '' },
      code: null,
      nth: null,
    });
    expect(chosenOf({ code: 'x', nth: '1e9' }).nth).toBeNull();
    expect(chosenOf({ nth: '3' }).nth).toBeNull();
  });

  it('has at least one severity', () => {
    expect(toggled(['error', 'warning', 'info'], 'warning')).toEqual(['error', 'info']);
    expect(toggled(['info'], 'error')).toEqual(['error', 'info']);
    expect(toggled(['info'], 'info')).toEqual(['info']);
  });
});
