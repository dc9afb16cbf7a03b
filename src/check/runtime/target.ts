import type { Catalogue, Release } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal, CollectedFindings } from '../../base/diagnostics/collector.js';
import {
  byPlaceAndCode,
  type Diagnostic,
  groupKey,
  type Severity,
} from '../../base/diagnostics/diagnostic.js';
import { knownAs } from '../../base/diagnostics/fingerprint.js';
import { isIgnored, type Policy, type PolicyLevel } from '../../base/diagnostics/policy.js';
import type { Reason, RuntimeVerdict, RuntimeVerdicts } from './verdict.js';

type TargetPolicy = Policy & { readonly targets: readonly Release[] };

/**
 * Returns findings with severities that follow the targets' verdicts. A finding that stops a target is an
 * error, at the place of the reason. Other findings are not errors: a finding is a warning if targets may
 * refuse the file later, and is left out if only other releases refuse the file. Severities that the user set
 * are kept. As a result, a file has an error exactly when a target does not accept the file.
 */
export function applyTargets(
  findings: CollectedFindings,
  verdicts: RuntimeVerdicts,
  policy: TargetPolicy,
  catalogue: Catalogue,
): CollectedFindings {
  const refusals = policy.targets.flatMap((release) => {
    const verdict = verdicts[release];
    return verdict === undefined || verdict.verdict === 'accepts' ? [] : [{ release, verdict }];
  });
  const stopping = new Set(refusals.flatMap(({ verdict }) => verdict.because));
  const refusing = refusals.map(({ release }) => release);
  const levelOf = (code: string, severity: Severity): PolicyLevel => {
    if (policy.levels?.has(code)) return severity;
    const level = targetLevel(code, severity);
    return level === 'off' ? level : (policy.shift?.[level] ?? level);
  };
  const targetLevel = (code: string, severity: Severity): PolicyLevel => {
    if (stopping.has(code) || isOfDevice(code, severity)) return 'error';
    const { refusedBy } = catalogue.get(code) ?? {};
    const isOthers = refusedBy !== undefined && !refusedBy.some((one) => policy.targets.includes(one));
    if (isOthers && severity !== 'info') return 'off';
    if (severity !== 'error') return severity;
    return refusedBy?.some((one) => refusing.includes(one)) === true ? severity : 'warning';
  };
  const diagnostics = findings.diagnostics.flatMap((diagnostic) => releveled(diagnostic, levelOf));
  const totals = merged(findings.totals.flatMap((total) => releveled(total, levelOf)));
  const knownErrors = new Set([...findings.knownErrors].filter((code) => levelOf(code, 'error') === 'error'));
  /** Codes that this function leaves out. Each code counts once for all targets. */
  const leftOut = new Set<string>();
  for (const { release, verdict } of refusals) {
    for (const reason of verdict.reasons) {
      const { code } = reason;
      const severity = policy.levels?.get(code) ?? policy.shift?.error ?? 'error';
      if (severity === 'off' || totals.some((total) => total.code === code)) continue;
      // If the policy hides findings of this code, the reason is hidden too, although the loader names
      // another place.
      if (!reason.isFound && findings.suppressedCodes.has(code)) continue;
      const diagnostic = stoppingFinding(reason, release, verdict);
      // A baseline may have the finding of the scan, which does not name a release.
      const isKnown = [reason, diagnostic].some((one) => knownAs(policy.known, one) !== undefined);
      if (isIgnored(policy, diagnostic) || isKnown) {
        if (!findings.suppressedCodes.has(code)) leftOut.add(code);
        if (isKnown && severity === 'error') knownErrors.add(code);
        continue;
      }
      diagnostics.push({ ...diagnostic, severity });
      totals.push({ code, severity, count: 1 });
    }
  }
  diagnostics.sort(byPlaceAndCode);
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of totals) counts[severity] += count;
  const suppressed = findings.suppressed + leftOut.size;
  return { ...findings, counts, totals, suppressed, knownErrors, diagnostics };
}

/** True for a finding that is an error only because of a device that the user named. */
function isOfDevice(code: string, severity: Severity): boolean {
  return code === 'hw-arch-not-configurable' && severity === 'error';
}

function releveled<T extends { readonly code: string; readonly severity: Severity }>(
  one: T,
  levelOf: (code: string, severity: Severity) => PolicyLevel,
): T[] {
  const level = levelOf(one.code, one.severity);
  return level === 'off' ? [] : [level === one.severity ? one : { ...one, severity: level }];
}

/**
 * Combines the totals of each code and severity, because a code with two severities may now have one
 * severity.
 */
function merged(totals: readonly CodeTotal[]): CodeTotal[] {
  const sums = new Map<string, CodeTotal>();
  for (const total of totals) {
    const key = groupKey(total);
    const before = sums.get(key);
    sums.set(key, before === undefined ? total : { ...before, count: before.count + total.count });
  }
  return [...sums.values()];
}

function stoppingFinding(
  { code, message, args, offset, length, path }: Reason,
  release: Release,
  { verdict }: RuntimeVerdict,
): Diagnostic {
  return {
    code,
    severity: 'error',
    offset,
    length,
    count: 1,
    path,
    message: `${message}; ${release} ${verdict} the file for it`,
    related: [],
    ...(args === undefined ? {} : { args }),
  };
}
