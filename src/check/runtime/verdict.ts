import type { Release } from '../../base/diagnostics/catalogue.js';
import { STATUS, type StatusName } from '../../base/diagnostics/statuses.js';
import type { Place } from '../rules/facts/place.js';

export type { StatusName };

/** What becomes of a load, or of the queries after it. */
export type Ending = StatusName | 'crash' | 'hang';

/** Something that ends a load: how, and the code of the fault that causes it. */
export interface Fault {
  readonly ending: Ending;
  readonly code: string;
  /** What the loader was reading; where that is not known here, the caller says so (`faultIn`). */
  readonly at?: Place;
  /** Why, where no finding says it. */
  readonly message?: string;
  /** A code that a report says instead where it spares the fault itself: a layout newer than the release. */
  readonly explainedBy?: string;
}

export function faultOf(ending: Ending, code: string, at?: Place): Fault {
  return at === undefined ? { ending, code } : { ending, code, at };
}

/** A fault with the innermost place that is known. */
export function faultIn(fault: Fault | undefined, at: Place | undefined): Fault | undefined {
  return fault === undefined || fault.at !== undefined || at === undefined ? fault : { ...fault, at };
}

/** Why a release does not take a file: a code of the catalogue, and the place at fault. */
export interface Reason extends Place {
  /** A code of the catalogue. */
  readonly code: string;
  /** What is wrong there, in a line. */
  readonly message: string;
  /** The finding's: names and kinds that identify it. */
  readonly args?: readonly string[] | undefined;
  /** Whether validation found it there. What spares a newer layout in a report, a release does not spare. */
  readonly isFound: boolean;
}

/** What a release of the runtime would do with a file that it loads from a path: a prediction. */
export interface RuntimeVerdict {
  /** What the release makes of the file. */
  readonly verdict: 'accepts' | 'rejects' | 'crashes' | 'hangs';
  /**
   * Where that happens: when the file is loaded, or in the queries for networks and streams that an application
   * makes next. Null when both succeed.
   */
  readonly stage: 'load' | 'query' | null;
  /** What the call returns: 0 when the file is accepted, null when it does not return. */
  readonly status: number | null;
  /** The status by name; null where the call does not return. */
  readonly name: StatusName | null;
  /** Codes of the faults that cause it, the one that ends it first: not empty unless the file is accepted. */
  readonly because: readonly string[];
  /** The same with their places. */
  readonly reasons: readonly Reason[];
  /** Codes of faults that will stop a device from being configured with a file that was accepted. */
  readonly configure: readonly string[];
}

/** By release. */
export type RuntimeVerdicts = Readonly<Partial<Record<Release, RuntimeVerdict>>>;

/** What nothing stops. */
export function acceptance(configure: readonly string[]): RuntimeVerdict {
  return { verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS', because: [], reasons: [], configure };
}

export function refusal(ending: Ending, stage: 'load' | 'query', reasons: readonly Reason[]): RuntimeVerdict {
  const because = reasons.map(({ code }) => code);
  if (ending === 'crash' || ending === 'hang') {
    const verdict = ending === 'crash' ? 'crashes' : 'hangs';
    return { verdict, stage, status: null, name: null, because, reasons, configure: [] };
  }
  const status = STATUS[ending];
  return { verdict: 'rejects', stage, status, name: ending, because, reasons, configure: [] };
}
