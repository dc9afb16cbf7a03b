/** Severity of a finding. Only `error` makes a file `invalid`. */
export type Severity = 'error' | 'warning' | 'info';

/** Every severity, most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Returns a key for findings of one code and severity. */
export function groupKey({ severity, code }: { readonly severity: Severity; readonly code: string }): string {
  return `${severity} ${code}`;
}
