/** Tables, charts and the comparison with the baseline are made from the results below. */
import { describe, expect, it } from 'vitest';
import { compare, unmeasured } from '../../bench/check.js';
import { insert } from '../../bench/report/insert.js';
import { matchTables, rowsTable } from '../../bench/report/markdown.js';
import { bytesText, millisecondsText } from '../../bench/report/number-text.js';
import type { EntryResult, Results, Row } from '../../bench/report/results.js';
import { chartsOf } from '../../bench/report/write.js';

function entry(id: string, title: string, milliseconds: number): EntryResult {
  return {
    id,
    title,
    does: 'validate',
    place: 'memory',
    language: id === 'scan' ? 'C++' : 'JavaScript',
    workload: 'metadata-heavy',
    bytes: 61_000_000,
    messages: 6_000_000,
    summary: {
      median: milliseconds,
      quartiles: [milliseconds * 0.9, milliseconds * 1.1],
      best: milliseconds,
      turns: 9,
    },
    nanosecondsPerMessage: milliseconds / 6,
    megabytesPerSecond: 61_000 / milliseconds,
    memory: 5e7,
  };
}

const ROW: Row = {
  id: 'metadata-heavy-memory',
  work: 'validate',
  against: 'C++ scan',
  compared: 'validate both',
  unit: 'times',
  better: 'more',
  value: 0.9,
  interval: [0.85, 0.95],
  goal: { least: 0.8, aim: 1 },
};

const RESULTS: Results = {
  schemaVersion: 1,
  date: '2026-01-01',
  machine: { processor: 'P', cores: 2, memoryGb: 8, system: 'linux x64', versions: { Node: '20' } },
  scale: 1,
  seconds: 200,
  matches: [
    {
      name: 'metadata-heavy',
      title: 'operations & actions',
      conditions: 'core set of rules',
      entries: [entry('protomdl-memory', 'protomdl', 80), entry('scan', 'C++ scan', 60)],
    },
  ],
  rows: [ROW],
  scaling: {
    size: [
      {
        name: 'a',
        points: [
          { x: 1e3, milliseconds: 0.5, memory: 0 },
          { x: 1e9, milliseconds: 900, memory: 9e6 },
        ],
      },
    ],
    contexts: [{ name: 'b', points: [{ x: 2, milliseconds: 20 }] }],
    workers: [{ name: 'c', points: [{ x: 1, milliseconds: 700 }] }],
  },
  skipped: [],
};

describe('insert', () => {
  it('replaces only the text between the comments', () => {
    const document = 'before\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nafter\n';
    const first = insert(document, 'a', 'new')!;
    expect(first).toBe('before\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\nafter\n');
    expect(insert(first, 'a', 'new')).toBe(first);
    expect(insert(document, 'b', 'new')).toBeUndefined();
  });
});

describe('tables', () => {
  it('show the results', () => {
    expect(rowsTable([ROW])).toContain(
      '| validate | C++ scan | validate both | ≥ 0.8 | ≥ 1 | **0.90** (0.85 to 0.95) | ✓ |',
    );
    expect(rowsTable([{ ...ROW, value: 1.2 }])).toContain('✓✓');
    expect(rowsTable([{ ...ROW, value: 0.5 }])).toContain('short');
    expect(rowsTable([{ ...ROW, better: 'less', value: 0.5 }])).toContain('≤ 0.8');
  });

  it('list the fastest first', () => {
    const text = matchTables(RESULTS);
    expect(text.indexOf('C++ scan')).toBeGreaterThan(0);
    expect(text.indexOf('C++ scan')).toBeLessThan(text.indexOf('protomdl'));
  });

  it('write numbers in a readable form', () => {
    expect([0.0123, 5.4321, 1234].map(millisecondsText)).toEqual(['12.3 µs', '5.43 ms', '1.23 s']);
    expect([0, 900, 61_175_555, 4.3e9].map(bytesText)).toEqual(['0', '900 bytes', '61 MB', '4.3 GB']);
  });
});

describe('charts', () => {
  const charts = chartsOf(RESULTS);

  it('are made for every match, and for every way of scaling', () => {
    expect(Object.keys(charts)).toEqual([
      'metadata-heavy',
      'scaling-size',
      'scaling-memory',
      'scaling-contexts',
      'scaling-workers',
    ]);
  });

  it.each(Object.entries(charts))('%s is well formed and stays inside its frame', (_name, svg) => {
    const [, width] = /viewBox="0 0 (\d+) \d+"/.exec(svg)!;
    expect(svg).not.toMatch(/NaN|undefined|Infinity|& /);
    for (const [, , value] of svg.matchAll(/ (x|x2|cx)="([^"]+)"/g)) {
      expect(Number(value)).toBeLessThanOrEqual(Number(width));
      expect(Number(value)).toBeGreaterThanOrEqual(0);
    }
    const open: string[] = [];
    for (const [, close, name, self] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (close === '/') expect(open.pop()).toBe(name);
      else if (self !== '/') open.push(name!);
    }
    expect(open).toEqual([]);
  });
});

describe('the comparison with the baseline', () => {
  const baseline = { date: '', processor: '', ratios: { 'metadata-heavy-memory': 1, other: 2 } };
  const regressed = (row: Partial<Row>) => compare([{ ...ROW, ...row }], baseline)[0]!.regressed;

  it('accepts differences that are uncertain or within the tolerance', () => {
    expect(regressed({ value: 0.95 })).toBe(false);
    expect(regressed({ value: 0.8, interval: [0.6, 0.9] })).toBe(false);
    expect(regressed({ value: 1.5, interval: [1.4, 1.6] })).toBe(false);
  });

  it('names the results that are worse', () => {
    expect(regressed({ value: 0.7, interval: [0.65, 0.75] })).toBe(true);
    expect(regressed({ better: 'less', value: 1.3, interval: [1.25, 1.4] })).toBe(true);
  });

  it('reports missing measurements', () => {
    expect(unmeasured([ROW], baseline)).toEqual(['other']);
  });
});
