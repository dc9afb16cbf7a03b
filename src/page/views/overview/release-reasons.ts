import type { RuntimeVerdict, RuntimeVerdicts } from '../../../check/runtime/verdict.js';
import { alikeVerdicts } from '../../../show/report/runtime-text.js';

/** Why a release does not load a file. */
export interface ShownReason {
  readonly code: string;
  /** What is wrong, with the value; null where only the code is known. */
  readonly message: string | null;
  readonly path: string;
  /** Absolute; null where it is not known. */
  readonly offset: number | null;
}

/** The reason that ends a load first, those that explain it, and what a device will refuse. */
export function reasonsFor({ reasons, configure }: RuntimeVerdict): readonly ShownReason[] {
  if (reasons.length > 0) {
    return reasons.map(({ code, message, path, offset, isFound }) => ({
      code,
      message,
      path,
      // What is about the file as a whole has no place to go to; fields of its header have one, without a path.
      offset: !isFound && path === '' && offset === 0 ? null : offset,
    }));
  }
  return configure.map((code) => ({ code, message: null, path: '', offset: null }));
}

/** Releases that refuse a file for a code, those that answer alike together, with their reasons. */
export function refusalsFor(
  runtime: RuntimeVerdicts | undefined,
  code: string,
): readonly { readonly release: string; readonly verdict: RuntimeVerdict; readonly reason: ShownReason }[] {
  return alikeVerdicts(runtime ?? {}).flatMap(({ spans, verdict }) => {
    const reason = reasonsFor(verdict).find((one) => one.code === code);
    return reason === undefined ? [] : [{ release: spans, verdict, reason }];
  });
}
