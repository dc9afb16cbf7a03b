import { blocksOf } from '../../tools/stats/block.js';
import { nameText } from './escape.js';
import { type CountedFile, notes, type StatsTable, statsTables, summary } from './stats.js';
import { treemapSvg } from './stats-treemap.js';
import { xml } from './svg.js';

const STYLE = `
body { font: 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: #222; max-width: 1240px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 18px; overflow-wrap: anywhere; } h2 { font-size: 15px; margin: 28px 0 6px; }
svg { width: 100%; height: auto; } g > rect:hover { stroke: #000; stroke-width: 1.5; }
table { border-collapse: collapse; } th { color: #666; font-weight: 500; text-align: left; }
td, th { padding: 1px 14px 1px 0; vertical-align: top; overflow-wrap: anywhere; }
.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note { color: #8a5a00; } .more { color: #666; } td.bar { color: #4e79a7; letter-spacing: -2px; }
`;

/**
 * Makes a self-contained page of treemaps and tables, without scripts and network access; its content
 * security policy forbids both. Text from files is escaped.
 */
export async function statsHtml(files: readonly CountedFile[], all: boolean): Promise<string> {
  const parts: string[] = [];
  for (const { path, stats, lookalike } of files) {
    if (stats === null) continue;
    const title = nameText(path);
    parts.push(
      `<section>\n<h1>${xml(title)}</h1>\n<p>${xml(summary(stats, lookalike))}</p>`,
      ...notes(stats).map((note) => `<p class="note">${xml(note)}</p>`),
      await treemapSvg(blocksOf(stats, title), 'areas show bytes; point at a block for its name'),
      ...statsTables(stats, all).map(tableHtml),
      '</section>',
    );
  }
  const policy = `default-src 'none'; style-src 'unsafe-inline'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where the bytes are</title>
<style>${STYLE}</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`;
}

function tableHtml({ title, columns, rows, more }: StatsTable): string {
  const cell = (tag: 'td' | 'th', text: string, index: number): string => {
    const side = columns[index]?.align === 'right' ? ' class="right"' : '';
    return `<${tag}${side}>${xml(text)}</${tag}>`;
  };
  const head = columns.map((column, index) => cell('th', column.title, index)).join('');
  const body = rows.map((row) => `<tr>${row.map((text, index) => cell('td', text, index)).join('')}</tr>`);
  const rest = more > 0 ? `\n<p class="more">… and ${more} more</p>` : '';
  return `<h2>${xml(title)}</h2>\n<table>\n<tr>${head}</tr>\n${body.join('\n')}\n</table>${rest}`;
}
