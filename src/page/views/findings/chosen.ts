import { SEVERITIES, type Severity } from '../../../base/diagnostics/diagnostic.js';
import type { FindingFilter } from '../../engine/finding-list.js';

/** Selection among findings, as kept in the address. */
export interface Chosen {
  readonly filter: FindingFilter;
  /** Code whose explanation is shown; null if no explanation is shown. */
  readonly code: string | null;
  /** Position of the chosen finding among the code's findings; null for the code itself. */
  readonly nth: number | null;
}

type More = Readonly<Record<string, string>>;

/** For an invalid address, returns valid defaults. */
export function chosenOf({ severity = '', text = '', code = '', nth = '' }: More): Chosen {
  const wanted = severity.split(',');
  const severities = SEVERITIES.filter((one) => wanted.includes(one));
  return {
    filter: { severities: severities.length === 0 ? SEVERITIES : severities, text },
    code: code === '' ? null : code,
    nth: code !== '' && /^\d{1,9}$/.test(nth) ? Number(nth) : null,
  };
}

/** Fields for the address; defaults are left out. */
export function moreOf({ filter: { severities, text }, code, nth }: Chosen): More {
  return {
    ...(severities.length === SEVERITIES.length ? {} : { severity: severities.join(',') }),
    ...(text === '' ? {} : { text }),
    ...(code === null ? {} : { code }),
    ...(nth === null ? {} : { nth: String(nth) }),
  };
}

/** Switches a severity on or off; the last one stays on. */
export function toggled(severities: readonly Severity[], severity: Severity): readonly Severity[] {
  const next = SEVERITIES.filter((one) => (one === severity) !== severities.includes(one));
  return next.length === 0 ? severities : next;
}
