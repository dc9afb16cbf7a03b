import type { ReportFormat } from '../../engine/validator.js';

export const REPORTS: readonly {
  readonly format: ReportFormat;
  readonly title: string;
  readonly ending: string;
}[] = [
  { format: 'json', title: 'JSON', ending: '.report.json' },
  { format: 'sarif', title: 'SARIF', ending: '.sarif' },
  { format: 'html', title: 'HTML', ending: '.report.html' },
];
