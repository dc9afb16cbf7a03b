import type { Span } from '../../base/diagnostics/span.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import type { RuntimeVerdict } from '../../check/runtime/verdict.js';
import type { FileReport } from '../../check/validate/file-report.js';

/** What a release does with a file, in a few words: `rejects at load: INVALID_HEF (26)`. */
export function verdictText({ verdict, stage, status, name }: RuntimeVerdict): string {
  if (stage === null) return verdict;
  const where = stage === 'load' ? 'at load' : 'when queried';
  return name === null ? `${verdict} ${where}` : `${verdict} ${where}: ${name} (${status})`;
}

/** The same with the codes that cause it, or those that a device will refuse it for. */
export function verdictWithCodes(verdict: RuntimeVerdict): string {
  const { because, configure } = verdict;
  const text = verdictText(verdict);
  if (because.length > 0) return `${text}, ${because.join(', ')}`;
  return configure.length === 0 ? text : `${text}, but cannot be configured: ${configure.join(', ')}`;
}

/** What a report says of a release that does not take a file, beside its findings. */
export interface PredictionProblem extends Span {
  /** `runtime-4.20.0`, as the preset of the release is called. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

/** The prefix of codes that stand for a release. */
export const RUNTIME_CODE = 'runtime-';

/**
 * Releases that were asked about and do not take the file, each with its reason and the reason's place. Targets are
 * not among them: what stops those is a finding.
 */
export function predictionProblems(
  { runtime = {}, targets = [] }: Pick<FileReport, 'runtime' | 'targets'>,
  failOn: FailOn = 'error',
): readonly PredictionProblem[] {
  return Object.entries<RuntimeVerdict>(runtime).flatMap(([release, verdict]) => {
    if (verdict.verdict === 'accepts' || targets.some((target) => target === release)) return [];
    const [reason] = verdict.reasons;
    const why =
      reason === undefined
        ? ''
        : `, ${reason.code}${reason.message === reason.code ? '' : `: ${reason.message}`}`;
    return {
      code: `${RUNTIME_CODE}${release}`,
      severity: failOn === 'runtime' ? 'error' : 'warning',
      offset: reason?.offset ?? 0,
      length: reason?.length ?? 0,
      path: reason?.path ?? '',
      message: `${release} ${verdictText(verdict)}${why}`,
    };
  });
}
