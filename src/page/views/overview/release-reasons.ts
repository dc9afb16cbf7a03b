import type { RuntimeVerdict, RuntimeVerdicts } from '../../../check/runtime/verdict.js';
import { alikeVerdicts } from '../../../show/report/runtime-text.js';

/** Reason why a release does not load a file. */
interface ShownReason {
  readonly code: string;
  /** Description of the problem, including the value; null if only the code is known. */
  readonly message: string | null;
  readonly path: string;
  /** Absolute offset; null if unknown. */
  readonly offset: number | null;
}

/**
 * Returns the reasons why a release refuses a file; for an accepted file, the faults that prevent the
 * configuration of a device.
 */
export function reasonsFor({ reasons, configure }: RuntimeVerdict): readonly ShownReason[] {
  if (reasons.length > 0) {
    return reasons.map(({ code, message, path, offset, isFound }) => ({
      code,
      message,
      path,
      // A reason about the whole file has no place. A reason about a field of the file's header has an offset
      // and no path.
      offset: !isFound && path === '' && offset === 0 ? null : offset,
    }));
  }
  return configure.map((code) => ({ code, message: null, path: '', offset: null }));
}

/**
 * Returns the releases that refuse a file for a code, with their reasons. Releases with equal results are
 * combined.
 */
export function refusalsFor(
  runtime: RuntimeVerdicts | undefined,
  code: string,
): readonly { readonly release: string; readonly verdict: RuntimeVerdict; readonly reason: ShownReason }[] {
  return alikeVerdicts(runtime ?? {}).flatMap(({ spans, verdict }) => {
    const reason = reasonsFor(verdict).find((one) => one.code === code);
    return reason === undefined ? [] : [{ release: spans, verdict, reason }];
  });
}
