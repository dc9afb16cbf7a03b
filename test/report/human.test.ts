import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/base/diagnostics/catalogue.js';
import { type HumanOptions, humanReporter } from '../../src/show/report/human.js';
import { ANSI } from '../../src/show/report/palette.js';
import type { Excerpt, ReportedFile } from '../../src/show/report/reporter.js';
import { countingBytes, diagnostic, reported } from './specimen.js';

const CATALOGUE = catalogueOf([
  {
    code: 'action-unset',
    severity: 'error',
    summary: 'an action without a member',
    runtime: 'INTERNAL_FAILURE when configuring (up to 4.11), when loading (from 4.12)',
  },
]);

function render(files: readonly ReportedFile[], options: HumanOptions = {}, excerpt?: Excerpt): string {
  const reporter = humanReporter({ catalogue: CATALOGUE, ...options });
  return reporter.begin() + files.map((file) => reporter.file(file, excerpt)).join('') + reporter.end();
}

const ACTION = 'network_groups[0].contexts[2].operations[17].actions';

/**
 * A report with many features: folded findings, a cap, related places, a span at the end, severities, hostile
 * names.
 */
const BUSY = reported({
  container: { framing: 'framed', version: 3, checksum: 'mismatch' },
  counts: { error: 1206, warning: 1, info: 1 },
  diagnosticsCapped: true,
  diagnostics: [
    diagnostic({
      code: 'frame-checksum-mismatch',
      offset: 12,
      length: 8,
      message: 'the checksum is 1 and should be 2',
    }),
    diagnostic({
      code: 'unknown-fields',
      severity: 'info',
      offset: 70,
      length: 3,
      count: 5000,
      path: '#77',
      message: 'field 77 of Mdl',
    }),
    ...[1042, 1050, 1058, 1066].map((offset, index) =>
      diagnostic({
        code: 'action-unset',
        offset,
        length: 6,
        path: `${ACTION}[${index + 3}]`,
        message:
          'none of the members of the oneof `action` is set, so that nothing says what the loader is to do when it comes here',
      }),
    ),
    diagnostic({
      code: 'oneof-multiple-members',
      severity: 'warning',
      offset: 4097,
      length: 40,
      path: `${ACTION}[9]`,
      message: 'two members of `action`',
      related: [1, 2, 3, 4, 5].map((index) => ({
        offset: 4000 + index,
        length: 2,
        path: `${ACTION}[9]`,
        message: `overwritten member ${index}`,
      })),
    }),
    diagnostic({
      code: 'wire-truncated',
      offset: 4250,
      path: 'network_groups[0]',
      message: 'evil \u001b[2J\u202e name\nnext',
    }),
  ],
});

const WARNING = diagnostic({ code: 'oneof-multiple-members', severity: 'warning' });
const UNREAD = (code: string): Parameters<typeof reported>[0] => ({
  verdict: 'unreadable',
  error: { code, message: 'it cannot be read' },
});

