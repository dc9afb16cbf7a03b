import type { Catalogue } from '../../base/diagnostics/catalogue.js';
import { type FactPlace, factPlace } from '../rules/facts/fact-place.js';
import type { FaultLog, LoggedFinding } from './fault-log.js';
import { faultSummary } from './fault-summary.js';
import type { Reason, RuntimeFault } from './verdict.js';

/**
 * Returns the reasons for a fault: the finding of validation, whose place is more exact, or otherwise a
 * reason at the place that the loader was reading.
 * @param whole place of the file, for a fault without a known place
 */
export function reasonsOf(
  fault: RuntimeFault,
  log: FaultLog,
  catalogue: Catalogue,
  whole: FactPlace,
): readonly Reason[] {
  // A fault with a message differs from the fault that a rule found at the same place.
  const own = fault.message === undefined ? foundReason(fault.code, fault.at, log, catalogue) : undefined;
  if (own !== undefined) return [own];
  const place = factPlace(fault.at ?? whole);
  const message = fault.message ?? summaryOf(fault.code, catalogue);
  const other =
    fault.explainedBy === undefined ? undefined : foundReason(fault.explainedBy, fault.at, log, catalogue);
  return [{ ...place, code: fault.code, message, isFound: false }, ...(other === undefined ? [] : [other])];
}

/** Returns the first finding of a code within a place. */
function foundReason(
  code: string,
  within: FactPlace | undefined,
  log: FaultLog,
  catalogue: Catalogue,
): Reason | undefined {
  let first: LoggedFinding | undefined;
  for (const finding of within === undefined ? log.of(code) : log.within(code, within)) {
    if (first === undefined || finding.offset < first.offset) first = finding;
  }
  if (first === undefined) return undefined;
  const { offset, length, path, message, args, unlisted } = first;
  // A finding that only predictions use has no message.
  const text = (typeof message === 'function' ? message() : message) || summaryOf(code, catalogue);
  return { code, offset, length, path, message: text, args, isFound: !unlisted };
}

function summaryOf(code: string, catalogue: Catalogue): string {
  return catalogue.get(code)?.summary ?? faultSummary(code) ?? code;
}
