import { ProtomdlError } from '../../base/diagnostics/error.js';
import { BAD_TYPE, CUT, OVERFLOW, TOO_DEEP, type WireProblem, ZERO_FIELD } from '../../base/wire/problem.js';

/** Codes and texts of wire-level problems. */
export const WIRE_PROBLEMS: Readonly<
  Record<Exclude<WireProblem, 0>, readonly [code: string, message: string]>
> = {
  [CUT]: ['wire-truncated', 'the bytes end inside a record'],
  [OVERFLOW]: ['wire-varint-overflow', 'a varint, tag or length is longer than any value needs'],
  [ZERO_FIELD]: ['wire-invalid-tag', 'a tag has field number 0'],
  [BAD_TYPE]: ['wire-invalid-type', 'a tag has a wire type that does not exist, or ends no open group'],
  [TOO_DEEP]: ['message-nesting-too-deep', 'more than 100 levels of messages and groups below the root'],
};

/** The error that a view throws if bytes cannot be read. Its codes are those of the wire-level findings. */
export function malformed(problem: WireProblem, offset: number, path: string): ProtomdlError {
  const [code, text] = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS];
  return new ProtomdlError(
    code,
    `${text} (offset ${offset}${path === '' ? '' : `, in ${path}`})`,
    offset,
    path,
  );
}
