import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText } from '../../src/show/report/escape.js';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';

const rows = async (files: Parameters<typeof rendered>[1]): Promise<Record<string, string>[]> =>
  parse(await rendered('csv', files), { columns: true, relax_column_count: false });

describe('a CSV report', () => {
  it('has a row for each finding, and for each file without findings', async () => {
    const all = await rows(FILES);
    expect(all).toHaveLength(6);
    expect(all[0]).toEqual({
      file: './models/good.hef',
      verdict: 'valid',
      severity: '',
      code: '',
      offset: '',
      length: '',
      count: '',
      path: '',
      message: '',
    });
    expect(all[2]).toEqual({
      file: 'models/bad one.hef',
      verdict: 'invalid',
      severity: 'error',
      code: 'odd-code',
      offset: '1042',
      length: '6',
      count: '1',
      path: 'network_groups[0].contexts[2]',
      message: 'it is 8',
    });
    expect(all[5]).toMatchObject({
      verdict: 'unreadable',
      code: 'source-unreadable',
      message: 'no permission',
    });
  });

  it.each(HOSTILE)(
    'contains no formulas or line breaks that a spreadsheet would interpret: %j',
    async (text) => {
      const [first, , gone] = await rows([hostileFile(text), hostileUnreadable(text)]);
      for (const cell of [first?.file, first?.path, first?.message, gone?.file, gone?.message]) {
        expect(cell).not.toMatch(/^[=+\-@\t\r]|[\r\n]/);
        expect(cell?.replace(/^'(?=[=+\-@])/, '')).toBe(escapeText(text));
      }
    },
  );

  it('has a row for each finding, with any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await rows([hostileFile(text), hostileUnreadable(text)])).toHaveLength(3);
      }),
      { numRuns: 200 },
    );
  });
});
