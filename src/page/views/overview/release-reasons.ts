import type { RuntimeVerdict, RuntimeVerdicts } from '../../../check/runtime/verdict.js';
import { alikeVerdicts } from '../../../show/report/runtime-text.js';

/** Reason why a release does not load a file. */
interface ShownReason {
  readonly code: string;
  /** Description of the problem, with the value; null if only the code is known. */
  readonly message: string | null;
  readonly path: string;
  /** Absolute; null if unknown. */
  readonly offset: number | null;
}

/**
 * Returns the reasons for a refusal; if the file is accepted, the faults that prevent the configuration of a
 * device.
 */
export function reasonsFor({ reasons, configure }: RuntimeVerdict): readonly ShownReason[] {
  if (reasons.length > 0) {
    return reasons.map(({ code, message, path, offset, isFound }) => ({
      code,
      message,
      path,
      // A reason about the whole file has no place; fields of its header have one, without a path.
      offset: !isFound && path === '' && offset === 0 ? null : offset,
    }));
  }
  return configure.map((code) => ({ code, message: null, path: '', offset: null }));
}

/** Releases that refuse a file for a code, grouped by equal results, with their reasons. */
export function refusalsFor(
  runtime: RuntimeVerdicts | undefined,
  code: string,
): readonly { readonly release: string; readonly verdict: RuntimeVerdict; readonly reason: ShownReason }[] {
  return alikeVerdicts(runtime ?? {}).flatMap(({ spans, verdict }) => {
    const reason = reasonsFor(verdict).find((one) => one.code === code);
    return reason === undefined ? [] : [{ release: spans, verdict, reason }];
  });
}
