import type { Release } from '../diagnostics/catalogue.js';

/** Status numbers of the runtime, as it returns them. */
export const STATUS = {
  SUCCESS: 0,
  INVALID_ARGUMENT: 2,
  INVALID_OPERATION: 6,
  NOT_IMPLEMENTED: 7,
  INTERNAL_FAILURE: 8,
  FILE_OPERATION_FAILURE: 14,
  INVALID_HEF: 26,
  NOT_FOUND: 61,
  HEF_FILE_CORRUPTED: 91,
  HEF_NOT_SUPPORTED: 92,
} as const;

export type StatusName = keyof typeof STATUS;

/** What becomes of a load, or of the queries after it. */
export type Ending = StatusName | 'crash' | 'hang';

/** Something that ends a load: how, and the code of the fault that causes it. */
export interface Fault {
  readonly ending: Ending;
  /** Null where no rule of the catalogue is about it: values of messages that only later releases read. */
  readonly code: string | null;
}

export function faultOf(ending: Ending, code: string | null): Fault {
  return { ending, code };
}

/** What a release of the runtime would do with a file that it loads from a path: a prediction. */
export interface RuntimeVerdict {
  readonly verdict: 'accepts' | 'rejects' | 'crashes' | 'hangs';
  /**
   * Where that happens: when the file is loaded, or in the queries for networks and streams that an application
   * makes next. Null when both succeed.
   */
  readonly stage: 'load' | 'query' | null;
  /** What the call returns: 0 when the file is accepted, null when it does not return. */
  readonly status: number | null;
  readonly name: StatusName | null;
  /** Codes of the faults that cause it; the report itself need not list them. */
  readonly because: readonly string[];
  /** Codes of faults that will stop a device from being configured with a file that was accepted. */
  readonly configure: readonly string[];
}

/** By release. */
export type RuntimeVerdicts = Readonly<Partial<Record<Release, RuntimeVerdict>>>;

/** @param fault undefined when nothing stopped the runtime */
export function verdictOf(
  fault: Fault | undefined,
  stage: 'load' | 'query',
  configure: readonly string[],
): RuntimeVerdict {
  if (fault === undefined) {
    return { verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS', because: [], configure };
  }
  const { ending, code } = fault;
  const because = code === null ? [] : [code];
  if (ending === 'crash' || ending === 'hang') {
    const verdict = ending === 'crash' ? 'crashes' : 'hangs';
    return { verdict, stage, status: null, name: null, because, configure: [] };
  }
  return { verdict: 'rejects', stage, status: STATUS[ending], name: ending, because, configure: [] };
}
