import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { escapeText } from '../../../show/report/escape.js';
import { offsetText } from '../../../show/report/text.js';

/** Formats a finding for an issue or a chat. @param address link to the finding */
export function findingMarkdown(
  file: string,
  code: string,
  finding: Diagnostic | null,
  address: string,
): string {
  const name = asCode(file.replace(/^.*[\\/]/, ''));
  const link = `[open it](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  if (finding === null) return `**${plain(code)}** in ${name} (${link})\n`;
  const path = finding.path === '' ? '' : `, ${asCode(finding.path)}`;
  return `**${plain(code)}** (${finding.severity}) in ${name}, at ${offsetText(finding.offset)}${path}: ${plain(finding.message)} (${link})\n`;
}

/** Formats any text as code. */
function asCode(text: string): string {
  const printable = escapeText(text);
  const ticks = '`'.repeat(1 + Math.max(0, ...[...printable.matchAll(/`+/g)].map(([run]) => run.length)));
  const room = printable.startsWith('`') || printable.endsWith('`') ? ' ' : '';
  return `${ticks}${room}${printable}${room}${ticks}`;
}

/** Escapes all markup in a text. */
function plain(text: string): string {
  return escapeText(text).replace(/[\\`*_{}[\]<>#|!~]/g, (sign) => `\\${sign}`);
}
