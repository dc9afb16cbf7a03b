import type { Span } from '../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import type { RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import type { FileReport } from '../../check/validate/file-report.js';

/**
 * Formats the result of releases in a few words: `rejects at load: INVALID_HEF (26)`.
 * @param plural true for a verb in the plural, after several releases
 */
export function verdictText({ verdict, stage, status, name }: RuntimeVerdict, plural = false): string {
  const verb = plural ? PLURALS[verdict] : verdict;
  if (stage === null) return verb;
  const where = stage === 'load' ? 'at load' : 'when queried';
  return name === null ? `${verb} ${where}` : `${verb} ${where}: ${name} (${status})`;
}

const PLURALS = { accepts: 'accept', rejects: 'reject', crashes: 'crash', hangs: 'hang' } as const;

/**
 * Formats the result with the codes that cause it; for an accepted file, with the codes for which a device
 * will refuse the configuration.
 */
export function verdictWithCodes(verdict: RuntimeVerdict, plural = false): string {
  const { because, configure } = verdict;
  const text = verdictText(verdict, plural);
  if (because.length > 0) return `${text}, ${because.join(', ')}`;
  return configure.length === 0 ? text : `${text}, but cannot be configured: ${configure.join(', ')}`;
}

/** True if a text such as `4.18 to 4.20` names several releases and requires a verb in the plural. */
export function isPlural(spans: string): boolean {
  return /\D/.test(spans.replaceAll('.', ''));
}

/** Releases with the same result for a file. */
interface AlikeVerdicts {
  readonly releases: readonly Release[];
  /** Text for the releases: `4.18 to 4.20`. */
  readonly spans: string;
  readonly verdict: RuntimeVerdict;
}

/** Groups releases with equal verdicts, ordered by the first release of each group. */
export function alikeVerdicts(
  runtime: RuntimeVerdicts,
  wanted: readonly Release[] = PUBLISHED_RELEASES,
): AlikeVerdicts[] {
  const alike = new Map<string, Release[]>();
  for (const release of wanted) {
    if (runtime[release] === undefined) continue;
    const key = JSON.stringify(runtime[release]);
    alike.set(key, [...(alike.get(key) ?? []), release]);
  }
  return [...alike.values()].map((releases) => {
    const [first] = releases as [Release];
    return { releases, spans: releaseSpans(releases), verdict: runtime[first] as RuntimeVerdict };
  });
}

/** Returns the first reason why a release does not load a file: the code, and the fault. */
export function reasonText({ reasons: [reason] }: RuntimeVerdict): string {
  if (reason === undefined) return '';
  return reason.message === reason.code ? reason.code : `${reason.code}: ${reason.message}`;
}

/** A problem that a report lists in addition to findings: a requested release does not load the file. */
export interface PredictionProblem extends Span {
  /** `runtime-4.20.0`, the name of the release's preset. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

/** Prefix of the codes of `PredictionProblem`. */
export const RUNTIME_CODE = 'runtime-';

/**
 * Returns a problem for each requested release that does not load the file, with the reason and its place.
 * Target releases are not included, because their faults are findings.
 */
export function predictionProblems(
  { runtime = {}, targets = [] }: Pick<FileReport, 'runtime' | 'targets'>,
  failOn: FailOn = 'error',
): readonly PredictionProblem[] {
  return Object.entries<RuntimeVerdict>(runtime).flatMap(([release, verdict]) => {
    if (verdict.verdict === 'accepts' || targets.some((target) => target === release)) return [];
    const [reason] = verdict.reasons;
    return {
      code: `${RUNTIME_CODE}${release}`,
      severity: failOn === 'runtime' ? 'error' : 'warning',
      offset: reason?.offset ?? 0,
      length: reason?.length ?? 0,
      path: reason?.path ?? '',
      message: [`${release} ${verdictText(verdict)}`, reasonText(verdict)]
        .filter((part) => part !== '')
        .join(', '),
    };
  });
}

/** True if a release loads a file, and a device can be configured. */
export function loads({ verdict, configure }: RuntimeVerdict): boolean {
  return verdict === 'accepts' && configure.length === 0;
}

/** Formats the result, such as `loads on 4.23; not on 4.17 to 4.20`. */
export function loadsText(runtime: RuntimeVerdicts): string {
  const all = Object.entries(runtime);
  if (all.length === 0) return '';
  const named = (wanted: boolean): string =>
    releaseSpans(
      PUBLISHED_RELEASES.filter((one) => runtime[one] !== undefined && loads(runtime[one]) === wanted),
    );
  const [good, bad] = [named(true), named(false)];
  if (bad === '') return `loads on ${good}`;
  return good === '' ? `no release loads it (${bad})` : `loads on ${good}; not on ${bad}`;
}