describe('human report', () => {
  it('shows everything about an invalid file', async () => {
    await expect(render([BUSY], { width: 100 }, countingBytes(4250))).toMatchFileSnapshot('golden/busy.txt');
  });

  it('keeps to 80 columns, except for paths', () => {
    const lines = render([BUSY], { width: 20 }, countingBytes(4250)).split('\n');
    const long = lines.filter((line) => line.length > 80 && !line.includes(ACTION));
    expect(long).toEqual([]);
  });

  it('marks bytes with colours instead of brackets', async () => {
    const text = render([BUSY], { width: 100, palette: ANSI }, countingBytes(4250));
    await expect(text).toMatchFileSnapshot('golden/busy-colours.txt');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for these
    const bare = text.replace(/\u001b\[\d+m/g, '');
    const hex = /^ {4}[0-9a-f]{8} .*[[\]]/m;
    expect(bare).not.toMatch(hex);
    expect(render([BUSY], {}, countingBytes(4250))).toMatch(hex);
  });

  it('escapes escape sequences, line breaks and direction overrides of a file', () => {
    const evil = '\u001b]0;x\u0007\u009b2J\n\u2066';
    const text = render([
      reported({
        path: `${evil}.hef`,
        diagnostics: [
          diagnostic({
            code: 'string-not-utf8',
            path: evil,
            message: evil,
            related: [{ offset: 0, length: 0, path: evil, message: evil }],
          }),
        ],
      }),
      reported({ path: evil, verdict: 'unreadable', error: { code: 'source-unreadable', message: evil } }),
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for these
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2066]/);
    const clean = render([
      reported({
        path: 'x.hef',
        diagnostics: [
          diagnostic({
            code: 'string-not-utf8',
            path: 'x',
            message: 'x',
            related: [{ offset: 0, length: 0, path: 'x', message: 'x' }],
          }),
        ],
      }),
      reported({ path: 'x', verdict: 'unreadable', error: { code: 'source-unreadable', message: 'x' } }),
    ]);
    expect(text.split('\n').length).toBe(clean.split('\n').length);
  });

  it('counts findings that are not listed by code, or by severity if several codes can have it', () => {
    const of = (codes: string[], errors: number): string =>
      render([
        reported({
          counts: { error: errors, warning: 0, info: 0 },
          diagnosticsCapped: true,
          diagnostics: codes.map((code, index) => diagnostic({ code, offset: index })),
        }),
      ]);
    expect(of(['a', 'a', 'b'], 1005)).toMatch(/… and 1,002 more\n\n {2}error {3}b/);
    expect(of(['a', 'b'], 1005)).toContain('… and 1,003 more of severity error');
    expect(of(['a', 'a', 'a', 'a', 'a'], 5)).toMatch(/… and 2 more\n/);
    expect(of(['a', 'a', 'a'], 3)).not.toContain('more');
  });

  it('has one line for each invalid file and the last line with --quiet', () => {
    const files = [
      reported({ path: 'good.hef' }),
      BUSY,
      reported({
        path: 'gone.hef',
        verdict: 'unreadable',
        error: { code: 'source-not-found', message: 'gone.hef: there is no such file' },
      }),
    ];
    expect(render(files, { quiet: true })).toBe(
      'INVALID     models/net.hef\n' +
        'UNREADABLE  gone.hef: there is no such file\n' +
        'INVALID: 1,206 errors, 1 warning, 1 info in 1 of 3 files; 1 file could not be read; 1 checksum wrong; 1 checksum verified\n',
    );
  });
});

describe('the last line', () => {
  const last = (files: readonly ReportedFile[], options: HumanOptions = {}): string =>
    render(files, options).trimEnd().split('\n').at(-1)!;
  const warned = reported({ diagnostics: [diagnostic({ code: 'w', severity: 'warning' })] });
  const failed = reported({ diagnostics: [diagnostic({ code: 'e' })] });
  const bare = reported({ container: { framing: 'bare', version: null, checksum: 'none' } });
  const skipped = reported({ container: { framing: 'framed', version: 2, checksum: 'skipped' } });
  const gone = reported({ verdict: 'unreadable', error: { code: 'source-not-found', message: 'no' } });

  it.each<[string, readonly ReportedFile[], HumanOptions, string]>([
    ['a valid file', [reported()], {}, 'VALID: no errors; checksum verified'],
    ['a bare one', [bare], {}, 'VALID: no errors; no checksum to check'],
    ['an unchecked one', [skipped], {}, 'VALID: no errors; checksum not checked'],
    ['warnings', [warned], {}, 'VALID: no errors, 1 warning; checksum verified'],
    [
      'warnings that fail',
      [warned],
      { failOn: 'warning' },
      'VALID: no errors, 1 warning; checksum verified; fails because of --fail-on warning',
    ],
    ['an error', [failed], {}, 'INVALID: 1 error; checksum verified'],
    [
      'an error among files',
      [reported(), failed, bare],
      {},
      'INVALID: 1 error in 1 of 3 files; 2 checksums verified; no checksum to check in 1 of 3',
    ],
    [
      'several valid ones',
      [reported(), reported()],
      {},
      'VALID: 2 files, no errors; all 2 checksums verified',
    ],
    ['a file that is gone', [gone], {}, 'UNREADABLE: the file could not be read'],
    ['all gone', [gone, gone], {}, 'UNREADABLE: none of 2 files could be read'],
    [
      'one gone',
      [gone, reported()],
      {},
      'UNREADABLE: 1 of 2 files; the rest valid: no errors; checksum verified',
    ],
  ])('%s', (_, files, options, expected) => {
    expect(last(files, options)).toBe(expected);
  });

  it.each<[colour: 'red' | 'yellow' | 'green', parts: Parameters<typeof reported>[0][], failOn?: 'warning']>([
    ['green', [{}]],
    ['green', [{ diagnostics: [WARNING] }]],
    ['yellow', [{ diagnostics: [WARNING] }], 'warning'],
    ['red', [{ diagnostics: [diagnostic({ code: 'action-unset' })] }]],
    ['red', [{ diagnostics: [diagnostic({ code: 'action-unset' })] }, UNREAD('source-unreadable')]],
    ['yellow', [{}, UNREAD('source-unreadable')]],
    ['yellow', [{}, UNREAD('budget-exceeded')]],
    ['yellow', [{ hasKnownErrors: true }]],
    ['yellow', []],
  ])('ends with a line in %s', (colour, parts, failOn) => {
    const files = parts.map((one) => reported(one));
    const options: HumanOptions = { palette: ANSI, ...(failOn !== undefined && { failOn }) };
    const last = render(files, options).trimEnd().split('\n').at(-1) ?? '';
    expect(last.startsWith(ANSI.bold(ANSI[colour]('|')).split('|')[0] as string)).toBe(true);
    const reporter = humanReporter({ catalogue: CATALOGUE, palette: ANSI });
    for (const file of files) reporter.file(file);
    const cut = reporter.end(true).trimEnd().split('\n').at(-1) ?? '';
    const ofCut = colour === 'red' ? 'red' : 'yellow';
    expect(cut.startsWith(ANSI.bold(ANSI[ofCut]('|')).split('|')[0] as string)).toBe(true);
  });
});
