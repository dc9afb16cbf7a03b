import type { ReportFormat } from '../../engine/judge.js';

export const REPORTS: readonly {
  readonly format: ReportFormat;
  readonly title: string;
  readonly ending: string;
}[] = [
  { format: 'json', title: 'JSON', ending: '.report.json' },
  { format: 'sarif', title: 'SARIF', ending: '.sarif' },
];

/** Long enough for a browser to begin a download. */
const KEPT_MS = 60_000;

/** Offers a text as a file. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
