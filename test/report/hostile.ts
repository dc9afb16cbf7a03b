import type { ReportedFile } from '../../src/show/report/reporter.js';
import { diagnostic, reported } from './specimen.js';

/** Texts that have a meaning in some format, but must be shown as plain text. */
export const HOSTILE = [
  '\u001b[2J\u009b\u0007',
  'two\nlines\r\n\ttabs',
  '\u202eright to left\u2066\u200b\u{e0041}\ufffe\ud800',
  '::error::x%0A::stop-commands::y',
  'a,b;c:d%25"quoted"\'single\'',
  ']]><![CDATA[ </failure></testcase> <b onload="x">&amp; <!--',
  '=1+2 @SUM(A1) +x -y |cell| `tick` ``two`` *bold* _it_ [link](http://x) <img src=x> #1 @user ~~no~~',
  '=cmd|calc!A0',
  '\\](x) [a](b)',
  '  leading and trailing  ',
  '`',
  '```\n# heading\n</details>',
] as const;

/** Returns the report of a file, with this text in every member that has text from files. */
export function hostileFile(text: string): ReportedFile {
  return reported({
    path: text,
    diagnostics: [
      diagnostic({ code: 'odd-code', path: text, message: text, offset: 1, length: 2 }),
      diagnostic({
        code: 'odd-code',
        severity: 'warning',
        path: '',
        message: text,
        offset: 3,
        related: [{ offset: 0, length: 1, path: text, message: text }],
      }),
    ],
  });
}

export function hostileUnreadable(text: string): ReportedFile {
  return reported({
    path: text,
    verdict: 'unreadable',
    error: { code: 'source-unreadable', message: text },
  });
}
