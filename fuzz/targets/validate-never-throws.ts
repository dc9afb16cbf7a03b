import { RELEASES } from '../../src/base/diagnostics/catalogue.js';
import { memorySource } from '../../src/base/source/memory.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import type { FileReport } from '../../src/check/validate/file-report.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { FORMATS, reporterOf } from '../../src/show/report/formats.js';
import { PLAIN } from '../../src/show/report/palette.js';
import type { ReportedFile } from '../../src/show/report/reporter.js';
import { traitsOf } from '../reports.js';
import { Disagreement, type Target } from '../target.js';

const FRAMINGS = ['auto', 'auto', 'bare', 'framed'] as const;

/** A file of some kilobytes takes less than a millisecond; a busy machine needs more. */
const MAX_MS = 3000;

export const validateNeverThrows: Target = {
  name: 'validate-never-throws',
  about: 'any bytes have a consistent report: all rules, predictions and checksums, in all formats, in time',
  shape: 'file',
  prefix: 1,
  async open() {
    return {
      async run(input) {
        const choice = input[0] ?? 0;
        const bytes = input.slice(1);
        const from = performance.now();
        const report = await validate(memorySource(bytes), {
          framing: FRAMINGS[choice & 3]!,
          maxPerCode: 1 + ((choice >> 2) & 3) * 10,
          runtimes: RELEASES,
          checksums: nodeChecksums,
        });
        const ms = performance.now() - from;
        if (ms > MAX_MS) throw new Disagreement('slow', `${bytes.length} bytes took ${Math.round(ms)} ms`);
        checkReport(report, bytes.length);
        // Formatting a report takes longer than the validation, so only some inputs do this.
        if (choice >> 4 === 0) await render(report);
        return traitsOf(report);
      },
    };
  },
};

function checkReport({ diagnostics, counts, totals = [], verdict, bytes }: FileReport, size: number): void {
  if (bytes.size !== size) throw new Disagreement('size', `${bytes.size}, not ${size}`);
  if (counts.error > 0 !== (verdict === 'invalid'))
    throw new Disagreement('verdict', `${verdict}, ${counts.error} errors`);
  let last = { offset: 0, length: 0, code: '' };
  for (const diagnostic of diagnostics) {
    const { offset, length, code, message } = diagnostic;
    const where = `${code} at ${offset}+${length}`;
    if (!CATALOGUE.has(code)) throw new Disagreement('code', `${code} is not in the catalogue`);
    if (message === '' || /undefined|\[object/.test(message))
      throw new Disagreement(`text of ${code}`, message);
    const isInside = Number.isSafeInteger(offset) && offset >= 0 && length >= 0 && offset <= size;
    if (!isInside || offset + length > size)
      throw new Disagreement(`place of ${code}`, `${offset}+${length} of ${size}`);
    // A related place may be a record that claims more bytes than exist.
    for (const related of diagnostic.related ?? []) {
      const begins = Number.isSafeInteger(related.offset) && related.offset >= 0 && related.offset <= size;
      if (!begins) throw new Disagreement(`related place of ${code}`, `${related.offset} of ${size}`);
    }
    const inOrder = last.offset < offset || (last.offset === offset && last.length <= length);
    if (!inOrder)
      throw new Disagreement('order', `${where} after ${last.code} at ${last.offset}+${last.length}`);
    last = diagnostic;
  }
  const listed = diagnostics.length;
  const all = totals.reduce((sum, { count }) => sum + count, 0);
  const counted = counts.error + counts.warning + counts.info;
  if (all !== counted || listed > counted) throw new Disagreement('counts', `${listed}, ${all}, ${counted}`);
}

async function render(report: FileReport): Promise<void> {
  const file: ReportedFile = { ...report, path: 'model.hef' };
  for (const format of FORMATS) {
    const options = {
      tool: { name: 'protomdl', version: '0' },
      catalogue: CATALOGUE,
      failOn: 'error',
      palette: PLAIN,
      quiet: false,
    } as const;
    const reporter = await reporterOf(format, options);
    const text = reporter.begin() + reporter.file(file) + reporter.end();
    const isJson = format === 'json' || format === 'sarif' || format === 'gitlab';
    if (isJson) JSON.parse(text);
    // Text from a file must not move the terminal's cursor.
    const control = [...text].find(
      (char) => (char < ' ' && char !== '\n' && char !== '\t' && char !== '\r') || char === '\x7f',
    );
    if (control !== undefined)
      throw new Disagreement(`control character in ${format}`, JSON.stringify(control));
  }
}
