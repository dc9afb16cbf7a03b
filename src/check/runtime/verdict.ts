import type { Release } from '../../base/diagnostics/catalogue.js';
import { STATUS, type StatusName } from '../../base/diagnostics/statuses.js';
import type { FactPlace } from '../rules/facts/fact-place.js';

export type { StatusName };

/** Result of a failed load, or of a failed query after the load. */
export type FailureStatus = StatusName | 'crash' | 'hang';

/** A fault that ends a load: the result of the load, and the code of the cause. */
export interface RuntimeFault {
  readonly ending: FailureStatus;
  readonly code: string;
  /** The place that the loader was reading; if undefined, the caller adds the place (`faultIn`). */
  readonly at?: FactPlace;
  /** Description of the fault, if no finding describes the fault. */
  readonly message?: string;
  /** Code that reports use instead of `code` for a layout that is newer than the release. */
  readonly explainedBy?: string;
}

export function faultOf(ending: FailureStatus, code: string, at?: FactPlace): RuntimeFault {
  return at === undefined ? { ending, code } : { ending, code, at };
}

export function faultIn(
  fault: RuntimeFault | undefined,
  at: FactPlace | undefined,
): RuntimeFault | undefined {
  return fault === undefined || fault.at !== undefined || at === undefined ? fault : { ...fault, at };
}

/** Reason for a refusal: a code of the catalogue, and the place at fault. */
export interface Reason extends FactPlace {
  /** A code of the catalogue. */
  readonly code: string;
  /** Description of the fault, in one line. */
  readonly message: string;
  /** Arguments that identify the finding, such as names and kinds. */
  readonly args?: readonly string[] | undefined;
  /**
   * True if validation also found the fault at this place. Reports make exceptions for newer layouts, but
   * releases do not.
   */
  readonly isFound: boolean;
}

/** Prediction for one release of the runtime that loads the file from a path. */
export interface RuntimeVerdict {
  /** Result of the load in this release. */
  readonly verdict: 'accepts' | 'rejects' | 'crashes' | 'hangs';
  /**
   * The failing stage: the load, or the application's next queries for networks and streams. Null if both
   * succeed.
   */
  readonly stage: 'load' | 'query' | null;
  /** Status that the call returns: 0 for an accepted file, null if the call does not return. */
  readonly status: number | null;
  /** The status by name; null if the call does not return. */
  readonly name: StatusName | null;
  /**
   * Codes of the faults that cause the result, beginning with the fault that ends the load; empty only if the
   * file is accepted.
   */
  readonly because: readonly string[];
  /** The codes in `because`, with their places. */
  readonly reasons: readonly Reason[];
  /** Codes of faults in an accepted file that will prevent the configuration of a device. */
  readonly configure: readonly string[];
}

/** Verdicts by release. */
export type RuntimeVerdicts = Readonly<Partial<Record<Release, RuntimeVerdict>>>;

// Frozen, because many reports of one process share the object.
const ACCEPTED: RuntimeVerdict = Object.freeze({
  ...acceptanceWith(Object.freeze([]) as readonly string[]),
  because: Object.freeze([]) as readonly string[],
  reasons: Object.freeze([]) as readonly Reason[],
});

/**
 * Returns the verdict for a file without faults that end a call. All files without any faults share one
 * object.
 */
export function acceptance(configure: readonly string[]): RuntimeVerdict {
  return configure.length === 0 ? ACCEPTED : acceptanceWith(configure);
}

function acceptanceWith(configure: readonly string[]): RuntimeVerdict {
  return { verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS', because: [], reasons: [], configure };
}

export function refusal(
  ending: FailureStatus,
  stage: 'load' | 'query',
  reasons: readonly Reason[],
): RuntimeVerdict {
  const because = reasons.map(({ code }) => code);
  if (ending === 'crash' || ending === 'hang') {
    const verdict = ending === 'crash' ? 'crashes' : 'hangs';
    return { verdict, stage, status: null, name: null, because, reasons, configure: [] };
  }
  const status = STATUS[ending];
  return { verdict: 'rejects', stage, status, name: ending, because, reasons, configure: [] };
}
