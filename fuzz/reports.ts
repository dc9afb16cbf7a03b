/** Reports of the validator, in a form that can be compared. */
import type { Source } from '../src/base/source/source.js';
import { RULES, type Rule } from '../src/check/rules/index.js';
import type { FileReport } from '../src/check/validate/file-report.js';
import { type EngineOptions, validate } from '../src/check/validate/validate.js';

/** No rules, for targets that only test the wire format: rules take nine tenths of the time. */
export const NO_RULES: readonly Rule[] = [];

/** A copy of the usual list of rules, so that its plans and readers are not shared with other code. */
export const RULES_APART: readonly Rule[] = [...RULES];

/**
 * Returns the parts of a report that depend only on the bytes; the number of bytes read depends on the
 * source.
 */
export async function reportOf(source: Source, options: EngineOptions = {}): Promise<unknown> {
  const { bytes, ...report } = await validate(source, options);
  return { ...report, size: bytes.size };
}

/** Yields the traits of a report. Equal codes in equal types of messages are one trait. */
export function* traitsOf({
  diagnostics,
  verdict,
  container,
  runtime,
}: Partial<FileReport>): Generator<string> {
  yield `${verdict} ${container?.framing} ${container?.version} ${container?.checksum}`;
  for (const { code, path } of diagnostics ?? []) yield `${code} ${path.replace(/\[\d+\]|\d+/g, '')}`;
  for (const verdicts of Object.values(runtime ?? {})) {
    yield `runtime ${JSON.stringify(verdicts).replace(/\d+/g, '').slice(0, 120)}`;
  }
}
