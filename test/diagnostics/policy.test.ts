/**
 * A user's policy has the same result as if it were applied to each finding alone, in whatever order findings
 * arrive, and however they are divided among collectors.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/base/diagnostics/catalogue.js';
import { Collector } from '../../src/base/diagnostics/collector.js';
import { type Finding, SEVERITIES, type Severity } from '../../src/base/diagnostics/diagnostic.js';
import { fingerprintOf, messageFingerprintOf } from '../../src/base/diagnostics/fingerprint.js';
import { isOff, type Policy, type PolicyLevel, placesNeeded } from '../../src/base/diagnostics/policy.js';

const CATALOGUE = catalogueOf([
  { code: 'bad', severity: 'error', summary: 'bad' },
  { code: 'poor', severity: 'warning', summary: 'poor' },
  { code: 'odd', severity: 'info', summary: 'odd' },
]);

const found = (offset: number, rest: Partial<Finding<string>> = {}): Finding<string> => ({
  code: 'bad',
  offset,
  length: 1,
  path: `p[${offset}]`,
  message: 'm',
  ...rest,
});

function collect(findings: readonly Finding<string>[], policy: Policy, maxPerCode = 100): Collector {
  const collector = new Collector(CATALOGUE, maxPerCode, policy);
  for (const finding of findings) collector.report(finding);
  return collector;
}

const nameOf = (finding: Finding<string>): string =>
  fingerprintOf({ code: finding.code, path: String(finding.path), args: finding.args });

describe('a policy', () => {
  it('makes findings about a target errors, and drops findings about other releases; without targets, both are remarks', () => {
    const findings = [found(1, { releases: ['4.20.0'] }), found(2, { releases: ['4.20.0', '5.2.0'] })];
    const severities = (policy: Policy) => {
      const collector = collect(findings, policy);
      const { diagnostics } = collector.finish();
      return [collector.hasErrors, diagnostics.map(({ offset, severity }) => `${offset} ${severity}`)];
    };
    expect(severities({ targets: ['5.2.0'] })).toEqual([true, ['2 error']]);
    expect(severities({ targets: ['4.21.0'] })).toEqual([false, []]);
    expect(severities({})).toEqual([false, ['1 info', '2 info']]);
  });

  it('changes the severity of a code, or turns the code off', () => {
    const findings = [found(1), found(2, { code: 'poor' }), found(3, { code: 'odd' })];
    const levels = new Map<string, PolicyLevel>([
      ['bad', 'info'],
      ['poor', 'off'],
    ]);
    const { counts, diagnostics, totals } = collect(findings, { levels }).finish();
    expect(counts).toEqual({ error: 0, warning: 0, info: 2 });
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['bad info', 'odd info']);
    expect(totals).toEqual([
      { code: 'bad', severity: 'info', count: 1 },
      { code: 'odd', severity: 'info', count: 1 },
    ]);
    expect([isOff({ levels }, 'poor'), isOff({ levels }, 'bad'), isOff(undefined, 'poor')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('changes severities of codes that the settings do not name', () => {
    const findings = [
      found(1, { severity: 'warning' }),
      found(2, { code: 'poor' }),
      found(3, { code: 'odd' }),
    ];
    const policy: Policy = { shift: { warning: 'error' }, levels: new Map([['poor', 'warning']]) };
    expect(collect(findings, policy).finish().counts).toEqual({ error: 1, warning: 1, info: 1 });
  });

  it('still reports that there were errors if the errors are turned off', () => {
    const policy: Policy = { levels: new Map([['bad', 'off']]) };
    expect(collect([found(1)], policy).hasErrors).toBe(true);
    expect(collect([found(1, { code: 'poor' })], policy).hasErrors).toBe(false);
  });

  it('leaves out findings whose code is ignored at their path, before the list is capped', () => {
    const ignores = [{ codes: new Set(['bad']), path: /^p\[[0-4]\]$/ }];
    const findings = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => found(at));
    const { counts, diagnostics, capped, suppressed } = collect(findings, { ignores }, 2).finish();
    expect(counts.error).toBe(3);
    expect(diagnostics.map(({ offset }) => offset)).toEqual([5, 6]);
    expect([capped, suppressed]).toEqual([true, 5]);
    const others = findings.map((finding) => ({ ...finding, code: 'poor' }));
    expect(collect(others, { ignores }).finish().counts.warning).toBe(8);
  });

  it('applies ignores to folded findings by the path of the first of them', () => {
    const ignores = [{ codes: new Set(['odd']), path: /^p\[1\]$/ }];
    const fold = (at: number, key: string) => found(at, { code: 'odd', fold: key });
    expect(collect([fold(2, 'a'), fold(1, 'a'), fold(3, 'b')], { ignores }).finish()).toMatchObject({
      counts: { info: 1 },
      diagnostics: [{ offset: 3 }],
      suppressed: 1,
    });
    expect(collect([fold(0, 'a'), fold(1, 'a')], { ignores }).finish().counts.info).toBe(1);
  });

  it('removes the findings of the baseline, however far their bytes have moved', () => {
    const before = found(10, { path: 'a[0]', message: 'value 7 at 10' });
    const known = new Map([['bad', new Map([[nameOf(before), 1]])]]);
    const moved = found(999, { path: 'a[0]', message: 'value 8 at 999' });
    const fresh = found(5, { path: 'a[1]', message: 'value 7 at 5' });
    expect(collect([moved], { known }).finish()).toMatchObject({ counts: { error: 0 }, suppressed: 1 });
    expect(collect([moved, fresh], { known }).finish().diagnostics).toMatchObject([{ path: 'a[1]' }]);
  });

  it('shows all findings of one name if there are more of them than in the baseline', () => {
    const same = (at: number) => found(at, { path: 'a' });
    const known = new Map([['bad', new Map([[nameOf(same(0)), 2]])]]);
    expect(collect([same(1), same(2)], { known }).finish().counts.error).toBe(0);
    const { counts, diagnostics, suppressed } = collect([same(1), same(2), same(3)], { known }).finish();
    expect([counts.error, diagnostics.length, suppressed]).toEqual([3, 3, 0]);
  });

  it('hides all findings of a code for which the baseline only has a number', () => {
    const known = new Map([['bad', new Map([['*', 3]])]]);
    const findings = (count: number) => [found(1, { more: count - 1 })];
    expect(collect(findings(3), { known }).finish().counts.error).toBe(0);
    expect(collect(findings(4), { known }).finish().counts.error).toBe(4);
  });

  it('compares paths only if this is necessary', () => {
    const known = new Map([['bad', new Map([['*', 3]])]]);
    expect(placesNeeded({ maxPerCode: 20 })).toBe(20);
    expect(placesNeeded({ maxPerCode: 20, policy: { levels: new Map([['bad', 'off']]) } })).toBe(20);
    expect(placesNeeded({ maxPerCode: 20, policy: { known } })).toBe(1000);
    expect(placesNeeded({ maxPerCode: 5000, policy: { known } })).toBe(5000);
  });

  const arbitraryFinding: fc.Arbitrary<Finding<string>> = fc.record({
    code: fc.constantFrom('bad', 'poor', 'odd'),
    offset: fc.nat(30),
    length: fc.nat(2),
    severity: fc.constantFrom(undefined, 'warning' as const),
    path: fc.constantFrom('a', 'b', 'c', ''),
    message: fc.constantFrom('x', 'y'),
    more: fc.nat(2),
  });

  const arbitraryPolicy = (findings: readonly Finding<string>[]): fc.Arbitrary<Policy> =>
    fc.record({
      levels: fc
        .dictionary(fc.constantFrom('bad', 'poor', 'odd'), fc.constantFrom<PolicyLevel>('off', ...SEVERITIES))
        .map((levels) => new Map(Object.entries(levels))),
      shift: fc.constantFrom<Policy['shift'] & {}>({}, { warning: 'error' }, { info: 'off' }),
      ignores: fc.array(
        fc.record({
          codes: fc.subarray(['bad', 'poor', 'odd']).map((codes) => new Set(codes)),
          path: fc.constantFrom(/^a$/, /^[bc]$/, /^$/),
        }),
        { maxLength: 2 },
      ),
      known: fc
        .tuple(fc.subarray([...findings]), fc.integer({ min: 1, max: 4 }), fc.boolean())
        .map(([some, count, all]) => {
          const known = new Map<string, Map<string, number>>();
          for (const finding of some) {
            const name = all && finding.code === 'bad' ? '*' : nameOf(finding);
            known.set(finding.code, (known.get(finding.code) ?? new Map()).set(name, count));
          }
          return known;
        }),
    });

  /** Applies a policy to one finding after the other, without a cap. */
  function expected(findings: readonly Finding<string>[], policy: Policy) {
    const named = (finding: Finding<string>): string | undefined => {
      const names = policy.known?.get(finding.code);
      if (names?.has('*')) return '*';
      return names?.has(nameOf(finding)) ? nameOf(finding) : undefined;
    };
    const kept = findings
      .map((finding) => {
        const natural = finding.severity ?? (CATALOGUE.get(finding.code)?.severity as Severity);
        const level = policy.levels?.get(finding.code) ?? policy.shift?.[natural] ?? natural;
        return { finding, level, weight: 1 + (finding.more ?? 0), name: named(finding) };
      })
      .filter(({ finding, level }) => {
        const hidden = policy.ignores?.some(
          ({ codes, path }) => codes.has(finding.code) && (path as RegExp).test(String(finding.path)),
        );
        return level !== 'off' && !hidden;
      });
    const fresh = kept.filter(({ finding, name }) => {
      if (name === undefined) return true;
      const all = kept.filter((other) => other.finding.code === finding.code && other.name === name);
      const there = all.reduce((sum, { weight }) => sum + weight, 0);
      return there > (policy.known?.get(finding.code)?.get(name) ?? 0);
    });
    const counts = { error: 0, warning: 0, info: 0 };
    for (const { level, weight } of fresh) counts[level as Severity] += weight;
    return { counts, listed: fresh.map(({ finding }) => `${finding.offset} ${finding.code}`).sort() };
  }

  it('counts like a naive implementation, in any order, and if findings are collected in parts', () => {
    fc.assert(
      fc.property(
        fc
          .array(arbitraryFinding, { maxLength: 25 })
          .chain((findings) => fc.tuple(fc.constant(findings), arbitraryPolicy(findings))),
        fc.integer({ min: 1, max: 4 }),
        ([findings, policy], maxPerCode) => {
          const { counts, listed } = expected(findings, policy);
          const whole = collect(findings, policy).finish();
          expect(whole.counts).toEqual(counts);
          expect(whole.diagnostics.map(({ offset, code }) => `${offset} ${code}`).sort()).toEqual(listed);
          const sums = { error: 0, warning: 0, info: 0 };
          for (const { severity, count } of whole.totals) sums[severity] += count;
          expect(sums).toEqual(counts);

          const capped = collect(findings, policy, maxPerCode).finish();
          expect({ ...capped, diagnostics: [], capped: false }).toEqual({
            ...whole,
            diagnostics: [],
            capped: false,
          });
          const merged = new Collector(CATALOGUE, maxPerCode, policy);
          const half = (odd: number) => findings.filter((_, i) => i % 2 === odd).reverse();
          for (const part of [half(0), half(1)]) {
            merged.merge(structuredClone(collect(part, policy, maxPerCode).collected()));
          }
          expect(merged.finish().counts).toEqual(counts);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a fingerprint', () => {
  it('depends on code, path and arguments, not on the message', () => {
    const one = { code: 'bad', path: 'a[1].b', message: 'conv1 is too long', args: ['conv1'] };
    // Fingerprints are stored in users' baselines and alerts, so they must not change. The expected values
    // were computed by a second implementation, in Python.
    const path = 'network_groups[0].contexts[2]';
    expect(fingerprintOf({ code: 'action-unset', path, args: ['a', 'b'] })).toBe('f55f39325be12ddd');
    expect(fingerprintOf({ code: 'no-network-groups', path: '' })).toBe('58874d1ec1d0c762');
    expect(fingerprintOf(one)).toMatch(/^[0-9a-f]{16}$/);
    const reworded = { ...one, message: 'the name conv1 has 80 bytes' };
    expect(fingerprintOf(reworded)).toBe(fingerprintOf(one));
    for (const other of [
      { ...one, code: 'worse' },
      { ...one, path: 'a[2].b' },
      { ...one, args: ['conv2'] },
      { ...one, args: ['conv1', ''] },
      { ...one, args: [] },
      { code: 'bada[1].b', path: '', args: one.args },
    ]) {
      expect(fingerprintOf(other)).not.toBe(fingerprintOf(one));
    }
  });

  it('does not contain the offset that is part of a shortened name', () => {
    const of = (arg: string) => fingerprintOf({ code: 'bad', path: 'a', args: [arg] });
    expect(of('conv… (from offset 12)')).toBe(of('conv… (from offset 99)'));
    expect(of('conv… (from offset 12)')).not.toBe(of('cone… (from offset 12)'));
  });

  it('of a message is made from code, path and words', () => {
    const one = { code: 'bad', path: 'a[1].b', message: 'value 7 of conv1 at 0x1f, 2.5 wanted' };
    const reckoned = { ...one, message: 'value 99 of conv1 at 0xabc, 0 wanted' };
    expect(messageFingerprintOf(reckoned)).toBe(messageFingerprintOf(one));
    const other = { ...one, message: 'value 7 of conv2 at 0x1f, 2.5 wanted' };
    expect(messageFingerprintOf(other)).not.toBe(messageFingerprintOf(one));
  });

  it('differs for each of 200,000 paths', () => {
    const names = new Set<string>();
    for (let i = 0; i < 400; i++) {
      for (let k = 0; k < 500; k++) {
        names.add(fingerprintOf({ code: 'bad', path: `a[${i}].b[${k}]`, args: [] }));
      }
    }
    expect(names.size).toBe(200_000);
  });
});
