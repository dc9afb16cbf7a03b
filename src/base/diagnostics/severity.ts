/** How much a finding weighs. Only `error` makes a file `invalid`. */
export type Severity = 'error' | 'warning' | 'info';

/** Every severity, heaviest first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Tells findings of one code and severity from others. */
export function groupKey({ severity, code }: { readonly severity: Severity; readonly code: string }): string {
  return `${severity} ${code}`;
}
