import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, type Candidate, featuresIn, smallCover, traitsOf } from '../../src/attack/corpus/cover.js';
import { Coverage } from '../../src/attack/corpus/coverage.js';
import {
  expectationDifferences,
  expectationName,
  isExpectationName,
  parseExpectation,
} from '../../src/attack/corpus/expectation.js';
import { modelFeatures } from '../../src/attack/corpus/features.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { expectationText } from '../../src/show/report/corpus-verify.js';

const all = (candidates: readonly Candidate[], which: readonly number[]) =>
  new Set(which.flatMap((i) => candidates[i]?.traits ?? [])).size;

describe('a small cover', () => {
  it('has all traits; each of its files adds some, which are listed', () => {
    const candidate = fc.record({
      size: fc.nat(1000),
      traits: fc.uniqueArray(fc.nat(40), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 25 }), (candidates) => {
        const chosen = smallCover(candidates);
        const kept = chosen.map(({ index }) => index);
        const everything = all(candidates, [...candidates.keys()]);
        expect(all(candidates, kept)).toBe(everything);
        expect(chosen.reduce((sum, { adds }) => sum + adds, 0)).toBe(everything);
        for (const index of kept) {
          const others = kept.filter((other) => other !== index);
          expect(all(candidates, others)).toBeLessThan(everything);
        }
      }),
    );
  });

  it('prefers smaller files, and drops a file if later files have made it unnecessary', () => {
    expect(
      smallCover([
        { size: 9, traits: [1, 2] },
        { size: 5, traits: [1, 2] },
      ]),
    ).toEqual([{ index: 1, adds: 2 }]);
    const chosen = smallCover([
      { size: 9, traits: [1, 2, 3] },
      { size: 5, traits: [1, 4, 6] },
      { size: 5, traits: [2, 3, 5] },
      { size: 5, traits: [3, 7] },
    ]);
    expect(chosen.map(({ index }) => index).sort()).toEqual([1, 2, 3]);
    expect(chosen.reduce((sum, { adds }) => sum + adds, 0)).toBe(7);
  });

  it('distinguishes ranges of counts', () => {
    expect([1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 127, 128, 1e9].map(bucketOf)).toEqual([
      0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7,
    ]);
    expect(traitsOf(Float64Array.of(0, 1, 0, 200))).toEqual([8, 31]);
    expect(featuresIn([8, 9, 31])).toBe(2);
  });
});

describe('coverage', () => {
  it('adds up occurrences and files', () => {
    const { features } = modelFeatures();
    const one = new Float64Array(features.length);
    const two = new Float64Array(features.length);
    one[0] = 5;
    two[0] = 2;
    two[3] = 1;
    const sum = new Coverage();
    sum.add(one);
    sum.add(two);
    const result = sum.result();
    expect(result).toMatchObject({ files: 2, total: features.length, covered: 2 });
    expect(result.features[0]).toMatchObject({ kind: 'message', occurrences: 7, files: 2 });
    expect(result.features[3]).toMatchObject({ occurrences: 1, files: 1 });
    expect(result.kinds.reduce((total, kind) => total + kind.total, 0)).toBe(features.length);
  });
});

const BYTES = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../corpus/invalid/action-unset.mdl', import.meta.url))),
);

describe('expected reports', () => {
  const report = () => validate(memorySource(BYTES));
  const expected = async () => parseExpectation(expectationText(await report()));

  it('match if nothing has changed', async () => {
    expect(expectationDifferences(await expected(), await report())).toEqual([]);
  });

  it('report a finding that moved, is missing or is new', async () => {
    const actual = await report();
    const [finding] = actual.diagnostics as [(typeof actual.diagnostics)[0]];
    expect(actual.diagnostics).toHaveLength(1);
    const moved = { ...actual, diagnostics: [{ ...finding, offset: finding.offset + 1 }] };
    expect(expectationDifferences(await expected(), moved)).toMatchObject([
      { change: 'changed', keys: [{ key: 'offset', expected: finding.offset, actual: finding.offset + 1 }] },
    ]);
    const gone = { ...actual, diagnostics: [] };
    expect(expectationDifferences(await expected(), gone)).toMatchObject([
      { change: 'missing', finding: { code: 'action-unset', offset: finding.offset } },
    ]);
    const another = { ...finding, code: 'action-newer', offset: finding.offset - 1 };
    expect(
      expectationDifferences(await expected(), { ...actual, diagnostics: [another, finding] }),
    ).toMatchObject([{ change: 'added', finding: { code: 'action-newer' } }]);
    const twice = { ...actual, diagnostics: [finding, { ...finding }] };
    expect(expectationDifferences(await expected(), twice)).toMatchObject([{ change: 'added' }]);
  });

  it('report what has changed in the file', async () => {
    const actual = { ...(await report()), verdict: 'valid' as const, diagnosticsCapped: true };
    expect(expectationDifferences(await expected(), actual)).toEqual([
      { change: 'state', key: 'verdict', expected: 'invalid', actual: 'valid' },
      { change: 'state', key: 'diagnosticsCapped', expected: false, actual: true },
    ]);
  });

  it.each([
    ['{', 'is no JSON'],
    ['[]', 'is no object'],
    ['{}', 'has no verdict'],
  ])('are refused if they are invalid (%s)', (text, message) => {
    expect(() => parseExpectation(text)).toThrow(message);
  });

  it('with other keys, or of another kind, are refused, because they would have no effect', async () => {
    const good = JSON.parse(expectationText(await report()));
    const spoil = (change: (copy: typeof good) => void) => {
      const copy = structuredClone(good);
      change(copy);
      return () => parseExpectation(JSON.stringify(copy));
    };
    expect(spoil((copy) => Object.assign(copy, { runtime: {} }))).toThrow('a key runtime');
    expect(spoil((copy) => Object.assign(copy.diagnostics[0], { offset: '1' }))).toThrow(
      'offset of diagnostics[0]',
    );
    expect(spoil((copy) => copy.diagnostics[0].related.push({}))).toThrow(
      'diagnostics[0].related[0] has no offset',
    );
    expect(spoil((copy) => Object.assign(copy, { counts: null }))).toThrow('counts of the report');
    expect(spoil((copy) => Object.assign(copy, { error: 'x' }))).toThrow('error is no object');
  });

  it('are stored beside their files', () => {
    expect(expectationName('a.b/model.v1.hef')).toBe('a.b/model.v1.report.json');
    expect(expectationName('a.b/model')).toBe('a.b/model.report.json');
    expect(isExpectationName('model.report.json')).toBe(true);
    expect(isExpectationName('.report.json')).toBe(false);
    expect(isExpectationName('report.json')).toBe(false);
  });
});
