import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { escapeText } from './escape.js';
import { loadAnswers } from './load-answer.js';
import type { ReportedFile, Reporter, ReportPicture } from './reporter.js';
import { loads, loadsText } from './runtime-text.js';
import { xml } from './svg.js';
import { bytesText, counted, offsetText } from './text.js';
import { pageOf } from './tool.js';

const STYLE = `
body { font: 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: #1b2128; max-width: 1240px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 20px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 28px 0 6px; }
section + section { border-top: 2px solid #c9d1d9; margin-top: 40px; padding-top: 24px; }
figure { margin: 0; } svg { max-width: 100%; height: auto; max-height: 190vh; }
table { border-collapse: collapse; width: 100%; } th { color: #56616d; text-align: left; }
td, th { padding: 3px 12px 3px 0; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid #dde2e7; }
td:first-child { white-space: nowrap; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; }
.error, .bad { color: #b3261e; } .warning { color: #8a5300; } .info { color: #0b5cad; } .good { color: #1a6b33; } .quiet { color: #56616d; }
@media print { body { margin: 0; max-width: none; } tr, figure { break-inside: avoid; } section + section { break-before: page; } svg { max-height: 95vh; } }
`;

/** Maximum number of findings of a file, because people read the report. */
const MOST = 2000;
const ORDER = { error: 0, warning: 1, info: 2 };

/**
 * Makes a reporter of a self-contained page without scripts and network access; its content security policy
 * forbids both. Text from files is escaped.
 */
export function htmlReporter(): Reporter {
  return {
    needsPictures: true,
    begin: () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>protomdl validate</title>
<style>${STYLE}</style>
</head>
<body>
`,
    file: fileSection,
    end: (cut) =>
      `${cut ? '<p class="error">Stopped before all files were checked.</p>\n' : ''}</body>\n</html>\n`,
  };
}

function fileSection(file: ReportedFile): string {
  const { path, error } = file;
  return `<section>
<h1>${text(path)}</h1>
${error === null ? readable(file) : `<p><strong class="bad">UNREADABLE</strong> ${text(error.message)} <code>${xml(error.code)}</code></p>`}
</section>
`;
}

function readable(file: ReportedFile): string {
  const { verdict, container, bytes, counts, runtime = {}, pictures = [] } = file;
  const releases = loadsText(runtime);
  const framing =
    container.version === null ? container.framing : `${container.framing}, version ${container.version}`;
  const title = file.hasKnownErrors && verdict === 'valid' ? 'NO NEW ERRORS' : verdict.toUpperCase();
  return `<p><strong class="${verdict === 'valid' ? 'good' : 'bad'}">${title}</strong>${releases === '' ? '' : `; ${text(releases)}`}</p>
<p>${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}, ${counted(counts.info, 'note')}
<span class="quiet">· ${xml(framing)} · ${bytesText(bytes.size)} · checksum ${xml(container.checksum)}</span></p>
${[releasesTable(file), findingsTable(file), ...pictures.map(figure)].filter((part) => part !== '').join('\n')}`;
}

function releasesTable(file: ReportedFile): string {
  if (file.runtime === undefined) return '';
  const rows = loadAnswers(file).map(({ spans, verdict, headline, reasons, knows, remedies }) => {
    const isGood = loads(verdict);
    const lines = [
      ...reasons.map(({ code, message, offset }) => `${code}: ${message} (at ${offsetText(offset)})`),
      ...verdict.configure.map((code) => `cannot be configured: ${code}`),
      ...(knows === null ? [] : [`${knows}.`]),
      ...remedies.map((remedy) => `→ ${remedy}`),
    ];
    return `<tr><th scope="row">${xml(spans)}</th><td class="${isGood ? 'good' : 'bad'}">${isGood ? '✓' : '✗'} ${text(headline)}</td><td>${lines.map(text).join('<br>')}</td></tr>`;
  });
  return table('Where it loads', ['release', 'verdict', 'why, and what to do'], rows);
}

function findingsTable({ diagnostics, diagnosticsCapped }: ReportedFile): string {
  const rows = diagnostics
    .toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity] || a.offset - b.offset)
    .slice(0, MOST)
    .map(findingRow);
  if (rows.length === 0) return '<h2>Findings</h2>\n<p>None.</p>';
  const more =
    rows.length < diagnostics.length || diagnosticsCapped
      ? '\n<p class="quiet">Some codes have more findings than are listed; the counts above include all.</p>'
      : '';
  return table('Findings', ['severity', 'what', 'where'], rows) + more;
}

function findingRow({ severity, code, offset, path, message, count }: Diagnostic): string {
  const times = count > 1 ? ` ×${count}` : '';
  const page = pageOf(code);
  const name = page === undefined ? xml(code) : `<a href="${xml(page)}">${xml(code)}</a>`;
  return `<tr><td class="${severity}">${severity}</td><td><strong>${name}</strong>${times}<br>${text(message)}</td><td>${offsetText(offset)}<br><code>${text(path)}</code></td></tr>`;
}

function table(title: string, columns: readonly string[], rows: readonly string[]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<h2>${title}</h2>\n<table>\n<tr>${head}</tr>\n${rows.join('\n')}\n</table>`;
}

function figure({ title, svg }: ReportPicture): string {
  return `<h2>${text(title)}</h2>\n<figure>\n${svg}</figure>`;
}

function text(part: string): string {
  return xml(escapeText(part));
}
