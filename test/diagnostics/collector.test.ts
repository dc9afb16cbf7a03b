import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/base/diagnostics/catalogue.js';
import { Collector } from '../../src/base/diagnostics/collector.js';
import type { Finding } from '../../src/base/diagnostics/diagnostic.js';

const CATALOGUE = catalogueOf([
  { code: 'bad', severity: 'error', summary: 'bad' },
  { code: 'odd', severity: 'info', summary: 'odd' },
]);

const found = (offset: number, rest: Partial<Finding<string>> = {}): Finding<string> => ({
  code: 'bad',
  offset,
  length: 1,
  path: `p${offset}`,
  message: 'm',
  ...rest,
});

function collect(findings: readonly Finding<string>[], maxPerCode = 3): Collector {
  const collector = new Collector(CATALOGUE, maxPerCode);
  for (const finding of findings) collector.report(finding);
  return collector;
}

/**
 * Findings of one code are always folded, findings of the other never; folded findings differ only in their
 * offsets.
 */
const arbitraryFinding: fc.Arbitrary<Finding<string>> = fc
  .record({
    offset: fc.nat(20),
    length: fc.nat(3),
    count: fc.integer({ min: 1, max: 3 }),
    fold: fc.option(fc.constantFrom('x', 'y', 'z', 'w', 'v', 'u'), { nil: undefined }),
    severity: fc.constantFrom(undefined, 'warning' as const),
  })
  .map(({ fold, severity, count, offset, length }) =>
    fold === undefined
      ? found(offset, { length, severity, more: count })
      : found(offset, { length, code: 'odd', fold, count, path: fold }),
  );

describe('a collector', () => {
  it('lists the first findings of a code in file order, in whatever order they arrive', () => {
    const { diagnostics, counts, capped } = collect([9, 2, 7, 1, 5].map((at) => found(at))).finish();
    expect(diagnostics.map(({ offset }) => offset)).toEqual([1, 2, 5]);
    expect(counts).toEqual({ error: 5, warning: 0, info: 0 });
    expect(capped).toBe(true);
  });

  it('cuts spans at the end of the file, and sorts findings at one offset by their codes', () => {
    const long = found(4, { length: 50, code: 'odd' });
    const short = found(4, { length: 5 });
    const lengthsOf = (size?: number) =>
      collect([long, short])
        .finish(size)
        .diagnostics.map(({ code, length }) => `${code} ${length}`);
    expect(lengthsOf()).toEqual(['bad 5', 'odd 50']);
    expect(lengthsOf(8)).toEqual(['bad 4', 'odd 4']);
    expect(lengthsOf(54)).toEqual(['bad 5', 'odd 50']);
    expect(lengthsOf(3)).toEqual(['bad 0', 'odd 0']);
  });

  it('totals codes by severity, then by their first offset, then by name', () => {
    const catalogue = catalogueOf(
      ['z-late', 'm-first', 'b-same', 'a-same'].map((code) => ({ code, severity: 'error', summary: code })),
    );
    const collector = new Collector(catalogue, 3);
    collector.report(found(1, { code: 'z-late', severity: 'warning' }));
    collector.report(found(7, { code: 'b-same' }));
    collector.report(found(7, { code: 'a-same' }));
    collector.report(found(9, { code: 'z-late' }));
    collector.report(found(3, { code: 'm-first' }));
    expect(collector.finish().totals.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'error m-first',
      'error a-same',
      'error b-same',
      'error z-late',
      'warning z-late',
    ]);
  });

  it('does not report a cap if everything is listed', () => {
    expect(collect([found(1), found(2), found(3)]).finish().capped).toBe(false);
  });

  it('counts the findings that a listed finding stands for', () => {
    const { diagnostics, counts, capped } = collect([found(1, { more: 40 }), found(2)]).finish();
    expect(diagnostics).toHaveLength(2);
    expect(counts.error).toBe(42);
    expect(capped).toBe(true);
  });

  it('folds findings of one kind into the first, with a count', () => {
    const fold = (offset: number, count: number) => found(offset, { code: 'odd', fold: 'k', count });
    const { diagnostics, counts } = collect([fold(5, 2), fold(3, 1), fold(8, 4)]).finish();
    expect(diagnostics).toMatchObject([{ offset: 3, count: 7, path: 'p3' }]);
    expect(counts.info).toBe(1);
  });

  it('writes text only for listed findings', () => {
    const made: number[] = [];
    const findings = [1, 2, 3, 4, 5].map((at) => found(at, { message: () => `${made.push(at)}` }));
    collect(findings, 2).finish();
    expect(made).toEqual([1, 2]);
  });

  it('refuses a code that is not in the catalogue', () => {
    expect(() => collect([found(0, { code: 'unheard-of' })])).toThrow('in no catalogue: unheard-of');
  });

  it('reports the same findings, however they are divided among collectors', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(arbitraryFinding, fc.nat(2)), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (findings, maxPerCode) => {
          const whole = collect(
            findings.map(([finding]) => finding),
            maxPerCode,
          );
          const merged = new Collector(CATALOGUE, maxPerCode);
          for (const part of [0, 1, 2]) {
            const mine = findings.filter(([, owner]) => owner === part).map(([finding]) => finding);
            merged.merge(structuredClone(collect(mine, maxPerCode).collected()));
          }
          expect(merged.finish()).toEqual(whole.finish());
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a catalogue', () => {
  it('refuses two entries for one code', () => {
    const entry = { code: 'twice', severity: 'error', summary: '' } as const;
    expect(() => catalogueOf([entry], [entry])).toThrow('two catalogue entries for twice');
  });
});
