import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barChart } from './bar-chart.js';
import { insert } from './insert.js';
import { lineChart } from './line-chart.js';
import { conditionsText, matchTables, rowsTable, shortList } from './markdown.js';
import { bytesText, durationTick } from './number-text.js';
import type { Results, Scaling } from './results.js';
import { fileSummary, fileTables } from './single-file-tables.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Results of the last complete run, from which tables and charts are made. */
export const LATEST = join(ROOT, 'bench', 'results', 'latest.json');
const CHARTS = join('docs', 'charts');

/** Writes results, and the parts of documents that show them. @returns the files' paths in the repository */
export function writeReport(results: Results, root = ROOT): string[] {
  const written: string[] = [];
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    written.push(path);
  };
  for (const [name, svg] of Object.entries(chartsOf(results))) write(join(CHARTS, `${name}.svg`), svg);
  const texts = {
    conditions: conditionsText(results),
    goals: rowsTable(results.rows),
    short: shortList(results.rows),
    'file-summary': fileSummary(results),
    files: fileTables(results),
    matches: matchTables(results),
  };
  for (const path of ['README.md', join('docs', 'performance.md')]) {
    if (!existsSync(join(root, path))) continue;
    const before = readFileSync(join(root, path), 'utf8');
    let document = before;
    for (const [name, text] of Object.entries(texts)) document = insert(document, name, text) ?? document;
    if (document !== before) write(path, document);
  }
  return written;
}

export function chartsOf({ matches, scaling }: Results): Record<string, string> {
  const charts: Record<string, string> = {};
  for (const match of matches) {
    if (match.entries.length > 0) charts[match.name] = barChart(match);
  }
  return scaling === undefined ? charts : { ...charts, ...scalingCharts(scaling) };
}

function scalingCharts({ size, contexts, workers }: Scaling): Record<string, string> {
  const sizes = { title: 'size of the file', text: bytesText, logarithmic: true };
  const time = { title: 'Time to open, read and validate', text: durationTick, logarithmic: true };
  const memory = { title: 'Memory of the command over bare Node', text: bytesText, logarithmic: false };
  const milliseconds = (point: { milliseconds: number }) => point.milliseconds;
  return {
    'scaling-size': lineChart({
      title: 'Time against size',
      x: sizes,
      y: time,
      curves: size,
      measure: milliseconds,
    }),
    'scaling-memory': lineChart({
      title: 'Memory against size',
      x: sizes,
      y: memory,
      curves: size,
      measure: (point) => Math.max(0, point.memory ?? 0),
    }),
    'scaling-contexts': lineChart({
      title: 'Time against the number of contexts, 20 MB',
      x: { title: 'contexts', text: String, logarithmic: true },
      y: { ...time, logarithmic: false },
      curves: contexts,
      measure: milliseconds,
    }),
    'scaling-workers': lineChart({
      title: 'Time against workers',
      x: { title: 'workers', text: String, logarithmic: false },
      y: { ...time, title: 'The command, from start to end', logarithmic: false },
      curves: workers,
      measure: milliseconds,
    }),
  };
}
