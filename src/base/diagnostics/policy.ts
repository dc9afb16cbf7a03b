import type { Release } from './catalogue.js';
import { type Finding, findingPath, type Severity } from './diagnostic.js';
import type { KnownFindings } from './fingerprint.js';

/** Severity that a user sets for a code; `off` disables the code. */
export type PolicyLevel = Severity | 'off';

/**
 * A user's settings for the findings in one file, resolved for every code. A policy is plain data, which can
 * be sent to workers. `config` creates policies, and the collector applies them.
 */
export interface Policy {
  /** Severities by code. Findings of other codes keep their severity. */
  readonly levels?: ReadonlyMap<string, PolicyLevel>;
  /** Severity changes for codes that `levels` does not name. */
  readonly shift?: Readonly<Partial<Record<Severity, PolicyLevel>>>;
  /** Findings that are left out by their place in the message. */
  readonly ignores?: readonly PathIgnore[];
  /** Releases that have to load the file: findings that only concern other releases are not reported. */
  readonly targets?: readonly Release[];
  /** Findings of the baseline, which do not count. */
  readonly known?: KnownFindings;
}

/** Codes whose findings are left out at some places. */
export interface PathIgnore {
  /** Codes of the catalogue. */
  readonly codes: ReadonlySet<string>;
  /**
   * Matches a finding's path: a regular expression, or a pattern for the whole path in which `*` matches
   * anything but a dot and `**` anything. For untrusted input, use a pattern, because a regular expression
   * may backtrack without end.
   */
  readonly path: RegExp | string;
}

/**
 * Maximum number of places of one code to distinguish if the policy depends on places, regardless of the
 * number of listed findings. Further findings are treated like the first finding.
 */
export const MAX_DISTINGUISHED = 1000;

/** True if a policy depends on the places of findings, and needs each finding. */
function distinguishes(policy: Policy | undefined): boolean {
  return policy !== undefined && ((policy.ignores?.length ?? 0) > 0 || (policy.known?.size ?? 0) > 0);
}

/**
 * Returns the severity of a finding that only some releases refuse: `info` without targets; with targets, the
 * given severity if a target refuses the file; otherwise `off`.
 */
export function scopedSeverity(
  policy: Policy | undefined,
  releases: readonly Release[],
  severity: Severity,
): PolicyLevel {
  const targets = policy?.targets;
  if (targets === undefined) return 'info';
  return targets.some((target) => releases.includes(target)) ? severity : 'off';
}

export function levelOf(policy: Policy, code: string, severity: Severity): PolicyLevel {
  // Severities from targets are applied before the shift (`runtime/target.ts`).
  const shift = policy.targets === undefined ? policy.shift : undefined;
  return policy.levels?.get(code) ?? shift?.[severity] ?? severity;
}

/** True if a code is disabled, so that its check can be skipped. */
export function isOff(policy: Policy | undefined, code: string): boolean {
  return policy?.levels?.get(code) === 'off';
}

/** True if a policy leaves a finding out because of its place. The path is only computed if it is needed. */
export function isIgnored(policy: Policy, finding: Pick<Finding<string>, 'code' | 'path'>): boolean {
  const ignores = policy.ignores?.filter(({ codes }) => codes.has(finding.code)) ?? [];
  if (ignores.length === 0) return false;
  const text = findingPath(finding);
  return ignores.some(({ path }) => (typeof path === 'string' ? matchesPlace(path, text) : path.test(text)));
}

/**
 * Limit and policy for collecting the findings of a file, as plain data that all readers of the file share.
 */
export interface Collecting {
  /** Maximum number of findings of a code that are listed; at least 1. */
  readonly maxPerCode: number;
  readonly policy?: Policy | undefined;
}

/** Returns the number of findings of one kind whose places the collector needs. */
export function placesNeeded({ maxPerCode, policy }: Collecting): number {
  return distinguishes(policy) ? Math.max(maxPerCode, MAX_DISTINGUISHED) : maxPerCode;
}

/**
 * Returns true if a pattern matches a whole field path: `*` matches anything but a dot, `**` anything, and
 * all other characters themselves, including brackets: `network_groups[0].contexts[*].**`. The time is
 * proportional to the product of both lengths, for any pattern.
 */
export function matchesPlace(pattern: string, path: string): boolean {
  const parts = pattern.match(/\*+|[^*]/gu) ?? [];
  // Entry n is true if the first n parts of the pattern match the characters of the path that were read until
  // now.
  let row = [true];
  for (const [n, part] of parts.entries()) row.push(row[n] === true && part[0] === '*');
  for (const char of path) {
    const next = [false];
    for (const [n, part] of parts.entries()) {
      next.push(
        part[0] === '*'
          ? next[n] || (row[n + 1] && (char !== '.' || part.length > 1))
          : row[n] && part === char,
      );
    }
    row = next;
  }
  return row[parts.length];
}
