import { type Catalogue, catalogueOf } from '../../src/base/diagnostics/catalogue.js';
import { type Format, type ReportOptions, reporterOf } from '../../src/show/report/formats.js';
import { PLAIN } from '../../src/show/report/palette.js';
import type { ReportedFile } from '../../src/show/report/reporter.js';
import { diagnostic, reported } from './specimen.js';

export const CATALOGUE: Catalogue = catalogueOf([
  {
    code: 'odd-code',
    severity: 'error',
    group: 'frame',
    summary: 'something that is odd',
    refusedBy: ['4.8.0'],
    implies: ['other-code'],
    about: () => ({
      why: 'Nobody gets an answer.',
      runtime: 'Rejected from 4.8 on (INVALID_HEF).',
      wrong: 'header { hw_arch: 7 }',
      fix: 'header { hw_arch: 1 }',
    }),
  },
  { code: 'other-code', severity: 'warning', summary: 'another thing', runtime: 'Accepted.' },
  { code: 'third-code', severity: 'info', summary: 'a note' },
]);

/** Returns the text of a whole report. */
export async function rendered(
  format: Format,
  files: readonly ReportedFile[],
  options: Partial<ReportOptions> & { cut?: boolean } = {},
): Promise<string> {
  const reporter = await reporterOf(format, {
    tool: { name: 'protomdl', version: '1.2.3' },
    catalogue: CATALOGUE,
    failOn: 'error',
    palette: PLAIN,
    quiet: false,
    ...options,
  });
  const body = files.map((file) => reporter.file(file)).join('');
  return reporter.begin() + body + reporter.end(options.cut);
}

/** A valid file, a file with many features, and an unreadable file. */
export const FILES: readonly ReportedFile[] = [
  reported({ path: './models/good.hef' }),
  reported({
    path: 'models/bad one.hef',
    counts: { error: 1002, warning: 1, info: 1 },
    totals: [
      { code: 'odd-code', severity: 'error', count: 1002 },
      { code: 'other-code', severity: 'warning', count: 1 },
      { code: 'third-code', severity: 'info', count: 1 },
    ],
    diagnosticsCapped: true,
    diagnostics: [
      diagnostic({ code: 'odd-code', offset: 12, length: 8, path: '', message: 'it is 7 at 12' }),
      diagnostic({
        code: 'odd-code',
        offset: 1042,
        length: 6,
        path: 'network_groups[0].contexts[2]',
        message: 'it is 8',
        related: [{ offset: 4, length: 2, path: 'header', message: 'because of this' }],
      }),
      diagnostic({
        code: 'other-code',
        severity: 'warning',
        offset: 2000,
        length: 1,
        path: 'header.#7',
        message: 'another',
      }),
      diagnostic({ code: 'third-code', severity: 'info', offset: 2100, count: 5000, message: 'a note' }),
    ],
  }),
  reported({
    path: '-',
    verdict: 'unreadable',
    error: { code: 'source-unreadable', message: 'no permission' },
    container: { framing: 'bare', version: null, checksum: 'none' },
    bytes: { size: 0, read: 0 },
  }),
];
