/** Rows with findings are marked. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Diagnostic, Severity } from '../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../src/base/source/memory.js';
import { FindingMarks } from '../../src/page/views/structure/finding-marks.js';
import { Inspector } from '../../src/show/inspect/inspector.js';

function finding(offset: number, severity: Severity, length = 2): Diagnostic {
  return { code: 'x', severity, offset, length, count: 1, path: '', message: '', related: [] };
}

describe('marks of findings', () => {
  it('show the highest severity of the findings in a part', () => {
    const marks = new FindingMarks([
      finding(4, 'info'),
      finding(10, 'warning'),
      finding(20, 'error'),
      finding(20, 'warning'),
      finding(30, 'warning'),
    ]);
    const worst = (offset: number, end: number) => marks.worstIn({ offset, length: end - offset });
    expect(worst(0, 100)).toBe('error');
    expect(worst(0, 10)).toBeNull();
    expect(worst(0, 11)).toBe('warning');
    expect(worst(10, 20)).toBe('warning');
    expect(worst(20, 21)).toBe('error');
    expect(worst(21, 40)).toBe('warning');
    expect(worst(31, 400)).toBeNull();
    expect(new FindingMarks([]).worstIn({ offset: 0, length: 100 })).toBeNull();
  });

  it('show a cut at the last available byte', () => {
    const marks = new FindingMarks([finding(50, 'error', 0)]);
    expect(marks.worstIn({ offset: 40, length: 10 })).toBe('error');
    expect(marks.worstIn({ offset: 50, length: 10 })).toBeNull();
  });

  it('lead from the file down to each error of the corpus', async () => {
    const folder = new URL('../../corpus/invalid/', import.meta.url);
    for (const name of readdirSync(folder).filter((other) => other.endsWith('.mdl'))) {
      const bytes = readFileSync(new URL(name, folder));
      const report = readFileSync(new URL(name.replace(/mdl$/, 'report.json'), folder), 'utf8');
      const { diagnostics } = JSON.parse(report) as { readonly diagnostics: readonly Diagnostic[] };
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      const marks = new FindingMarks(diagnostics);
      const inspector = await Inspector.open(memorySource(bytes));
      for (const { offset, length } of errors) {
        if (bytes.length === 0) continue;
        const { parts } = await inspector.at(length === 0 ? Math.max(0, offset - 1) : offset);
        const around = parts.filter((part) => part.offset <= offset && part.length > 0);
        const marked = around.map((part) => marks.worstIn(part));
        expect([name, marked[0]]).toEqual([name, 'error']);
      }
    }
  });
});
