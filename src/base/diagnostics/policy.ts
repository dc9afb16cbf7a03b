import type { Release } from './catalogue.js';
import { type Finding, pathOf } from './diagnostic.js';
import type { KnownFindings } from './known-findings.js';
import { matchesPlace } from './place-pattern.js';
import type { Severity } from './severity.js';

/** What a user makes of a code; `off` is as if there were no such code. */
export type Level = Severity | 'off';

/**
 * What a user wants of the findings in one file, resolved for every code: plain data that crosses to
 * workers. Made by `config`; the collector obeys it.
 */
export interface Policy {
  /** By code. A code that is not here has the severity its finding has. */
  readonly levels?: ReadonlyMap<string, Level>;
  /** What findings weigh instead, where `levels` does not name their code. */
  readonly shift?: Readonly<Partial<Record<Severity, Level>>>;
  /** Findings that are left out by where in the message they are. */
  readonly ignores?: readonly PathIgnore[];
  /** Releases that are to load the file: what only others mind is not said. */
  readonly targets?: readonly Release[];
  /** The baseline's: findings that were there before do not count. */
  readonly known?: KnownFindings;
}

/** Findings that are left out: these codes at these places. */
export interface PathIgnore {
  /** Codes of the catalogue. */
  readonly codes: ReadonlySet<string>;
  /**
   * Matches a finding's path: an expression, or a pattern for all of it, in which `*` stands for anything but a dot and
   * `**` for anything. An expression may backtrack without end: use one of your own, and a pattern for any other.
   */
  readonly path: RegExp | string;
}

/**
 * Places that are distinguished of one code where a policy has to distinguish findings, whatever the report lists.
 * What comes after them is treated like the first of them.
 */
export const MAX_DISTINGUISHED = 1000;

/** True if a policy looks at where findings are, and so needs them described one by one. */
function distinguishes(policy: Policy | undefined): boolean {
  return policy !== undefined && ((policy.ignores?.length ?? 0) > 0 || (policy.known?.size ?? 0) > 0);
}

/** What a finding weighs that only some releases mind: a note, or whatever they make of it where they are targets. */
export function scopedSeverity(
  policy: Policy | undefined,
  releases: readonly Release[],
  severity: Severity,
): Level {
  const targets = policy?.targets;
  if (targets === undefined) return 'info';
  return targets.some((target) => releases.includes(target)) ? severity : 'off';
}

/** What a finding weighs under a policy. */
export function levelOf(policy: Policy, code: string, severity: Severity): Level {
  // What targets make of findings comes before the shift (`runtime/target.ts`).
  const shift = policy.targets === undefined ? policy.shift : undefined;
  return policy.levels?.get(code) ?? shift?.[severity] ?? severity;
}

/** True if a code can be reported at all; what cannot need not be looked for. */
export function isOff(policy: Policy | undefined, code: string): boolean {
  return policy?.levels?.get(code) === 'off';
}

/** True if a policy leaves a finding out because of its place. The path is made only when it is asked for. */
export function isIgnored(policy: Policy, finding: Pick<Finding<string>, 'code' | 'path'>): boolean {
  const ignores = policy.ignores?.filter(({ codes }) => codes.has(finding.code)) ?? [];
  if (ignores.length === 0) return false;
  const text = pathOf(finding);
  return ignores.some(({ path }) => (typeof path === 'string' ? matchesPlace(path, text) : path.test(text)));
}

/** How a file's findings are collected: plain data, the same for all that look at parts of one file. */
export interface Collecting {
  /** Findings of a code that are listed; at least 1. */
  readonly maxPerCode: number;
  readonly policy?: Policy | undefined;
}

/** How many findings of one kind need a place of their own, so that the collector can do its work. */
export function placesNeeded({ maxPerCode, policy }: Collecting): number {
  return distinguishes(policy) ? Math.max(maxPerCode, MAX_DISTINGUISHED) : maxPerCode;
}
