import { SEVERITIES, type Severity } from '../../../base/diagnostics/severity.js';
import type { FindingFilter } from '../../engine/finding-list.js';

/** What is chosen among findings, as the address has it. */
export interface Chosen {
  readonly filter: FindingFilter;
  /** Whose explanation is shown; null where nothing is chosen. */
  readonly code: string | null;
  /** Which of its findings; null of the code itself. */
  readonly nth: number | null;
}

type More = Readonly<Record<string, string>>;

/** Whatever the address says, the result makes sense. */
export function chosenOf({ severity = '', text = '', code = '', nth = '' }: More): Chosen {
  const wanted = severity.split(',');
  const severities = SEVERITIES.filter((one) => wanted.includes(one));
  return {
    filter: { severities: severities.length === 0 ? SEVERITIES : severities, text },
    code: code === '' ? null : code,
    nth: code !== '' && /^\d{1,9}$/.test(nth) ? Number(nth) : null,
  };
}

/** For the address; what is as it is at first is left out. */
export function moreOf({ filter: { severities, text }, code, nth }: Chosen): More {
  return {
    ...(severities.length === SEVERITIES.length ? {} : { severity: severities.join(',') }),
    ...(text === '' ? {} : { text }),
    ...(code === null ? {} : { code }),
    ...(nth === null ? {} : { nth: String(nth) }),
  };
}

/** With a severity switched on or off; the last one stays. */
export function toggled(severities: readonly Severity[], severity: Severity): readonly Severity[] {
  const next = SEVERITIES.filter((one) => (one === severity) !== severities.includes(one));
  return next.length === 0 ? severities : next;
}
