import type { PeerResult } from './peers.js';
import { calibrationPlot, intervalPlot } from './plots.js';
import type { SetReport } from './sets.js';

/** The part of a model's training record that the report shows. */
export interface Trained {
  sources: readonly {
    file: string;
    sha256: string;
    title: string;
    years: string;
    rows: number;
    fraud: number;
    clusters: number;
    caught: number | null;
    reviewed: number | null;
    flagged: number | null;
  }[];
  rows: number;
  fraud: number;
  clusters: number;
  outOfFold: Readonly<Record<string, number>>;
}

export interface Report {
  modelVersion: string;
  way: 'library' | 'http';
  sets: SetReport[];
  peers: PeerResult[];
  training: Readonly<Record<string, Trained>>;
}

const TITLES = {
  auc: 'AUC',
  averagePrecision: 'Average precision',
  precision: 'Precision',
  recall: 'Recall',
  falsePositiveRate: 'False positives',
  recallAtHalfPercent: 'Recall at 0.5 %',
  recallAtTwoPercent: 'Recall at 2 %',
  brier: 'Brier',
  calibrationError: 'ECE',
} as const;
const NAMES = Object.keys(TITLES) as (keyof typeof TITLES)[];

const shown = (value: number) => (Number.isNaN(value) || value === null ? '–' : value.toFixed(3));
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Returns the figures as Markdown tables, for the model card. */
export function markdownTables(report: Report): string {
  const lines = [
    `| test | rows (fraud) | ${NAMES.map((name) => TITLES[name]).join(' | ')} |`,
    `|---|---|${NAMES.map(() => '---').join('|')}|`,
    ...report.sets.map(
      (set) =>
        `| ${set.name}${set.trained ? ' (trained on; see out of fold)' : ''} | ${set.rows} (${set.fraud}) | ${NAMES.map(
          (name) => {
            const { value, low, high } = set.figures[name];
            return Number.isNaN(value) ? '–' : `${shown(value)} (${shown(low)}–${shown(high)})`;
          },
        ).join(' | ')} |`,
    ),
  ];
  const kinds = report.sets.flatMap((set) =>
    set.kinds.map(
      (kind) => `| ${set.name} | ${kind.kind} | ${kind.rows} | ${shown(kind.flagged / kind.rows)} |`,
    ),
  );
  lines.push('', '| test | kind | rows | flagged |', '|---|---|---|---|', ...kinds);
  return lines.join('\n');
}

/** Returns a table with the results of SpamAssassin and bogofilter on the same messages. */
export function peersTable({ peers }: Report): string {
  return [
    '| filter | test | rows (fraud) | no verdict | Recall | False positives |',
    '|---|---|---|---|---|---|',
    ...peers.map(
      (peer) =>
        `| ${peer.peer} | ${peer.set} | ${peer.rows} (${peer.fraud}) | ${peer.failed} | ${shown(peer.recall)} | ${shown(peer.falsePositiveRate)} |`,
    ),
  ].join('\n');
}

/**
 * Returns the out-of-fold figures of training. Near copies are always in one fold, so no message is judged by a
 * model that was trained with a copy of the message.
 */
export function foldsTable(training: Readonly<Record<string, Trained>>): string {
  return [
    `| model | rows (fraud), clusters | ${NAMES.map((name) => TITLES[name]).join(' | ')} |`,
    `|---|---|${NAMES.map(() => '---').join('|')}|`,
    ...Object.entries(training).map(
      ([type, model]) =>
        `| ${type} | ${model.rows} (${model.fraud}), ${model.clusters} | ${NAMES.map((name) => shown(model.outOfFold[name] ?? Number.NaN)).join(' | ')} |`,
    ),
    '',
    '| source | years | rows (fraud), clusters | caught | at `review` or above | flagged |',
    '|---|---|---|---|---|---|',
    ...Object.values(training).flatMap(({ sources }) =>
      sources.map(
        ({ title, years, rows, fraud, clusters, caught, reviewed, flagged }) =>
          `| ${title} | ${years} | ${rows} (${fraud}), ${clusters} | ${part(caught)} | ${part(reviewed)} | ${part(flagged)} |`,
      ),
    ),
  ].join('\n');
}

const part = (value: number | null) => (value === null ? '–' : value.toFixed(4));

// Wide tables scroll by themselves, so that the page does not scroll sideways; plots have the colour of the text.
const STYLE = `:root{color-scheme:light dark;--line:#bbb;--quiet:#555;--mark:#06c}
@media(prefers-color-scheme:dark){:root{--line:#555;--quiet:#aaa;--mark:#6ab0ff}}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
.wide{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left}
small{color:var(--quiet);white-space:nowrap}.plots{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}
svg{max-width:100%;height:auto;fill:currentColor}.mark{fill:var(--mark);stroke:var(--mark)}.line{stroke:var(--line);fill:none}`;

const table = (rows: string) => `<div class="wide" tabindex="0"><table>${rows}</table></div>`;

/** Returns one page without scripts or external links. */
export function htmlPage(report: Report): string {
  const sets = report.sets
    .map(
      (
        set,
      ) => `<section><h2>${escaped(set.name)}${set.trained ? ' <small>(the model was trained on these rows)</small>' : ''}</h2>
<p>${set.rows} messages, ${set.fraud} fraudulent, ${set.refused} refused${set.perSecond > 0 ? `; ${set.perSecond} messages/s` : ''}.</p>
${table(
  `<tr>${NAMES.map((name) => `<th>${TITLES[name]}</th>`).join('')}</tr><tr>${NAMES.map((name) => {
    const { value, low, high } = set.figures[name];
    return `<td>${shown(value)}<br><small>${Number.isNaN(value) ? '' : `${shown(low)} – ${shown(high)}`}</small></td>`;
  }).join('')}</tr>`,
)}
<div class="plots">${calibrationPlot(set)}${intervalPlot(NAMES.map((name) => ({ title: TITLES[name], ...set.figures[name] })))}</div>
<details><summary>The 20 worst errors by category</summary><div class="wide" tabindex="0"><table><tr><th>kind</th><th>truth</th><th>score</th><th>characters</th><th>indicators</th></tr>${set.worst
        .map(
          (row) =>
            `<tr><td>${escaped(row.kind)}</td><td>${row.fraud ? 'fraud' : 'legitimate'}</td><td>${row.score.toFixed(4)}</td><td>${row.characters}</td><td>${escaped(row.codes.join(', '))}</td></tr>`,
        )
        .join('')}</table></div></details></section>`,
    )
    .join('\n');
  const peers =
    report.peers.length === 0
      ? ''
      : `<section><h2>Other filters on the same messages</h2><div class="wide" tabindex="0"><table><tr><th>filter</th><th>test</th><th>messages</th><th>no verdict</th><th>recall</th><th>false positives</th><th>messages/s</th></tr>${report.peers
          .map(
            (peer) =>
              `<tr><td>${escaped(peer.peer)}</td><td>${escaped(peer.set)}</td><td>${peer.rows}</td><td>${peer.failed}</td><td>${shown(peer.recall)}</td><td>${shown(peer.falsePositiveRate)}</td><td>${peer.perSecond}</td></tr>`,
          )
          .join('')}</table></div></section>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Fraud models: evaluation</title>
<style>${STYLE}</style>
<h1>Evaluation of the fraud models</h1><p>Model ${escaped(report.modelVersion)}, through the ${report.way === 'http' ? 'HTTP interface' : 'library'}. Intervals are 95 % by 1,000 bootstrap draws.</p>
${sets}${peers}</html>
`;
}
