/** The two readers of this repository, for one question: are these bytes a message? */
import { fromBinary } from '@bufbuild/protobuf';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { ValidateOptions } from '../../src/check/validate/file-report.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** Codes that the scanner itself finds: errors in the bytes of a message, and unusual encodings. */
const WIRE_LEVEL = new Set([
  'wire-truncated',
  'wire-varint-overflow',
  'wire-invalid-tag',
  'wire-invalid-type',
  'message-nesting-too-deep',
  'string-not-utf8',
  'wire-type-mismatch',
  'wire-value-truncated',
  'oneof-multiple-members',
  'wire-non-minimal',
  'unknown-fields',
]);

export function esAccepts(message: Uint8Array): boolean {
  try {
    fromBinary(ProtoMDLMdlSchema, message);
    return true;
  } catch {
    return false;
  }
}

/** Returns our findings about the wire format of a bare message. */
export async function wireFindings(
  message: Uint8Array,
  options: ValidateOptions = {},
): Promise<readonly Diagnostic[]> {
  const { validate } = await import('../../src/check/validate/validate.js');
  const { diagnostics } = await validate(memorySource(message), { framing: 'bare', ...options });
  return diagnostics.filter(({ code }) => WIRE_LEVEL.has(code));
}

/** True if the validator finds no error in the message's wire format. */
export async function accepts(message: Uint8Array, options?: ValidateOptions): Promise<boolean> {
  const findings = await wireFindings(message, { maxPerCode: 1, ...options });
  return !findings.some(({ severity }) => severity === 'error');
}
