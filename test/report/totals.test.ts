import { describe, expect, it } from 'vitest';
import type { RuntimeVerdict } from '../../src/check/runtime/verdict.js';
import { cappedReport, foldByCode } from '../../src/show/report/fold.js';
import { isRefused, Totals, verdictLine } from '../../src/show/report/totals.js';
import { rendered } from './rendered.js';
import { diagnostic, reported } from './specimen.js';

const said = (verdict: RuntimeVerdict['verdict']): RuntimeVerdict => ({
  verdict,
  stage: null,
  status: null,
  name: null,
  because: [],
  reasons: [],
  configure: [],
});

describe('a cause of a failed run', () => {
  it('can be a release that refuses a file, with --fail-on runtime', () => {
    const totals = new Totals();
    totals.add(reported({ runtime: { '4.8.0': said('accepts') } }));
    totals.add(reported({ diagnostics: [diagnostic({ code: 'e-e' })] }));
    expect([totals.fails('runtime'), totals.fails('error')]).toEqual([false, true]);
    totals.add(reported({ runtime: { '4.8.0': said('accepts'), '4.20.0': said('hangs') } }));
    expect([totals.fails('runtime'), totals.fails('never')]).toEqual([true, false]);
    for (const verdict of ['rejects', 'crashes', 'hangs'] as const) {
      expect(isRefused({ runtime: { '4.8.0': said(verdict) } })).toBe(true);
    }
    expect(isRefused({})).toBe(false);
  });
});

describe('the last line', () => {
  it('has no verdict if no file was checked', () => {
    expect(verdictLine(new Totals())).toBe('NOTHING: no file was checked');
    expect(verdictLine(new Totals(), 'error', true)).toBe('INCOMPLETE: no file was checked');
  });

  it('counts releases and checksums of readable files only', () => {
    const totals = new Totals();
    const runtime = { '4.8.0': said('accepts'), '4.20.0': said('rejects') };
    const targets = ['4.8.0'] as const;
    totals.add(reported({ runtime, targets }));
    totals.add(reported({ runtime, targets, diagnostics: [diagnostic({ code: 'e-e' })] }));
    const error = { code: 'source-not-found', message: 'gone' };
    totals.add(reported({ verdict: 'unreadable', error }));
    expect(verdictLine(totals)).toMatch(
      /; 1 file could not be read; all load on 4\.8\.0; 4\.20\.0 does not take 2 of 2 files; all 2 checksums verified$/,
    );
  });

  it('counts ignored findings, and reports an incomplete run', async () => {
    const file = reported({ suppressed: 3 });
    expect(await rendered('human', [file, file])).toMatch(
      /\nVALID: 2 files, no errors; 6 findings ignored or/,
    );
    expect(await rendered('human', [file], { cut: true })).toMatch(
      /\nINCOMPLETE: of 1 file looked at, VALID/,
    );
  });
});

describe('a capped listing', () => {
  const findings = [1, 2, 3, 4].flatMap((offset) => [
    diagnostic({ code: 'a-a', offset }),
    diagnostic({ code: 'b-b', offset, severity: 'warning' }),
  ]);

  it('has exact counts if the report has counts by code', () => {
    const file = reported({
      diagnostics: findings,
      counts: { error: 104, warning: 54, info: 0 },
      totals: [
        { code: 'a-a', severity: 'error', count: 104 },
        { code: 'b-b', severity: 'warning', count: 54 },
      ],
    });
    const { groups, unlisted } = foldByCode(file);
    expect(groups.map(({ code, more }) => [code, more])).toEqual([
      ['a-a', 100],
      ['b-b', 50],
    ]);
    expect(unlisted).toEqual({ error: 0, warning: 0, info: 0 });
  });

  it('has the same totals as a listing with a lower cap', () => {
    const file = reported({ diagnostics: findings });
    const two = cappedReport(file, 2);
    expect(two.diagnostics.map(({ code, offset }) => `${code} ${offset}`)).toEqual([
      'a-a 1',
      'b-b 1',
      'a-a 2',
      'b-b 2',
    ]);
    expect(two).toMatchObject({ diagnosticsCapped: true, counts: file.counts, verdict: 'invalid' });
    expect(cappedReport(file, 4)).toBe(file);
  });
});
