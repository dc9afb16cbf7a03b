import type { SetReport } from './sets.js';

// Plots ten bins of scores. Perfectly calibrated scores lie on the diagonal; a dot's area grows with its number of
// messages.
export function calibrationPlot(set: SetReport): string {
  const side = 260;
  const x = (value: number) => (30 + value * (side - 50)).toFixed(1);
  const y = (value: number) => (side - 30 - value * (side - 50)).toFixed(1);
  const most = Math.max(1, ...set.bins.map(({ count }) => count));
  const dots = set.bins
    .filter(({ count }) => count > 0)
    .map(
      ({ meanScore, fraudShare, count }) =>
        `<circle cx="${x(meanScore)}" cy="${y(fraudShare)}" r="${(3 + 9 * Math.sqrt(count / most)).toFixed(1)}" class="mark" fill-opacity=".6"><title>${count} messages</title></circle>`,
    )
    .join('');
  return `<svg role="img" aria-label="Calibration: share of fraud by score" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><rect x="30" y="20" width="${side - 50}" height="${side - 50}" class="line"/><line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" class="line" stroke-dasharray="4"/>${dots}<text x="${side / 2}" y="${side - 6}" text-anchor="middle" font-size="12">score</text><text x="12" y="${side / 2}" font-size="12" transform="rotate(-90 12 ${side / 2})" text-anchor="middle">share of fraud</text></svg>`;
}

interface Interval {
  title: string;
  value: number;
  low: number;
  high: number;
}

const ROW = 26;
const LABELS = 150;
const SCALE = 300;

/** Plots a line for each figure from the lower to the upper end of its interval, with a dot at its value. */
export function intervalPlot(intervals: readonly Interval[]): string {
  const known = intervals.filter(({ value }) => !Number.isNaN(value));
  const x = (value: number) => (LABELS + value * SCALE).toFixed(1);
  const height = known.length * ROW + 30;
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map(
      (at) =>
        `<line x1="${x(at)}" y1="10" x2="${x(at)}" y2="${height - 20}" class="line"/><text x="${x(at)}" y="${height - 6}" text-anchor="middle" font-size="11">${at}</text>`,
    )
    .join('');
  const rows = known
    .map(({ title, value, low, high }, at) => {
      const y = 22 + at * ROW;
      return `<text x="${LABELS - 8}" y="${y + 4}" text-anchor="end" font-size="12">${title}</text><line x1="${x(low)}" y1="${y}" x2="${x(high)}" y2="${y}" class="mark" stroke-width="3"/><circle cx="${x(value)}" cy="${y}" r="4" class="mark"><title>${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})</title></circle>`;
    })
    .join('');
  return `<svg role="img" aria-label="Figures with their 95 % intervals" viewBox="0 0 ${LABELS + SCALE + 20} ${height}" width="${LABELS + SCALE + 20}" height="${height}">${grid}${rows}</svg>`;
}
