import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/base/diagnostics/collector.js';
import type { Finding } from '../../src/base/diagnostics/diagnostic.js';
import { messageFingerprintOf } from '../../src/base/diagnostics/fingerprint.js';
import type { Policy } from '../../src/base/diagnostics/policy.js';
import {
  type BaselineEntry,
  baselineEntry,
  baselineText,
  readBaseline,
  readVersionedBaseline,
} from '../../src/check/config/baseline.js';
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
  args: fc.constantFrom(undefined, ['a'], ['b', 'a']),
  more: fc.constantFrom(0, 0, 0, 3),
});

describe('a baseline', () => {
  it('hides all findings that it was made from, wherever they have moved', () => {
    fc.assert(
      fc.property(fc.array(arbitraryFinding, { maxLength: 40 }), fc.nat(5000), (findings, by) => {
        const text = baselineText(TOOL, new Map([['a.hef', baselineEntry(found(findings))]]));
        const known = readBaseline(text, 'b.json').get('a.hef');
        const moved = findings.map((finding) => ({
          ...finding,
          offset: finding.offset + by,
          message: 'reworded',
        }));
        const policy = known === undefined ? undefined : { known };
        expect(found(moved, policy, 1).counts).toEqual({ error: 0, warning: 0, info: 0 });
      }),
    );
  });

  it('shows new findings', () => {
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

  /** Returns the findings of a collector in the form of a baseline of version 1. */
  const oldText = (findings: readonly Finding<string>[]): string => {
    const codes: Record<string, Record<string, number>> = {};
    for (const diagnostic of found(findings).diagnostics) {
      const names = codes[diagnostic.code] ?? {};
      codes[diagnostic.code] = names;
      const name = messageFingerprintOf(diagnostic);
      names[name] = (names[name] ?? 0) + 1;
    }
    return JSON.stringify({ schemaVersion: 1, tool: 'protomdl', files: { f: codes } });
  };

  it('of version 1 still hides its findings, and is converted without new findings', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryFinding, { maxLength: 12 }),
        fc.array(arbitraryFinding, { maxLength: 6 }),
        (before, after) => {
          const [old, fresh] = [before, after].map((list) => list.map((one) => ({ ...one, more: 0 })));
          const { files, isOld } = readVersionedBaseline(oldText(old!), 'b.json');
          const known = files.get('f') ?? new Map();
          expect(isOld).toBe(true);
          expect(found(old!, { known }, 1).counts).toEqual({ error: 0, warning: 0, info: 0 });

          const carried = baselineEntry(found([...old!, ...fresh!], undefined, 100), known);
          const now = readBaseline(baselineText(TOOL, new Map([['f', carried]])), 'b.json').get('f');
          const policy = now === undefined ? undefined : { known: now };
          const sum = (entry: BaselineEntry): number =>
            Object.values(entry).reduce(
              (all, names) => all + Object.values(names).reduce((a, b) => a + b, 0),
              0,
            );
          // Version 1 counts findings that differ only in numbers as one kind, so a new finding may count as
          // an old one.
          expect(sum(carried)).toBe(sum(baselineEntry(found(old!, undefined, 100))));
          if (fresh!.length === 0) expect(found(old!, policy, 1).diagnostics).toEqual([]);
          else if (now !== undefined) expect(found([...old!, ...fresh!], policy).counts).not.toEqual({});
        },
      ),
    );
  });

  it('of version 1, after its conversion, keeps the number of findings that were counted together', () => {
    const many = (count: number): Finding<string>[] =>
      Array.from({ length: count }, (_, i) => ({
        code: 'wire-truncated',
        offset: i,
        length: 1,
        path: `a[${i}]`,
        message: 'm',
      }));
    const known = new Map([['wire-truncated', new Map([['*', 12]])]]);
    expect(baselineEntry(found(many(15)), known)).toEqual({ 'wire-truncated': { '*': 12 } });
    expect(baselineEntry(found(many(11)), known)).toEqual({ 'wire-truncated': { '*': 11 } });
  });

  it('has one canonical form, without files that have no findings', () => {
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
      schemaVersion: 2,
      tool: 'protomdl',
      files: { b: { 'a-a': { '*': 7 }, 'z-z': { [Object.keys(one['z-z'] ?? {})[0] as string]: 1 } } },
    });
    expect(text.indexOf('a-a')).toBeLessThan(text.indexOf('z-z'));
  });

  it.each([
    ['', /^b\.json: /],
    ['{', /^b\.json: /],
    ['[]', 'must be an object'],
    ['{}', 'not a baseline'],
    ['{"schemaVersion":3,"files":{}}', 'schemaVersion must be a whole number from 1 to 2'],
    ['{"schemaVersion":1,"files":[]}', 'files must be an object'],
    ['{"schemaVersion":1,"files":{"a":{"c":{"x":0}}}}', 'whole number'],
    ['{"schemaVersion":1,"files":{"a":{"c":["x"]}}}', 'must be an object'],
    ['{"schemaVersion":1,"file":{}}', 'did you mean files?'],
  ])('is refused if it is invalid: %s', (text, message) => {
    expect(() => readBaseline(text, 'b.json')).toThrow(message);
  });

  it('may contain files whose names are properties of every object', () => {
    const text = '{"schemaVersion":2,"files":{"__proto__":{"c":{"x":1}},"constructor":{}}}';
    const known = readBaseline(text, 'b.json');
    expect(known.get('__proto__')?.get('c')?.get('x')).toBe(1);
    expect(known.get('toString')).toBeUndefined();
  });
});
