import type { FileReport } from '../validate/file-report.js';
import { escapeText } from './escape.js';
import { verdictText } from './runtime-text.js';
import { xml } from './stats-treemap.js';
import { bytesText, counted, offsetText } from './text.js';

const STYLE = `
body { font: 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: #1b2128; max-width: 1240px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 20px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 28px 0 6px; }
svg { max-width: 100%; height: auto; max-height: 190vh; }
table { border-collapse: collapse; width: 100%; } th { color: #56616d; text-align: left; }
td, th { padding: 3px 12px 3px 0; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid #dde2e7; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; }
.error, .bad { color: #b3261e; } .warning { color: #8a5300; } .info { color: #0b5cad; } .good { color: #1a6b33; } .quiet { color: #56616d; }
@media print { body { margin: 0; max-width: none; } tr, figure { break-inside: avoid; } }
`;

/** Findings that are written: a report is for reading. */
const MOST = 2000;

/**
 * A report of one file as a page that is complete in itself: no script, and nothing from a network, which its content
 * security policy says too. Text from the file is escaped.
 * @param picture an SVG, such as that of the network; empty for none
 */
export function fileHtml(report: FileReport, name: string, picture: string): string {
  const { verdict, container, bytes, counts, diagnostics, runtime } = report;
  const releases = Object.entries(runtime ?? {}).map(([release, told]) => {
    const reasons = told.reasons.map(
      ({ code, message, offset }) => `${code}: ${message} (at ${offsetText(offset)})`,
    );
    const more = reasons.length > 0 ? reasons : told.configure.map((code) => `cannot be configured: ${code}`);
    const isGood = told.verdict === 'accepts' && told.configure.length === 0;
    return `<tr><th scope="row">${xml(release)}</th><td class="${isGood ? 'good' : 'bad'}">${isGood ? '✓' : '✗'} ${text(verdictText(told))}</td><td>${more.map(text).join('<br>')}</td></tr>`;
  });
  const order = { error: 0, warning: 1, info: 2 };
  const findings = diagnostics
    .toSorted((a, b) => order[a.severity] - order[b.severity] || a.offset - b.offset)
    .slice(0, MOST)
    .map(
      ({ severity, code, offset, path, message }) =>
        `<tr><td class="${severity}">${severity}</td><td><strong>${xml(code)}</strong><br>${text(message)}</td><td>${offsetText(offset)}<br><code>${text(path)}</code></td></tr>`,
    );
  const framing =
    container.version === null ? container.framing : `${container.framing}, version ${container.version}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(name)} – protomdl</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${text(name)}</h1>
<p><strong class="${verdict === 'valid' ? 'good' : 'bad'}">${verdict.toUpperCase()}</strong> ${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}, ${counted(counts.info, 'info')}
<span class="quiet">· ${xml(framing)} · ${bytesText(bytes.size ?? 0)} · checksum ${xml(container.checksum)}</span></p>
<h2>Where it loads</h2>
<table><tr><th>release</th><th>verdict</th><th>because</th></tr>
${releases.join('\n')}
</table>
<h2>Findings</h2>
${findings.length === 0 ? '<p>None.</p>' : `<table><tr><th>severity</th><th>what</th><th>where</th></tr>\n${findings.join('\n')}\n</table>`}
${diagnostics.length > MOST ? `<p class="quiet">These are the first ${MOST} of ${diagnostics.length}.</p>` : ''}
${picture === '' ? '' : `<h2>The network</h2>\n<figure>${picture}</figure>`}
</body>
</html>
`;
}

function text(part: string): string {
  return xml(escapeText(part));
}
