import { SEVERITIES, type Severity } from '../../../base/diagnostics/diagnostic.js';
import type { FindingFilter } from '../../engine/finding-list.js';

/** Selection among findings, as written in the address. */
export interface Chosen {
  readonly filter: FindingFilter;
  /** Code whose explanation is shown; null for no explanation. */
  readonly code: string | null;
  /** Index of the chosen finding among the code's findings; null if the reader has chosen the code. */
  readonly nth: number | null;
}

type More = Readonly<Record<string, string>>;

/** Returns the selection in an address. Invalid fields get their defaults. */
export function chosenOf({ severity = '', text = '', code = '', nth = '' }: More): Chosen {
  const wanted = severity.split(',');
  const severities = SEVERITIES.filter((one) => wanted.includes(one));
  return {
    filter: { severities: severities.length === 0 ? SEVERITIES : severities, text },
    code: code === '' ? null : code,
    nth: code !== '' && /^\d{1,9}$/.test(nth) ? Number(nth) : null,
  };
}

/** Returns the fields for the address, without fields that have their defaults. */
export function moreOf({ filter: { severities, text }, code, nth }: Chosen): More {
  return {
    ...(severities.length === SEVERITIES.length ? {} : { severity: severities.join(',') }),
    ...(text === '' ? {} : { text }),
    ...(code === null ? {} : { code }),
    ...(nth === null ? {} : { nth: String(nth) }),
  };
}

/** Returns the severities with one severity added or removed. The last severity is never removed. */
export function toggled(severities: readonly Severity[], severity: Severity): readonly Severity[] {
  const next = SEVERITIES.filter((one) => (one === severity) !== severities.includes(one));
  return next.length === 0 ? severities : next;
}
