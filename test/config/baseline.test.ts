import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/base/diagnostics/collector.js';
import type { Finding } from '../../src/base/diagnostics/diagnostic.js';
import type { Policy } from '../../src/base/diagnostics/policy.js';
import { baselineEntry, baselineText, readBaseline } from '../../src/check/config/baseline.js';
import { CATALOGUE } from './specimen.js';

const TOOL = { name: 'protomdl' };

function found(findings: readonly Finding<string>[], policy?: Policy, maxPerCode = 10) {
  const collector = new Collector(CATALOGUE, maxPerCode, policy);
  for (const finding of findings) collector.report(finding);
  return collector.finish();
}

const CODES = [...CATALOGUE.keys()];

const arbitraryFinding: fc.Arbitrary<Finding<string>> = fc.record({
  code: fc.constantFrom(...CODES),
  offset: fc.nat(1000),
  length: fc.nat(8),
  path: fc.constantFrom('', 'a', 'a.b', 'a[1]'),
  message: fc.constantFrom('x', 'y 1', 'y 2'),
  more: fc.constantFrom(0, 0, 0, 3),
});

describe('a baseline', () => {
  it('leaves nothing of what it was made of, wherever it has moved', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFinding, { maxLength: 40 }), fc.nat(5000), (findings, by) => {
        const text = baselineText(TOOL, new Map([['a.hef', baselineEntry(found(findings))]]));
        const known = readBaseline(text, 'b.json').get('a.hef');
        const moved = findings.map((finding) => ({ ...finding, offset: finding.offset + by }));
        const policy = known === undefined ? undefined : { known };
        expect(found(moved, policy, 1).counts).toEqual({ error: 0, warning: 0, info: 0 });
      }),
    );
  });

  it('shows what is new', () => {
    const finding = (path: string): Finding<string> => ({
      code: 'wire-truncated',
      offset: 1,
      length: 1,
      path,
      message: 'm',
    });
    const entry = baselineEntry(found([finding('a'), finding('b')]));
    const known = readBaseline(baselineText(TOOL, new Map([['f', entry]])), 'b').get('f');
    const { diagnostics } = found([finding('b'), finding('c')], { known: known! });
    expect(diagnostics).toMatchObject([{ path: 'c' }]);
  });

  it('is written in one way, without files that have nothing', () => {
    const one = baselineEntry({
      diagnostics: [
        {
          code: 'z-z',
          severity: 'error',
          offset: 0,
          length: 0,
          count: 1,
          path: 'p',
          message: '',
          related: [],
        },
        {
          code: 'a-a',
          severity: 'error',
          offset: 9,
          length: 0,
          count: 1,
          path: 'p',
          message: '',
          related: [],
        },
      ],
      totals: [
        { code: 'z-z', severity: 'error', count: 1 },
        { code: 'a-a', severity: 'error', count: 7 },
      ],
    });
    const text = baselineText(
      TOOL,
      new Map([
        ['b', one],
        ['a', {}],
      ]),
    );
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 1,
      tool: 'protomdl',
      files: { b: { 'a-a': { '*': 7 }, 'z-z': { [Object.keys(one['z-z'] ?? {})[0] as string]: 1 } } },
    });
    expect(text.indexOf('a-a')).toBeLessThan(text.indexOf('z-z'));
  });

  it.each([
    ['', /^b\.json: /],
    ['{', /^b\.json: /],
    ['[]', 'has to be an object'],
    ['{}', 'not a baseline'],
    ['{"schemaVersion":2,"files":{}}', 'schemaVersion has to be a whole number from 1 to 1'],
    ['{"schemaVersion":1,"files":[]}', 'files has to be an object'],
    ['{"schemaVersion":1,"files":{"a":{"c":{"x":0}}}}', 'whole number'],
    ['{"schemaVersion":1,"files":{"a":{"c":["x"]}}}', 'has to be an object'],
    ['{"schemaVersion":1,"file":{}}', 'did you mean files?'],
  ])('is refused when it is none: %s', (text, message) => {
    expect(() => readBaseline(text, 'b.json')).toThrow(message);
  });

  it('may name files like members of all objects', () => {
    const text = '{"schemaVersion":1,"files":{"__proto__":{"c":{"x":1}},"constructor":{}}}';
    const known = readBaseline(text, 'b.json');
    expect(known.get('__proto__')?.get('c')?.get('x')).toBe(1);
    expect(known.get('toString')).toBeUndefined();
  });
});
