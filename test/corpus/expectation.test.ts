/** Expected reports beside the files of a corpus. Expected differences are written by hand. */
import { describe, expect, it } from 'vitest';
import {
  expectationDifferences,
  expectationName,
  isExpectationName,
  parseExpectation,
} from '../../src/attack/corpus/expectation.js';

const RELATED = { offset: 3, length: 1, path: 'b', message: 'there' };
const FINDING = {
  ...{ code: 'x', severity: 'error', count: 1, offset: 5, length: 2, path: 'a', message: 'm' },
  related: [RELATED],
};
const REPORT = {
  verdict: 'invalid',
  error: null,
  container: { framing: 'framed', version: 0, checksum: 'verified' },
  bytes: { size: 10 },
  counts: { error: 1, warning: 0, info: 0 },
  diagnosticsCapped: false,
  diagnostics: [FINDING],
};
const withoutKey = (object: object, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

describe('an expected report', () => {
  it('is read with all of its parts', () => {
    for (const report of [
      REPORT,
      { ...REPORT, error: { code: 'c', message: 'm' } },
      { ...REPORT, container: { ...REPORT.container, version: null } },
      { ...REPORT, diagnostics: [{ ...FINDING, args: [1], related: [] }] },
    ]) {
      expect(parseExpectation(JSON.stringify(report))).toEqual(report);
    }
  });

  it.each<[unknown, string]>([
    [[], 'the report is no object'],
    [null, 'the report is no object'],
    ...Object.keys(REPORT).map((key): [unknown, string] => [
      withoutKey(REPORT, key),
      `the report has no ${key}`,
    ]),
    [{ ...REPORT, more: 1 }, 'the report has a key more'],
    [{ ...REPORT, verdict: 1 }, 'verdict of the report is no string'],
    [{ ...REPORT, diagnostics: {} }, 'diagnostics of the report is no array'],
    [{ ...REPORT, error: 'x' }, 'error is no object'],
    [{ ...REPORT, error: { code: 'x' } }, 'error has no message'],
    [{ ...REPORT, bytes: { size: 1, read: 1 } }, 'bytes has a key read'],
    [{ ...REPORT, counts: { error: 1, warning: 0 } }, 'counts has no info'],
    [{ ...REPORT, container: { framing: 'bare', version: 0 } }, 'container has no checksum'],
    [{ ...REPORT, diagnostics: [FINDING, null] }, 'diagnostics[1] is no object'],
    ...Object.keys(FINDING).map((key): [unknown, string] => [
      { ...REPORT, diagnostics: [withoutKey(FINDING, key)] },
      `diagnostics[0] has no ${key}`,
    ]),
    [{ ...REPORT, diagnostics: [{ ...FINDING, args: {} }] }, 'args of diagnostics[0] is no array'],
    [
      { ...REPORT, diagnostics: [{ ...FINDING, related: [RELATED, withoutKey(RELATED, 'path')] }] },
      'diagnostics[0].related[1] has no path',
    ],
  ])('%#: %j is refused: %s', (report, why) => {
    expect(() => parseExpectation(JSON.stringify(report))).toThrow(
      expect.objectContaining({ code: 'expectation-malformed', message: expect.stringContaining(why) }),
    );
  });

  it('is JSON', () => {
    expect(() => parseExpectation('{')).toThrow(expect.objectContaining({ code: 'expectation-malformed' }));
  });

  it.each([
    ['dir/model.hef', 'dir/model.report.json'],
    ['a.b/model', 'a.b/model.report.json'],
    ['model.x.mdl', 'model.x.report.json'],
  ])('of %s is in %s', (file, name) => {
    expect(expectationName(file)).toBe(name);
    expect(isExpectationName(name)).toBe(true);
    expect(isExpectationName(file)).toBe(false);
  });

  it('has a name before its ending', () => {
    expect(['.report.json', 'a/.report.json', 'a\\.report.json'].map(isExpectationName)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('the differences', () => {
  const differences = (expected: object, actual: object) =>
    expectationDifferences({ ...REPORT, ...expected } as never, { ...REPORT, ...actual } as never);

  it.each<[object, object, string, unknown, unknown]>([
    [{ verdict: 'valid' }, {}, 'verdict', 'valid', 'invalid'],
    [{}, { error: { code: 'c', message: 'm' } }, 'error.code', null, 'c'],
    [{}, { container: { ...REPORT.container, framing: 'bare' } }, 'container.framing', 'framed', 'bare'],
    [{}, { container: { ...REPORT.container, version: 1 } }, 'container.version', 0, 1],
    [{}, { container: { ...REPORT.container, checksum: 'none' } }, 'container.checksum', 'verified', 'none'],
    [{}, { bytes: { size: 11 } }, 'bytes.size', 10, 11],
    [{}, { counts: { ...REPORT.counts, error: 2 } }, 'counts.error', 1, 2],
    [{}, { counts: { ...REPORT.counts, warning: 2 } }, 'counts.warning', 0, 2],
    [{}, { counts: { ...REPORT.counts, info: 2 } }, 'counts.info', 0, 2],
    [{}, { diagnosticsCapped: true }, 'diagnosticsCapped', false, true],
  ])('%#: %j, %j', (one, other, key, expected, actual) => {
    expect(differences({}, {})).toEqual([]);
    expect(differences(one, other)[0]).toEqual({ change: 'state', key, expected, actual });
  });

  it.each<[string, object[], object[], string[]]>([
    ['another message', [FINDING], [{ ...FINDING, message: 'n' }], ['changed x 5: message']],
    ['another length', [FINDING], [{ ...FINDING, length: 9 }], ['changed x 5: length']],
    ['another place of the same path', [FINDING], [{ ...FINDING, offset: 9 }], ['changed x 5: offset']],
    ['another path of the same place', [FINDING], [{ ...FINDING, path: 'c' }], ['changed x 5: path']],
    ['another count', [FINDING], [{ ...FINDING, count: 2 }], ['changed x 5: count']],
    ['other related places', [FINDING], [{ ...FINDING, related: [] }], ['changed x 5: related']],
    ['another code', [FINDING], [{ ...FINDING, code: 'y' }], ['missing x 5', 'added y 5']],
    [
      'another place and path',
      [FINDING],
      [{ ...FINDING, offset: 2, path: 'c' }],
      ['added x 2', 'missing x 5'],
    ],
    ['one of two', [FINDING, { ...FINDING, offset: 7 }], [{ ...FINDING, offset: 7 }], ['missing x 5']],
    ['one more', [FINDING], [FINDING, { ...FINDING }], ['added x 5']],
    // The strictest identity comes first, so that an equal finding has no other partner.
    ['an order', [FINDING, { ...FINDING, message: 'n' }], [{ ...FINDING, message: 'n' }, FINDING], []],
  ])('of findings: %s', (_, expected, actual, lines) => {
    const found = differences({ diagnostics: expected }, { diagnostics: actual });
    expect(
      found.map((one) => {
        if (one.change === 'state') return one.key;
        const place = `${one.change} ${one.finding.code} ${one.finding.offset}`;
        return one.change === 'changed' ? `${place}: ${one.keys.map(({ key }) => key).join(', ')}` : place;
      }),
    ).toEqual(lines);
  });
});
