import type { PeerResult } from './peers.js';
import type { SetReport } from './sets.js';

/** What training wrote of one model. */
export interface Trained {
  source: { sha256: string };
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

/** The figures as Markdown tables, for the model card. */
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
  if (report.peers.length > 0) {
    lines.push(
      '',
      '| peer | test | rows (fraud) | Recall | False positives | messages/s |',
      '|---|---|---|---|---|---|',
    );
    for (const peer of report.peers)
      lines.push(
        `| ${peer.peer} | ${peer.set} | ${peer.rows} (${peer.fraud}) | ${shown(peer.recall)} | ${shown(peer.falsePositiveRate)} | ${peer.perSecond} |`,
      );
  }
  return lines.join('\n');
}

/** Out-of-fold figures of training, where near copies never stand on both sides. */
export function foldsTable(training: Readonly<Record<string, Trained>>): string {
  return [
    `| model | rows (fraud), clusters | ${NAMES.map((name) => TITLES[name]).join(' | ')} |`,
    `|---|---|${NAMES.map(() => '---').join('|')}|`,
    ...Object.entries(training).map(
      ([type, model]) =>
        `| ${type} | ${model.rows} (${model.fraud}), ${model.clusters} | ${NAMES.map((name) => shown(model.outOfFold[name] ?? Number.NaN)).join(' | ')} |`,
    ),
  ].join('\n');
}

/** One page without scripts or outside links. */
export function htmlPage(report: Report): string {
  const sets = report.sets
    .map(
      (
        set,
      ) => `<section><h2>${escaped(set.name)}${set.trained ? ' <small>(the model was trained on these rows)</small>' : ''}</h2>
<p>${set.rows} messages, ${set.fraud} fraudulent, ${set.refused} refused${set.perSecond > 0 ? `; ${set.perSecond} messages/s` : ''}.</p>
<table><tr>${NAMES.map((name) => `<th>${TITLES[name]}</th>`).join('')}</tr><tr>${NAMES.map((name) => {
        const { value, low, high } = set.figures[name];
        return `<td>${shown(value)}<br><small>${Number.isNaN(value) ? '' : `${shown(low)} – ${shown(high)}`}</small></td>`;
      }).join('')}</tr></table>
${calibrationPlot(set)}
<details><summary>The 20 worst errors by category</summary><table><tr><th>kind</th><th>truth</th><th>score</th><th>characters</th><th>indicators</th></tr>${set.worst
        .map(
          (row) =>
            `<tr><td>${escaped(row.kind)}</td><td>${row.fraud ? 'fraud' : 'legitimate'}</td><td>${row.score.toFixed(4)}</td><td>${row.characters}</td><td>${escaped(row.codes.join(', '))}</td></tr>`,
        )
        .join('')}</table></details></section>`,
    )
    .join('\n');
  const peers =
    report.peers.length === 0
      ? ''
      : `<section><h2>Other filters on the same messages</h2><table><tr><th>filter</th><th>test</th><th>messages</th><th>recall</th><th>false positives</th><th>messages/s</th></tr>${report.peers
          .map(
            (peer) =>
              `<tr><td>${escaped(peer.peer)}</td><td>${escaped(peer.set)}</td><td>${peer.rows}</td><td>${shown(peer.recall)}</td><td>${shown(peer.falsePositiveRate)}</td><td>${peer.perSecond}</td></tr>`,
          )
          .join('')}</table></section>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fraud models: evaluation</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:left}small{color:#555}</style>
<h1>Evaluation of the fraud models</h1><p>Model ${escaped(report.modelVersion)}, through the ${report.way === 'http' ? 'HTTP interface' : 'library'}. Intervals are 95 % by 1,000 bootstrap draws.</p>
${sets}${peers}</html>
`;
}

// Ten bins: the diagonal is perfect; the area of a dot grows with the number of messages.
function calibrationPlot(set: SetReport): string {
  const side = 260;
  const x = (value: number) => (30 + value * (side - 50)).toFixed(1);
  const y = (value: number) => (side - 30 - value * (side - 50)).toFixed(1);
  const most = Math.max(1, ...set.bins.map(({ count }) => count));
  const dots = set.bins
    .filter(({ count }) => count > 0)
    .map(
      ({ meanScore, fraudShare, count }) =>
        `<circle cx="${x(meanScore)}" cy="${y(fraudShare)}" r="${(3 + 9 * Math.sqrt(count / most)).toFixed(1)}" fill="#06c" fill-opacity=".6"><title>${count} messages</title></circle>`,
    )
    .join('');
  return `<svg role="img" aria-label="Calibration: share of fraud by score" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><rect x="30" y="20" width="${side - 50}" height="${side - 50}" fill="none" stroke="#999"/><line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4"/>${dots}<text x="${side / 2}" y="${side - 6}" text-anchor="middle" font-size="12">score</text><text x="12" y="${side / 2}" font-size="12" transform="rotate(-90 12 ${side / 2})" text-anchor="middle">share of fraud</text></svg>`;
}
